"""Isentropic vortex: order at least p + 0.7 of the density error on distorted hybrid meshes, with Q^p on quadrilaterals."""

from pathlib import Path

from study import converge, finest

case = Path(__file__).resolve().parent / "vortex.ini"


def check(rkdg, quick, judge):
    degrees, levels = ((1, 2), 2) if quick else ((1, 2, 3, 4), 3)
    rows = converge(rkdg, case, degrees, levels)
    for degree in degrees:
        judge.at_least(f"degree {degree}, order of rho", finest(rows, degree)["order"]["rho"], degree + 0.7)
    if quick:
        return
    print("  with P^p on quadrilaterals instead, which loses order on distorted ones (not judged):")
    converge(rkdg, case, degrees, levels, "space.quads=P")
