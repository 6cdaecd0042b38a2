"""The plane around a circular cylinder of diameter 1: quadrilaterals at the wall, which is curved, and in the wake, triangles beyond.

The quadrilaterals fill the square of side 2 around the cylinder, and a rectangle behind it."""

import math

from plane_mesh import PlaneMsh, blend, circle_line

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


# How far towards the circle each closed line lies, from the innermost on, and whether it has half as many points.
LINES = ((0.022, True), (0.055, False), (0.11, True), (0.19, False), (0.31, False), (0.48, False), (0.71, False), (1.0, False))


def outline(side, width, even, length, growth):
    """Places along the wake. The number of edges around the quadrilaterals, 4 side + 2 (cells along the wake), can be halved twice."""
    wake = Wake(width, even, length, growth)
    while (4 * side + 2 * (len(wake.places) - 1)) % 4:
        wake.places.append(wake.places[-1] + growth * (wake.places[-1] - wake.places[-2]))
    return wake


def write(path, side=10, layers=7, first=0.025, width=0.2, even=4.0, length=7.0, growth=1.13, radius=20.0, order=3):
    """`side`: edges of a quarter of the cylinder; `first`: height of the first cells; returns the corners of the far field."""
    mesh = PlaneMsh()
    line = add_quadrilaterals(mesh, side, layers, first, outline(side, width, even, length, growth), order)
    circle = circle_line(line, (0, 0), radius)
    corners = mesh.fill(lambda part: blend(line, circle, part), LINES, order)
    mesh.write(path)
    return corners


if __name__ == "__main__":
    import sys

    write(sys.argv[1])
