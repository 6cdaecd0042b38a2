"""The plane around a circular cylinder of diameter 1: quadrilaterals at the wall, which is curved, and in the wake, triangles beyond.

The quadrilaterals fill the square of side 2 around the cylinder, and a rectangle behind it. Around both lie closed lines, whose edges
become fewer outwards, up to a circle. Triangles fill the space between two of them."""

import math

from msh import LINE, TRIANGLE, TYPES, Msh, places_of

RADIUS, HALF = 0.5, 1.0


class Wake:
    """Places along the wake, from the square on: cells of equal width up to `even`, then a geometric growth up to `length`."""

    def __init__(self, width, even, length, growth):
        self.places = [HALF + k * width for k in range(round((even - HALF) / width) + 1)]
        while self.places[-1] < length:
            width *= growth
            self.places.append(self.places[-1] + width)


def heights(count, first):
    """Places across the ring, 0 to 1, whose distances grow geometrically from `first`."""
    low, high = 1.0, 3.0
    for _ in range(100):
        ratio = (low + high) / 2
        if first * sum(ratio**k for k in range(count)) < 1:
            low = ratio
        else:
            high = ratio
    places = [first * sum(ratio**k for k in range(n)) for n in range(count + 1)]
    return [place / places[-1] for place in places]


def between(places, part):
    """The place of a lattice coordinate, 0 to 1, linear between the lines of the lattice."""
    at = part * (len(places) - 1)
    k = min(int(at + 1e-9), len(places) - 2)
    return places[k] + (at - k) * (places[k + 1] - places[k])


def ring_point(quarter, levels):
    """Of one quarter of the ring: turned by 90 degrees from the quarter that faces the wake."""

    def point(a, b):
        angle = math.pi / 4 * (2 * a - 1)
        out = between(levels, b)
        # Rays to points of equal distances on the square; they start at equal angles on the wall.
        wall = RADIUS * math.cos(angle), RADIUS * math.sin(angle)
        square = HALF, HALF * (2 * a - 1)
        x, y = (p + out * (q - p) for p, q in zip(wall, square))
        for _ in range(quarter):
            x, y = -y, x
        return x, y

    return point


def add_quadrilaterals(mesh, side, layers, first, wake, order):
    """Returns the outer line as points, counter-clockwise from the lower corner in the wake."""
    levels = heights(layers, first / (HALF - RADIUS))
    for quarter in range(4):
        mesh.add((side, layers), mirrored(ring_point(quarter, levels)), {(1, 0): "wall"}, order=order)
    count = len(wake.places) - 1
    mesh.add((count, side), lambda a, b: (between(wake.places, a), HALF * (2 * b - 1)), {}, order=order)
    along = [HALF * (2 * k / side - 1) for k in range(side)]
    line = [(wake.places[-1], y) for y in along]
    line += [(x, HALF) for x in reversed(wake.places)]
    line += [(-x, HALF) for x in along[1:]]
    line += [(-HALF, -y) for y in along]
    line += [(x, -HALF) for x in along]
    return line + [(x, -HALF) for x in wake.places[:-1]]


def mirrored(point):
    """Counter-clockwise cells: the first direction of the lattice runs clockwise around the cylinder."""
    return lambda a, b: point(1 - a, b)


def circle_line(line, radius):
    """Points on a circle, at the angles of a line's points, which become even by half towards equal angles."""
    angles = []
    for x, y in line:
        angle = math.atan2(y, x)
        while angles and angle < angles[-1] - 1e-9:
            angle += 2 * math.pi
        angles.append(angle)
    n = len(line)
    even = [angles[0] + 2 * math.pi * k / n for k in range(n)]
    shift = sum(a - b for a, b in zip(angles, even)) / n
    mixed = [0.1 * a + 0.9 * (b + shift) for a, b in zip(angles, even)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in mixed]


def blend(inner, outer, part):
    return [(a + part * (c - a), b + part * (d - b)) for (a, b), (c, d) in zip(inner, outer)]


def triangles_between(inner, outer):
    """Counter-clockwise triangles between closed lines of as many, or half as many, points outside."""
    n, m = len(inner), len(outer)
    for k in range(m):
        c, d = outer[k], outer[(k + 1) % m]
        if n == m:
            a, b = inner[k], inner[(k + 1) % n]
            yield from ((a, c, b), (b, c, d)) if k % 2 else ((a, c, d), (a, d, b))
        else:
            a, b, e = inner[2 * k], inner[2 * k + 1], inner[(2 * k + 2) % n]
            yield from ((a, c, b), (b, c, d), (b, d, e))


# How far towards the circle each closed line lies, from the innermost on, and whether it has half as many points.
LINES = ((0.022, True), (0.055, False), (0.11, True), (0.19, False), (0.31, False), (0.48, False), (0.71, False), (1.0, False))


def add_triangles(mesh, line, radius, order):
    """Returns the points of the outermost line."""
    outer = circle_line(line, radius)
    inner, step = line, 1
    for part, halved in LINES:
        step *= 2 if halved else 1
        following = blend(line, outer, part)[::step]
        for corners in triangles_between(inner, following):
            mesh.add_cell(TRIANGLE, order, corners)
        inner = following
    for a, b in zip(inner, inner[1:] + inner[:1]):
        mesh.add_edge("farfield", order, a, b)
    return inner


class PlaneMsh(Msh):
    """Blocks of quadrilaterals, and single triangles with straight edges."""

    def add_cell(self, kind, order, corners):
        (ax, ay), (bx, by), (cx, cy) = corners
        nodes = [self._node((ax + (bx - ax) * i / order + (cx - ax) * j / order, ay + (by - ay) * i / order + (cy - ay) * j / order))
                 for i, j in places_of(kind, order)]  # fmt: skip
        self._elements.append((TYPES[kind][order], self._group(2, "gas"), nodes))

    def add_edge(self, name, order, start, end):
        places = [0, order, *range(1, order)]
        nodes = [self._node(tuple(a + (b - a) * k / order for a, b in zip(start, end))) for k in places]
        self._elements.append((TYPES[LINE][order], self._group(1, name), nodes))


def outline(side, width, even, length, growth):
    """Places along the wake. The number of edges around the quadrilaterals, 4 side + 2 (cells along the wake), can be halved twice."""
    wake = Wake(width, even, length, growth)
    while (4 * side + 2 * (len(wake.places) - 1)) % 4:
        wake.places.append(wake.places[-1] + growth * (wake.places[-1] - wake.places[-2]))
    return wake


def write(path, side=10, layers=7, first=0.025, width=0.2, even=4.0, length=7.0, growth=1.13, radius=20.0, order=3):
    """`side`: edges of a quarter of the cylinder; `first`: height of the first cells; returns the corners of the far field."""
    mesh = PlaneMsh(2)
    line = add_quadrilaterals(mesh, side, layers, first, outline(side, width, even, length, growth), order)
    corners = add_triangles(mesh, line, radius, order)
    mesh.write(path)
    return corners


if __name__ == "__main__":
    import sys

    write(sys.argv[1])
