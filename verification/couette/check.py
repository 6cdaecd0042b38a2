"""Couette flow: order p + 1 of the density error, and its size against the best that the space allows."""

import csv
from pathlib import Path

from study import converge, finest

here = Path(__file__).resolve().parent


def projection_floor():
    """Smallest possible L2 error of the density: {(mesh, cells, degree): error}."""
    with open(here / "projection_floor.csv") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {(row["mesh"], int(row["cells"]), int(row["degree"])): float(row["error"]) for row in rows}


def check(rkdg, quick, judge):
    degrees, levels = ((1, 2), 2) if quick else ((1, 2, 3), 3)
    floor = projection_floor()
    for mesh in ("tri", "quad"):
        rows = converge(rkdg, here / f"couette-{mesh}.ini", degrees, levels)
        for degree in degrees:
            row = finest(rows, degree)
            best = floor[mesh, row["cells"], degree]
            # Coarse pairs are not yet at their order: only the full study is judged by it closely.
            slack = 0.4 if quick else 0.2
            order = row["order"]["rho"]
            judge.within(f"{mesh}, degree {degree}, order of rho", order, degree + 1 - slack, degree + 1 + slack)
            error = row["errors"]["l2"]["rho"]
            judge.within(f"{mesh}, degree {degree}, error over the least possible", error / best, 1.0, 5.0)
