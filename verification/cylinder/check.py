"""Cylinder at Re 100, Mach 0.2: Strouhal number, mean drag and lift amplitude of the settled vortex street."""

from pathlib import Path

from study import run

here = Path(__file__).resolve().parent


def check(rkdg, quick, judge):
    # The demonstration mesh is coarse: bands twice as wide.
    case = "cylinder-demo.ini" if quick else "cylinder.ini"
    forces = run(rkdg, here / case)["forces"]["wall"]
    widen = 1.0 if quick else 0.0
    for what, key, low, high in (
        ("Strouhal number", "strouhal", 0.162, 0.166),
        ("mean drag", "mean_cd", 1.32, 1.37),
        ("lift amplitude", "cl_amplitude", 0.31, 0.34),
    ):
        margin = widen * 0.5 * (high - low)
        value = forces[key] if forces[key] is not None else float("nan")
        judge.within(what, value, low - margin, high + margin)
