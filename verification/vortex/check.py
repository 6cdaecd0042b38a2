"""Isentropic vortex on distorted hybrid meshes: order at least p + 0.7 with Q^p on quadrilaterals, and P^p beside it."""

from pathlib import Path

from plot import Curve, chart
from study import WEIGHT_ADJUSTED, converge, error_curves, finest, judge_curved

case = Path(__file__).resolve().parent / "vortex.ini"


def curved(rkdg, degrees, levels, judge):
    """On meshes curved all over, with the exact and with the weight-adjusted mass inverse."""
    curves = []
    for geometry in (2, 3, 4):
        mesh = f"mesh.parameters=kind=hybrid, distortion=0.15, curved=0.04, order={geometry}"
        exact = converge(rkdg, case, degrees, levels, mesh)
        adjusted = converge(rkdg, case, degrees, levels, mesh, WEIGHT_ADJUSTED)
        for degree in degrees:
            name = f"cells of order {geometry}, Q{degree}"
            judge_curved(judge, name, degree, finest(exact, degree), finest(adjusted, degree))
        if geometry == 3:
            continue  # it lies between the others
        curves += [Curve(*curve) for curve in error_curves(exact, f"order {geometry},")]
    judge.draw(chart("Isentropic vortex on curved meshes", "h", "error", curves, log_x=True, log_y=True))


def check(rkdg, effort, judge):
    degrees, levels = {"quick": ((1, 2), 2), "default": ((1, 2, 3), 3), "full": ((1, 2, 3, 4), 3)}[effort]
    tensor = converge(rkdg, case, degrees, levels)
    curves = [Curve(*curve) for curve in error_curves(tensor, "Q on quads,")]
    for degree in degrees:
        judge.at_least(f"Q{degree} on quadrilaterals, order of rho", finest(tensor, degree)["order"]["rho"], degree + 0.7,
                       "theory, less what random distortion costs")  # fmt: skip
    if effort != "quick":
        total = converge(rkdg, case, degrees, levels, "space.quads=P")
        curves += [Curve(*curve) for curve in error_curves(total, "P on quads,")]
        for degree in degrees:
            row, other = finest(total, degree), finest(tensor, degree)
            judge.show(f"P{degree} on quadrilaterals, order of rho", row["order"]["rho"])
            ratio = row["errors"]["l2"]["rho"] / other["errors"]["l2"]["rho"]
            judge.show(f"degree {degree}, error with P over error with Q", ratio)
            judge.show(f"degree {degree}, unknowns with P over those with Q", row["dof"] / other["dof"])
    judge.draw(chart("Isentropic vortex: L2 error of the density", "h", "error", curves, log_x=True, log_y=True))
    if effort != "quick":
        curved(rkdg, degrees, levels, judge)
