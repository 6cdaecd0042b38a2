"""Conduction between a wall with a heat flux and one of a given temperature: order p + 1 on curved cells."""

from pathlib import Path

from plot import convergence
from study import WIDTH, converge, errors_of, finest

here = Path(__file__).resolve().parent


def check(rkdg, effort, judge):
    degrees = (1, 2) if effort == "quick" else (1, 2, 3)
    rows = converge(rkdg, here / "conduction.ini", degrees, 2 if effort == "quick" else 3)
    for degree in degrees:
        order = finest(rows, degree)["order"]["rho"]
        judge.within(f"P{degree}, order of rho", order, degree + 0.6, degree + 1.6, "theory")
    judge.draw(convergence("Conduction", WIDTH, "L2 error of the density", {"hybrid": errors_of(rows)}, {}))
