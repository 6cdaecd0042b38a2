"""Isentropic vortex on distorted hybrid meshes: order at least p + 0.7 with Q^p on quadrilaterals, and P^p beside it."""

from pathlib import Path

from plot import convergence
from study import WIDTH_3D, WEIGHT_ADJUSTED, WIDTH, converge, errors_of, finest, judge_curved

here = Path(__file__).resolve().parent
case = here / "vortex.ini"
ERROR = "L2 error of the density (free stream: 1)"
BOX = "distortion=0.15, xmin=-2, xmax=2, ymin=-2, ymax=2, zmin=-2, zmax=2"


def curved(rkdg, degrees, levels, judge):
    """On meshes curved all over, with the exact and with the weight-adjusted mass inverse."""
    curves = {}
    for geometry in (2, 3, 4):
        mesh = f"mesh.parameters=kind=hybrid, distortion=0.15, curved=0.04, order={geometry}"
        exact = converge(rkdg, case, degrees, levels, mesh)
        adjusted = converge(rkdg, case, degrees, levels, mesh, WEIGHT_ADJUSTED)
        for degree in degrees:
            name = f"cells of order {geometry}, Q{degree}"
            judge_curved(judge, name, degree, finest(exact, degree), finest(adjusted, degree))
        curves[f"cells of order {geometry}"] = errors_of(exact)
    judge.draw(convergence("Isentropic vortex on curved meshes", WIDTH, ERROR, curves))


def in_3d(rkdg, effort, judge):
    """An oblique vortex in a box of the two shapes whose spaces keep their order on distorted cells."""
    degrees, level = (1, 2, 3), 1 if effort == "full" else 0
    curves = {}
    for kind, name in (("tetrahedra", "P on tetrahedra"), ("hexahedra", "Q on hexahedra")):
        rows = converge(rkdg, here / "vortex-3d.ini", degrees, 2, f"mesh.parameters=kind={kind}, {BOX}", f"mesh.level={level}")
        curves[name] = errors_of(rows)
        for degree in degrees:
            judge.at_least(f"{name}, degree {degree}, order of rho", finest(rows, degree)["order"]["rho"], degree + 0.8,
                           "theory, less what random distortion costs")  # fmt: skip
    judge.draw(convergence("Isentropic vortex across a box", WIDTH_3D, ERROR, curves))


def check(rkdg, effort, judge):
    degrees, levels = {"quick": ((1, 2), 2), "default": ((1, 2, 3), 3), "full": ((1, 2, 3, 4), 3)}[effort]
    tensor = converge(rkdg, case, degrees, levels)
    curves = {"Q on quadrilaterals": errors_of(tensor)}
    for degree in degrees:
        judge.at_least(f"Q{degree} on quadrilaterals, order of rho", finest(tensor, degree)["order"]["rho"], degree + 0.7,
                       "theory, less what random distortion costs")  # fmt: skip
    if effort != "quick":
        total = converge(rkdg, case, degrees, levels, "space.quads=P")
        curves["P on quadrilaterals"] = errors_of(total)
        for degree in degrees:
            row, other = finest(total, degree), finest(tensor, degree)
            judge.show(f"P{degree} on quadrilaterals, order of rho", row["order"]["rho"])
            ratio = row["errors"]["l2"]["rho"] / other["errors"]["l2"]["rho"]
            judge.show(f"degree {degree}, error with P over error with Q", ratio)
            judge.show(f"degree {degree}, unknowns with P over those with Q", row["dof"] / other["dof"])
    judge.draw(convergence("Isentropic vortex on distorted meshes", WIDTH, ERROR, curves))
    if effort != "quick":
        curved(rkdg, degrees, levels, judge)
        in_3d(rkdg, effort, judge)
