#!/usr/bin/env python3
"""Mean flow of the wake, averaged over the span, from mean.vtu: along the centre line, and across it at three places.

    wake.py MEAN.vtu FOLDER    # writes centre.csv and across.csv, in units of the stream
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    sys.path[:0] = [str(here.parent), str(here.parent.parent)]

from span_mean import NAMES, plane, profile

STREAM = 0.2
PLACES = (1.06, 1.54, 2.02, 3.0, 4.0)
UNITS = (STREAM, STREAM, *(STREAM**2,) * 5)
EDGE = 1e-6


def in_units(values):
    return [value / unit for value, unit in zip(values, UNITS)]


def wake(path):
    """Rows of the centre line (x and NAMES), and across the wake (x, y and NAMES)."""
    # The rectangle behind the square, whose columns are straight, and y = 0 within the square.
    columns = plane(path, lambda x, y: x < 7 and (abs(y) < EDGE and x > 0.5 - EDGE or x > 1 - EDGE and abs(y) < 1 + EDGE))
    centre = [[x, *in_units(values)] for x, column in sorted(columns.items()) for y, values in column.items() if abs(y) < EDGE]
    columns = {x: column for x, column in columns.items() if len(column) > 1}
    return centre, [[x, row[0], *in_units(row[1:])] for x in PLACES for row in profile(columns, x)]


def write(path, names, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(names) + "\n")
        for row in rows:
            file.write(",".join(f"{value:.7g}" for value in row) + "\n")


if __name__ == "__main__":
    along, across = wake(sys.argv[1])
    write(Path(sys.argv[2]) / "centre.csv", ("x", *NAMES), along)
    write(Path(sys.argv[2]) / "across.csv", ("x", "y", *NAMES), across)
