#!/usr/bin/env python3
"""Makes a notebook of an example: python3 make_notebook.py SCRIPT.py NOTEBOOK.ipynb [--short].

Scripts have the percent format: the docstring and each line `# %% TITLE` begin a cell. A cell with the tag "active-ipynb" is a
comment in the script and code in the notebook. Of `short`, which a script takes from its command line, the notebook sets a value.
"""

import ast
import json
import re
import sys
from pathlib import Path

SHORT = 'short = "--short" in sys.argv'
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def lines_of(text):
    return text.strip("\n").splitlines(keepends=True)


def text_cell(text, number):
    return {"cell_type": "markdown", "id": f"cell-{number}", "metadata": {}, "source": lines_of(text)}


def code_cell(text, number):
    return {"cell_type": "code", "execution_count": None, "id": f"cell-{number}", "metadata": {}, "outputs": [], "source": lines_of(text)}


def introduction(docstring):
    """The title, and all but how to call the script."""
    title, _, rest = docstring.partition("\n")
    rest = re.sub(r"^ {4}python .*\n?", "", rest, flags=re.MULTILINE)
    return f"# {title.rstrip('.')}\n\n{rest.strip()}\n"


def parts_of(script):
    """Pairs of the header of a cell and its lines."""
    header, lines = "", []
    for line in script.splitlines(keepends=True):
        if line.startswith("# %%"):
            yield header, "".join(lines)
            header, lines = line[4:].strip(), []
        else:
            lines.append(line)
    yield header, "".join(lines)


def notebook(script, is_short):
    cells = [text_cell(introduction(ast.get_docstring(ast.parse(script))), 0)]
    first, *parts = parts_of(script)
    if first[1].count('"""') != 2:
        raise SystemExit("a script begins with its docstring and a line '# %%'")
    for header, code in parts:
        if "active-ipynb" in header:
            code = re.sub(r"^# ?", "", code, flags=re.MULTILINE)
        elif header:
            cells.append(text_cell(f"## {header}\n", len(cells)))
        code = code.replace(SHORT, f"short = {is_short}  # True: a coarse mesh and few steps, to see that all works")
        cells.append(code_cell(code, len(cells)))
    return {"cells": cells, "metadata": {"kernelspec": KERNEL}, "nbformat": 4, "nbformat_minor": 5}


def main():
    words = [word for word in sys.argv[1:] if word != "--short"]
    content = notebook(Path(words[0]).read_text(encoding="utf-8"), len(words) < len(sys.argv) - 1)
    Path(words[1]).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
