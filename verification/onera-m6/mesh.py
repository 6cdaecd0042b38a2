"""Hexahedra and prisms of second order around the ONERA M6 wing: C-grids of its sections, stacked along the span.

    mesh.py tiny|coarse|fine FILE.msh

Beyond the tip the layers continue; cells between both sides of the section, prisms at its nose and trailing edge, fill the place of
the wing. Lengths are in chords at the root."""

import csv
import math
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.append(str(here.parent))
from c_grid import Profile, lattice, stretched, stretching  # noqa: E402
from msh import HEXAHEDRON, LINE, QUADRILATERAL, TRIANGLE, TYPES, places_of, write  # noqa: E402

SPAN, TAPER, SWEEP = 1.1963 / 0.8059, 0.562, math.radians(30)
NOSE_RADIUS = 0.0146  # of the section
RADIUS, WIDTH = 30, 25  # of the far field around the wing, and across the stream
CAP = 0.5  # height of the tip's cap over half the thickness: a parabola, 45 degrees steep at its edges
ORDER, PRISM = 2, 13
# Cells along and across the C, along the section, through its thickness, along the span and beyond.
GRIDS = {
    "tiny": dict(ni=40, nj=8, wall=20, height=0.06, through=2, span=5, beyond=4),
    "coarse": dict(ni=72, nj=14, wall=40, height=0.035, through=2, span=9, beyond=6),
    "fine": dict(ni=112, nj=20, wall=64, height=0.0234, through=2, span=14, beyond=9),
}


def section():
    with open(here / "section.csv") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        upper = [(float(row["x"]), float(row["y"])) for row in rows]
    return Profile(upper[::-1] + [(x, -y) for x, y in upper[1:]])


def stations(span, beyond):
    """Places of layers along the span, closer at the tip, and of those half way."""
    b = stretching(0.45)
    inner = [SPAN * (1 - stretched(b, 1 - k / span)) for k in range(span)]
    last = SPAN - inner[-1]
    b = stretching(last * beyond / (WIDTH - SPAN))
    outer = [SPAN + (WIDTH - SPAN) * stretched(b, k / beyond) for k in range(beyond + 1)]
    whole = inner + outer
    return [z for a, c in zip(whole, whole[1:]) for z in (a, 0.5 * (a + c))] + [whole[-1]]


