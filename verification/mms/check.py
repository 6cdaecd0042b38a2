"""Manufactured Navier-Stokes solutions on distorted hybrid meshes: order at least p + 0.7.

`shear` at even degree is reported without a verdict: see README.md.
"""

from pathlib import Path

from study import converge, finest

here = Path(__file__).resolve().parent


def check(rkdg, quick, judge):
    degrees, levels = ((1, 2), 3) if quick else ((1, 2, 3), 3)
    for case in ("wave", "shear"):
        rows = converge(rkdg, here / f"{case}.ini", degrees, levels)
        for degree in degrees:
            order = finest(rows, degree)["order"]
            for name in ("rho", "rhoE"):
                what = f"{case}, degree {degree}, order of {name}"
                if case == "shear" and degree % 2 == 0:
                    print(f"  note  {what}: {order[name]:.4g}")
                else:
                    judge.at_least(what, order[name], degree + 0.7)
