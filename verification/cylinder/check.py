"""Cylinder at Re 100, Mach 0.2: Strouhal number, mean drag and lift amplitude of the settled vortex street."""

from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
PUBLISHED = "bands of published computations (README.md)"


def check(rkdg, effort, judge):
    # The demonstration mesh is coarse: bands twice as wide.
    demo = effort == "quick"
    folder = judge.output / ("cylinder-demo" if demo else "cylinder")
    forces = run(rkdg, here / ("cylinder-demo.ini" if demo else "cylinder.ini"), folder)["forces"]["wall"]
    for what, key, low, high in (
        ("Strouhal number", "strouhal", 0.162, 0.166),
        ("mean drag", "mean_cd", 1.32, 1.37),
        ("lift amplitude", "cl_amplitude", 0.31, 0.34),
    ):
        margin = 0.5 * (high - low) if demo else 0.0
        value = forces[key] if forces[key] is not None else float("nan")
        judge.within(what, value, low - margin, high + margin, PUBLISHED)
    rows = table(folder / "forces.csv")
    time = [row["time"] for row in rows]
    curves = [Curve("CL", time, [row["cl"] for row in rows]), Curve("CD", time, [row["cd"] for row in rows])]
    judge.draw(chart("Cylinder: forces", "time", "coefficient", curves))
