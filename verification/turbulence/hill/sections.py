#!/usr/bin/env python3
"""Mean velocity and stresses of the flow over a hill at places along it, averaged over the span, from mean.vtu.

    sections.py MEAN.vtu > sections.csv    # in units of the bulk velocity over the crest
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    sys.path[:0] = [str(here.parent), str(here.parent.parent)]

from span_mean import plane, profile

BULK = 0.2
PLACES = (0.05, 0.5, 1, 2, 3, 4, 5, 6, 7, 8)
COLUMNS = ("x", "y", "U", "V", "uu", "vv", "ww", "uv")
UNITS = (1, BULK, BULK, BULK**2, BULK**2, BULK**2, BULK**2)


def sections(path):
    """Rows with COLUMNS as keys, in units of the bulk velocity."""
    columns = plane(path)
    return [dict(zip(COLUMNS, (x, *(value / unit for value, unit in zip(row, UNITS))))) for x in PLACES for row in profile(columns, x)]


if __name__ == "__main__":
    print(",".join(COLUMNS))
    for row in sections(sys.argv[1]):
        print(",".join(f"{row[name]:.7g}" for name in COLUMNS))
