"""Manufactured Navier-Stokes solution: order at least p + 0.7 of the density error on distorted hybrid meshes."""

from pathlib import Path

from plot import Curve, chart
from study import converge, error_curves, finest

case = Path(__file__).resolve().parent / "mms.ini"


def check(rkdg, effort, judge):
    degrees, levels = ((1, 2), 2) if effort == "quick" else ((1, 2, 3), 3)
    rows = converge(rkdg, case, degrees, levels)
    for degree in degrees:
        order = finest(rows, degree)["order"]
        for field in ("rho", "rhoE"):
            judge.at_least(f"P{degree}, order of {field}", order[field], degree + 0.7, "theory")
    curves = [Curve(*curve) for curve in error_curves(rows, "rho,")]
    curves += [Curve(*curve) for curve in error_curves(rows, "rhoE,", "rhoE")]
    judge.draw(chart("Manufactured solution: L2 errors", "h", "error", curves, log_x=True, log_y=True))
