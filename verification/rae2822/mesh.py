"""C-grids of curved quadrilaterals around RAE 2822, from the user's coordinates.

    mesh.py rae2822.csv coarse|fine|finest RADIUS FILE.msh

RADIUS is that of the far field, in chords."""

import csv
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))
from c_grid import Profile, lattice  # noqa: E402
from msh import LINE, QUADRILATERAL, TYPES, places_of, write  # noqa: E402

NOSE_RADIUS = 0.0083  # of the spline through the coordinates
ORDER = 3
GRIDS = {"coarse": dict(ni=104, nj=20, wall=50, height=0.0234), "fine": dict(ni=206, nj=40, wall=98, height=0.0117),
         "finest": dict(ni=412, nj=80, wall=196, height=0.00585)}  # fmt: skip


def make(coordinates, grid, radius, path):
    with open(coordinates) as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        profile = Profile([(float(row["x"]), float(row["y"])) for row in rows])
    ni, nj, wall = grid["ni"], grid["nj"], grid["wall"]
    z = lattice(profile, NOSE_RADIUS, order=ORDER, radius=radius, **grid)
    columns, wake = ORDER * ni, ORDER * (ni - wall) // 2
    numbers, points = {}, []

    def number(i, j):
        """Both sides of the wake share the nodes of row 0."""
        key = (columns - i, 0) if j == 0 and i <= wake else (i, j)
        if key not in numbers:
            points.append((float(f"{z[key[0]][key[1]].real:.10g}"), float(f"{z[key[0]][key[1]].imag:.10g}"), 0.0))
            numbers[key] = len(points)
        return numbers[key]

    quad, line = places_of(QUADRILATERAL, ORDER), places_of(LINE, ORDER)
    elements = [(TYPES[QUADRILATERAL][ORDER], 1, [number(ORDER * i + k, ORDER * j + l) for k, l in quad])
                for j in range(nj) for i in range(ni)]  # fmt: skip

    def edge(tag, place):
        elements.append((TYPES[LINE][ORDER], tag, [number(*place(k)) for (k,) in line]))

    for i in range(ni):
        if (ni - wall) // 2 <= i < (ni + wall) // 2:
            edge(2, lambda k: (ORDER * i + k, 0))
        edge(3, lambda k: (ORDER * i + k, ORDER * nj))
    for j in range(nj):
        edge(3, lambda k: (0, ORDER * j + k))
        edge(3, lambda k: (columns, ORDER * j + k))
    write(path, [(2, 1, "gas"), (1, 2, "rae2822"), (1, 3, "farfield")], points, elements)


if __name__ == "__main__":
    if len(sys.argv) != 5 or sys.argv[2] not in GRIDS:
        sys.exit(__doc__)
    make(sys.argv[1], GRIDS[sys.argv[2]], float(sys.argv[3]), sys.argv[4])
