#!/usr/bin/env python3
"""Errors of the pressure by the distance from the boundaries: by_distance.py RKDG [OUT] runs couette.ini with walls and with data, and
shear-box.ini, on two meshes each, and prints a table.

Distances are parts of the width of the box, but for the row of cells at the boundary.
"""

import math
import sys
from pathlib import Path

from primitive_errors import FIELDS, Exact, deviations
from series import WALLS, here, run_one

PRESSURE = FIELDS.index("p")
LEVELS = (2, 3)
BANDS = ("cells at the boundary", "to 1/8 of the width", "1/8 to 1/4", "1/4 to 1/2")
# Name, case file, width of the box, whether the left and the right side count (else what lies near them is left out).
FLOWS = (
    ("couette, walls", "couette.ini", 2, False, WALLS),
    ("couette, data", "couette.ini", 2, False, ()),
    ("shear, data", "shear-box.ini", 1, True, ()),
)


def profile(exact, folder, width, cell, all_sides):
    """Root mean square error of the pressure in each of BANDS."""
    sums = [[0.0, 0.0] for _ in BANDS]
    for area, places, off in deviations(exact, folder):
        x, y = (sum(place[d] for place in places) / len(places) for d in (0, 1))
        side, wall = min(x, width - x), min(y, width - y)
        if not all_sides and side < width / 8:
            continue
        distance = min(side, wall) if all_sides else wall
        band = 0 if distance < cell else 1 if distance < width / 8 else 2 if distance < width / 4 else 3
        sums[band][0] += area
        sums[band][1] += area * sum(values[PRESSURE] ** 2 for values in off) / len(off)
    return [math.sqrt(squares / total) for total, squares in sums]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(f"usage: {__doc__}")
    rkdg, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2] if len(sys.argv) > 2 else "out/pressure-by-distance")
    print("| error of p, order | degree | " + " | ".join(BANDS) + " |\n" + "|---" * (2 + len(BANDS)) + "|")
    for mu in ("0.02", "0.2"):
        for name, case, width, all_sides, walls in FLOWS:
            for degree in (2, 3):
                found = []
                for level in LEVELS:
                    settings = (f"space.degree={degree}", f"mesh.level={level}", f"gas.mu={mu}", *walls)
                    folder = out / Path(case).stem
                    run_one(rkdg, here / case, folder, settings)
                    found.append(profile(Exact(here / case, settings), folder, width, width / (4 * 2**level), all_sides))
                cells = " | ".join(f"{fine:.1e}, {math.log2(coarse / fine):.2f}" for coarse, fine in zip(*found))
                print(f"| {name}, mu = {mu} | {degree} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