class Wing:
    """Nodes of the layers, numbered as cells need them."""

    def __init__(self, grid):
        self.grid = grid
        self.plane = lattice(section(), NOSE_RADIUS, grid["ni"], grid["nj"], grid["wall"], ORDER, RADIUS, grid["height"])
        self.stations = stations(grid["span"], grid["beyond"])
        self.columns, self.wake = ORDER * grid["ni"], ORDER * (grid["ni"] - grid["wall"]) // 2
        self.chordwise, self.through = ORDER * grid["wall"] // 2, ORDER * grid["through"]
        self.points, self._numbers = [], {}

    def outside(self, i, j):
        """Both sides of the wake share the nodes of row 0."""
        return ("outside", self.columns - i, 0) if j == 0 and i <= self.wake else ("outside", i, j)

    def inside(self, a, m):
        """Node between both sides of the section: a from the nose to the trailing edge, m from the lower side to the upper one."""
        if a in (0, self.chordwise) or m in (0, self.through):
            return self.outside(self.columns // 2 + (a if m > 0 else -a), 0)
        return ("inside", a, m)

    def _in_plane(self, key):
        """Where a node lies in the section of chord 1, and how far the cap lifts it."""
        kind, a, m = key
        if kind == "outside":
            return self.plane[a][m], 0.0
        if a == 1:  # edges to the nose are straight
            place, lift = self._in_plane((kind, 2, m))
            return 0.5 * place, 0.5 * lift
        contour, eta = self.plane[self.columns // 2 + a][0], 2 * m / self.through - 1
        return complex(contour.real, eta * contour.imag), CAP * TAPER * contour.imag * (1 - eta * eta)

    def node(self, key, layer):
        if (key, layer) not in self._numbers:
            place, lift = self._in_plane(key)
            z = self.stations[layer]
            along = min(z / SPAN, 1)
            # Sections shrink and move downstream near the wing, not at the far field.
            near = 1 / (1 + (max(abs(place - 0.5) - 1, 0) / 5) ** 2)
            moved = place + near * ((TAPER - 1) * along * place + math.tan(SWEEP) * along * SPAN)
            z += lift * math.exp(-(z - SPAN) / 0.25)
            self.points.append(tuple(float(f"{x:.8g}") for x in (moved.real, moved.imag, z)))
            self._numbers[key, layer] = len(self.points)
        return self._numbers[key, layer]


def triangle_at(wing, cell, apex, row):
    """Keys of the corners and of the edges' middles of a triangle at the nose (apex 0) or at the trailing edge."""
    a, m = ORDER * cell, ORDER * row
    far = a + ORDER if apex == 0 else a
    tip = 0 if apex == 0 else a + ORDER
    ends = (m, m + ORDER) if apex == 0 else (m + ORDER, m)
    return [wing.inside(tip, ends[0]), wing.inside(far, ends[0]), wing.inside(far, ends[1]),
            wing.inside(a + 1, ends[0]), wing.inside(far, m + 1), wing.inside(a + 1, ends[1])]  # fmt: skip


def prism(wing, keys, layer):
    low, middle, high = ([wing.node(key, layer + k) for key in keys] for k in range(3))
    return low[:3] + high[:3] + [low[3], low[5], middle[0], low[4], middle[1], middle[2], high[3], high[5], high[4],
                                 middle[3], middle[5], middle[4]]  # fmt: skip


def make(grid, path):
    wing, elements = Wing(grid), []
    ni, nj, wall, span = grid["ni"], grid["nj"], grid["wall"], grid["span"]
    layers, half, through = span + grid["beyond"], wall // 2, grid["through"]
    gas, wing_tag, symmetry, farfield = 1, 2, 3, 4
    hexahedron, quad = places_of(HEXAHEDRON, ORDER), places_of(QUADRILATERAL, ORDER)

    def cell(key, i, j, k):
        nodes = [wing.node(key(ORDER * i + a, ORDER * j + b), ORDER * k + c) for a, b, c in hexahedron]
        elements.append((TYPES[HEXAHEDRON][ORDER], gas, nodes))

    def face(tag, at):
        elements.append((TYPES[QUADRILATERAL][ORDER], tag, [wing.node(*at(a, b)) for a, b in quad]))

    def plane_faces(tag, k, inner):
        for i in range(ni if not inner else 0):
            for j in range(nj):
                face(tag, lambda a, b: (wing.outside(ORDER * i + a, ORDER * j + b), ORDER * k))
        for row in range(through if inner else 0):
            for column in range(1, half - 1):
                face(tag, lambda a, b: (wing.inside(ORDER * column + a, ORDER * row + b), ORDER * k))
            for column in (0, half - 1):
                keys = triangle_at(wing, column, column, row)
                elements.append((TYPES[TRIANGLE][ORDER], tag, [wing.node(key, ORDER * k) for key in keys]))

    for k in range(layers):
        for i in range(ni):
            for j in range(nj):
                cell(wing.outside, i, j, k)
            face(farfield, lambda a, b: (wing.outside(ORDER * i + a, ORDER * nj), ORDER * k + b))
            if k < span and (ni - wall) // 2 <= i < (ni + wall) // 2:
                face(wing_tag, lambda a, b: (wing.outside(ORDER * i + a, 0), ORDER * k + b))
        for j in range(nj):
            for i in (0, ORDER * ni):
                face(farfield, lambda a, b: (wing.outside(i, ORDER * j + a), ORDER * k + b))
        for row in range(through if k >= span else 0):
            for column in range(1, half - 1):
                cell(wing.inside, column, row, k)
            for column in (0, half - 1):
                keys = triangle_at(wing, column, column, row)
                elements.append((PRISM, gas, prism(wing, keys, ORDER * k)))
    plane_faces(symmetry, 0, inner=False)
    plane_faces(wing_tag, span, inner=True)
    for inner in (False, True):
        plane_faces(symmetry, layers, inner)
    groups = [(3, gas, "gas"), (2, wing_tag, "wing"), (2, symmetry, "symmetry"), (2, farfield, "farfield")]
    write(path, groups, wing.points, elements)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in GRIDS:
        sys.exit(__doc__)
    make(GRIDS[sys.argv[1]], sys.argv[2])
