"""The reference of the Python package, as a page: made of its sources, without importing them."""

import ast
import inspect
from pathlib import Path

OPENING = """# Python reference

`./dev docs` makes this page of the package: classes and functions with their signatures. [Python](python.md) shows how to use
them. In a session, `help(rkdg.Simulation)` says the same.
"""


def sources(package):
    """The parsed modules of the package by name."""
    return {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.glob("*.py"))}


def exported(modules):
    """Pairs of a name that the package exports and its node, in the order of `__all__`; modules are nodes, too."""
    opening = modules["__init__"]
    homes = {alias.name: node.module for node in opening.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    names = next(ast.literal_eval(node.value) for node in opening.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    for name in names:
        if name in modules:
            yield name, modules[name]
        elif homes.get(name) in modules:
            yield name, definitions(modules[homes[name]])[name]


def definitions(node):
    """Public classes and functions of a module or a class, by name."""
    kinds = (ast.ClassDef, ast.FunctionDef)
    return {child.name: child for child in node.body if isinstance(child, kinds) and not child.name.startswith("_")}


def is_property(function):
    return any(ast.unparse(decorator).endswith(("property", "setter")) for decorator in function.decorator_list)


def is_setter(function):
    return any(ast.unparse(decorator).endswith(".setter") for decorator in function.decorator_list)


def signature(function):
    """The parameters without `self`, as Python writes them, and what comes back."""
    arguments = function.args
    is_static = any(ast.unparse(decorator) == "staticmethod" for decorator in function.decorator_list)
    if arguments.args and arguments.args[0].arg in ("self", "cls") and not is_static:
        arguments = ast.arguments(arguments.posonlyargs, arguments.args[1:], arguments.vararg, arguments.kwonlyargs,
                                  arguments.kw_defaults, arguments.kwarg, arguments.defaults)  # fmt: skip
    back = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"({ast.unparse(arguments)}){back}"


def text_of(node):
    return inspect.cleandoc(ast.get_docstring(node) or "") + "\n"


def fields(node):
    """Lines on the public attributes of a class, with the string below each, if there is one."""
    lines = []
    for child, after in zip(node.body, [*node.body[1:], None]):
        if not isinstance(child, ast.AnnAssign) or child.target.id.startswith("_"):
            continue
        said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        what = f": {' '.join(str(after.value.value).split())}" if said else ""
        lines.append(f"- `{child.target.id}`: `{ast.unparse(child.annotation)}`{what}")
    return [*lines, ""] if lines else []


def of_function(name, function, level):
    call = "" if is_property(function) else signature(function)
    return [f"{'#' * level} {name}", "", f"    {name}{call}", "", text_of(function)]


def inherited(node, modules):
    """The bodies of the bases that are in the package and that it does not export, which are part of the class."""
    names = {name for name, _ in exported(modules)}
    all_classes = {name: child for module in modules.values() for name, child in definitions(module).items()}
    bases = [ast.unparse(base) for base in node.bases]
    return [child for base in bases if base in all_classes and base not in names for child in all_classes[base].body]


def of_class(name, node, modules):
    maker = next((child for child in node.body if isinstance(child, ast.FunctionDef) and child.name in ("__init__", "__new__")), None)
    lines = [f"## {name}", ""]
    if maker is not None:
        lines += [f"    {name}{signature(maker).partition(' -> ')[0]}", ""]
    lines += [text_of(node)]
    if maker is not None and ast.get_docstring(maker):
        lines += [text_of(maker)]
    lines += fields(node)
    for child in [*inherited(node, modules), *node.body]:
        if isinstance(child, ast.FunctionDef) and not child.name.startswith("_") and not is_setter(child):
            lines += of_function(f"{name}.{child.name}", child, 3)
    return lines


def page(package):
    """The text of the page."""
    lines = [OPENING]
    modules = sources(Path(package))
    for name, node in exported(modules):
        if isinstance(node, ast.Module):
            lines += [f"## {name}", "", text_of(node)]
            for inner, child in definitions(node).items():
                whole = f"{name}.{inner}"
                lines += of_function(whole, child, 3) if isinstance(child, ast.FunctionDef) else [f"### {whole}", "", text_of(child), *fields(child)]
        elif isinstance(node, ast.ClassDef):
            lines += of_class(name, node, modules)
        else:
            lines += of_function(name, node, 2)
    return "\n".join(lines)
