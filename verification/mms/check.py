"""Manufactured Navier-Stokes solutions on distorted hybrid meshes.

`shear` loses order where the flux dissipates more than transport asks for, at even degree without a bound: see README.md.
"""

from pathlib import Path

from plot import Curve, chart
from study import converge, error_curves, finest

here = Path(__file__).resolve().parent


def check(rkdg, effort, judge):
    degrees = (1, 2) if effort == "quick" else (1, 2, 3)
    for case in ("wave", "shear"):
        rows = converge(rkdg, here / f"{case}.ini", degrees, 3)
        for degree in degrees:
            order = finest(rows, degree)["order"]
            for field in ("rho", "rhoE"):
                what = f"{case}, P{degree}, order of {field}"
                if case == "shear" and degree % 2 == 0:
                    judge.show(what, order[field], f"{degree} to {degree + 1}", "README.md")
                elif case == "shear":
                    judge.at_least(what, order[field], degree + 0.5, "theory, general meshes")
                else:
                    judge.at_least(what, order[field], degree + 0.7, "theory")
        curves = [Curve(*curve) for curve in error_curves(rows, "rho,")]
        curves += [Curve(*curve) for curve in error_curves(rows, "rhoE,", "rhoE")]
        judge.draw(chart(f"Manufactured solution, {case}: L2 errors", "h", "error", curves, log_x=True, log_y=True))
