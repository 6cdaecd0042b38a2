"""Manufactured Navier-Stokes solution: order at least p + 0.7 of the density error on distorted hybrid meshes."""

from pathlib import Path

from study import converge, finest

case = Path(__file__).resolve().parent / "mms.ini"


def check(rkdg, quick, judge):
    degrees, levels = ((1, 2), 2) if quick else ((1, 2, 3), 3)
    rows = converge(rkdg, case, degrees, levels)
    for degree in degrees:
        order = finest(rows, degree)["order"]
        judge.at_least(f"degree {degree}, order of rho", order["rho"], degree + 0.7)
        judge.at_least(f"degree {degree}, order of rhoE", order["rhoE"], degree + 0.7)
