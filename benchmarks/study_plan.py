"""Meshes and measurements of the reordering study, table by table (the numbers are those of the RKDG paper)."""

from dataclasses import dataclass, field

STRATEGIES = ("fused", "gather", "tiles", "atomic", "colour", "block-colour")
DEVICE_STRATEGIES = ("tiles",)  # for which a CPU has no units
ORDERINGS = ("random", "none", "layers", "tiled-layers", "rcm", "hilbert", "metis")
TURNED = ("none+turn", "layers+turn", "tiled-layers+turn")
CYLINDER_CELLS = (5300, 21936, 79428, 300000)
CYLINDER_QUADRILATERALS = (390, 1560, 6240, 24960)  # in those meshes, all curved


@dataclass(frozen=True)
class Mesh:
    """A mesh of `rkdg mesh`. `unstructured` ones need Gmsh and are best made beforehand."""

    name: str
    case: str
    generator: str
    parameters: tuple = ()
    level: int = 0
    unstructured: bool = True
    size: int = 0  # 0: also in the quick form; 3: the largest

    def command(self, coordinates):
        parameters = list(self.parameters)
        if self.generator == "airfoils":
            parameters.append(f"coordinates={coordinates}")
        return ["mesh", self.generator, "--level", str(self.level), *parameters]


def couette(share, quick):
    kind = {0: ["kind=triangles"], 100: ["kind=unstructured"]}.get(share, ["kind=mixed", f"unstructured={share}"])
    n = 40 if quick else 160
    name = f"couette-{share}" + ("-quick" if quick else "")
    return Mesh(name, "couette", "couette", (*kind, f"nx={2 * n}", f"ny={n}"), unstructured=share > 0)


def structured_twin(level):
    """Squares cut in two, as many triangles as the hybrid mesh of that level has cells."""
    n = round((CYLINDER_CELLS[level] / 4) ** 0.5)
    parameters = ("kind=triangles", f"nx={2 * n}", f"ny={n}")
    return Mesh(f"structured-{level}", "couette", "couette", parameters, unstructured=False, size=level)


def family(name, case, generator, parameters, levels, unstructured=True):
    return [Mesh(f"{name}-{i}", case, generator, parameters, i, unstructured, i) for i in range(levels)]


NACA = family("naca0012", "naca0012", "naca0012", ("layout=170x30", "order=2"), 4, unstructured=False)
CYLINDER = family("cylinder", "cylinder", "cylinder", (), 4)
AIRFOILS = family("airfoils", "airfoils", "airfoils", ("order=2",), 4)
# Nearly a million triangles, for the metrics alone: no solver runs on it.
GRADED = Mesh("graded", "cylinder", "cylinder", ("order=1", "cells=1050000"), size=4)


@dataclass(frozen=True)
class Run:
    """Measurements of one mesh: every degree with every ordering, start and strategy."""

    table: str
    mesh: Mesh
    degrees: tuple
    orderings: tuple = ("random", "none", "layers", "tiled-layers")
    start: str = "wall"
    each_start: bool = False  # every boundary of the mesh is tried
    strategies: tuple = ("auto",)
    on_cpu: bool = True  # also timed on the CPU for comparison, where there is a GPU


@dataclass
class Table:
    key: str
    title: str
    runs: list = field(default_factory=list)


def tables(quick, strategies=STRATEGIES):
    """All tables with the measurements they need, the most telling first."""
    degrees = (1, 2) if quick else (1, 2, 3)
    most = 1 if quick else 3

    def levels(meshes):
        return [mesh for mesh in meshes if mesh.size <= (0 if quick else 3)]

    t7 = Table("7", "Hybrid meshes around a cylinder (curved quadrilaterals, triangles)")
    t7.runs = [Run("7", mesh, degrees) for mesh in levels(CYLINDER)]
    twins = Table("7s", "Structured meshes of as many triangles as those hybrid ones have cells")
    twins.runs = [
        Run("7s", mesh, degrees, ("none", "layers"), "left", on_cpu=False)
        for mesh in map(structured_twin, range(len(levels(CYLINDER))))
    ]
    largest = levels(CYLINDER)[-1]
    orderings = Table("O", f"Orderings, on the mesh {largest.name}")
    orderings.runs = [Run("O", largest, degrees, ORDERINGS + TURNED, on_cpu=False)]
    assembly = Table("A", f"Ways to assemble the line integrals, on the mesh {largest.name}")
    orders = ("random", "layers", "tiled-layers")
    assembly.runs = [
        Run("A", largest, degrees, some, strategies=(strategy,), on_cpu=False)
        for strategy in strategies
        # Blocks of a mesh in random order cannot be coloured, which must not keep the others from being measured.
        for some in ([(order,) for order in orders] if strategy == "block-colour" else [orders])
    ]
    t9 = Table("9", "Multi-element airfoil, degree 2, layers from the main element")
    t9.runs = [Run("9", mesh, (2,), start="") for mesh in levels(AIRFOILS)]
    t8 = Table("8", "Boundaries where the layers start, multi-element airfoil, degree 2")
    t8.runs = [Run("8", mesh, (2,), ("none", "layers"), each_start=True, on_cpu=False) for mesh in levels(AIRFOILS)]
    t3 = Table("3", "Couette flow: share of the mesh that is unstructured")
    t3.runs = [Run("3", couette(share, quick), degrees, start="left") for share in (0, 33, 67, 100)]
    t5 = Table("5", "Structured meshes around the NACA 0012 airfoil")
    t5.runs = [Run("5", mesh, degrees[:most], ("random", "none", "layers")) for mesh in levels(NACA)]
    return [t7, twins, t5, orderings, assembly, t9, t8, t3]


def meshes_of(all_tables):
    """Each mesh once, in the order of its first use."""
    return list(dict.fromkeys(run.mesh for table in all_tables for run in table.runs))
