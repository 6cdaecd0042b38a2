"""Couette flow at Mach number 0.7: velocity and temperature keep order p + 1, and what the pressure loses is viscosity's: README.md."""

import sys
from pathlib import Path

from plot import convergence
from study import WIDTH

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

from series import SERIES, order, run_all, studies  # noqa: E402: needs the path above

LOW, HIGH = "mu = 0.002", "mu = 0.2"
THEORY = "theory, equal-order approximation of the Stokes problem"


def chosen(effort):
    """What is judged of the study; --full runs all of it."""
    if effort == "full":
        return SERIES
    degrees = (2,) if effort == "quick" else (2, 3)
    wanted = (("viscosity", LOW), ("viscosity", HIGH), ("flux", f"llf, {HIGH}"))
    return tuple((part, row, case, degrees, *rest) for part, row, case, _, *rest in SERIES if (part, row) in wanted)


def check(rkdg, effort, judge):
    found = studies(run_all(rkdg, judge.output / "pressure", chosen(effort)))
    curves = {}
    for degree in (2,) if effort == "quick" else (2, 3):
        low, high = found["viscosity", LOW, degree], found["viscosity", HIGH, degree]
        for name, rows in ((LOW, low), (HIGH, high)):
            for field in ("u", "T"):
                judge.at_least(f"{name}, P{degree}, order of {field}", order(rows, field), degree + 0.8, "theory")
        judge.at_least(f"{LOW}, P{degree}, order of p", order(low, "p"), degree + 0.8, "theory, convection")
        judge.at_least(f"{HIGH}, P{degree}, order of p", order(high, "p"), degree, THEORY)
        judge.near(f"P{degree}, error of u, that at {HIGH} over that at {LOW}", high[-1]["u"] / low[-1]["u"], 1.0, 0.15, "the same space")
        flux = found["flux", f"llf, {HIGH}", degree][-1]["p"] / high[-1]["p"]
        judge.near(f"P{degree}, {HIGH}, error of p, that of llf over that of roe", flux, 1.0, 0.05, "it is not the convective flux's")
        for name, rows in ((LOW, low), (HIGH, high)):
            widths = [(4 / row["cells"]) ** 0.5 for row in rows]
            for field in ("u", "p"):
                curves.setdefault(f"{field}, {name}", {})[degree] = (widths, [row[field] for row in rows])
    judge.draw(convergence("Couette flow, velocity and pressure", WIDTH, "rms error (upper wall: 1)", curves))
