"""Planes of quadrilaterals around a body and in its wake, with triangles beyond: closed lines, whose edges become fewer, up to a circle."""

import math

from msh import LINE, TRIANGLE, TYPES, Msh, places_of


def blend(inner, outer, part):
    return [(a + part * (c - a), b + part * (d - b)) for (a, b), (c, d) in zip(inner, outer)]


def circle_line(line, center, radius):
    """Points on a circle for those of a closed line, counter-clockwise: nearly at equal angles, turned as the line is."""
    angles = []
    for x, y in line:
        angle = math.atan2(y - center[1], x - center[0])
        while angles and angle < angles[-1] - math.pi:
            angle += 2 * math.pi
        angles.append(angle)
    n = len(line)
    even = [angles[0] + 2 * math.pi * k / n for k in range(n)]
    shift = sum(a - b for a, b in zip(angles, even)) / n
    mixed = [0.1 * a + 0.9 * (b + shift) for a, b in zip(angles, even)]
    return [(center[0] + radius * math.cos(angle), center[1] + radius * math.sin(angle)) for angle in mixed]


def outwards(line, smoothings=4):
    """Unit vectors out of a counter-clockwise closed line at its points, averaged over neighbours."""
    n = len(line)
    vectors = [(line[(k + 1) % n][1] - line[k - 1][1], line[k - 1][0] - line[(k + 1) % n][0]) for k in range(n)]
    for _ in range(smoothings):
        vectors = [(x / math.hypot(x, y), y / math.hypot(x, y)) for x, y in vectors]
        vectors = [tuple(vectors[k - 1][i] + 2 * vectors[k][i] + vectors[(k + 1) % n][i] for i in (0, 1)) for k in range(n)]
    return [(x / math.hypot(x, y), y / math.hypot(x, y)) for x, y in vectors]


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


class PlaneMsh(Msh):
    """Blocks of quadrilaterals, and triangles with straight edges."""

    def __init__(self):
        super().__init__(2)

    def _add_triangle(self, order, corners):
        (ax, ay), (bx, by), (cx, cy) = corners
        nodes = [self._node((ax + (bx - ax) * i / order + (cx - ax) * j / order, ay + (by - ay) * i / order + (cy - ay) * j / order))
                 for i, j in places_of(TRIANGLE, order)]  # fmt: skip
        self._elements.append((TYPES[TRIANGLE][order], self._group(2, "gas"), nodes))

    def _add_edge(self, name, order, start, end):
        places = [0, order, *range(1, order)]
        nodes = [self._node(tuple(a + (b - a) * k / order for a, b in zip(start, end))) for k in places]
        self._elements.append((TYPES[LINE][order], self._group(1, name), nodes))

    def add_line(self, count, point, cells, name, order):
        """A boundary along those of `count` edges that `cells` numbers; `point` maps 0 to 1 to places."""
        for k in cells:
            places = [0, order, *range(1, order)]
            nodes = [self._node(point((order * k + i) / (order * count))) for i in places]
            self._elements.append((TYPES[LINE][order], self._group(1, name), nodes))

    def fill(self, line_at, lines, order):
        """Triangles outwards from a closed line, line_at(0), to line_at(1), the boundary `farfield`. `lines` gives, from the innermost on, the
        place of each further line, and whether it has half as many points. Returns the corners of the last one."""
        inner, step = line_at(0), 1
        for part, halved in lines:
            step *= 2 if halved else 1
            following = line_at(part)[::step]
            for corners in triangles_between(inner, following):
                self._add_triangle(order, corners)
            inner = following
        for a, b in zip(inner, inner[1:] + inner[:1]):
            self._add_edge("farfield", order, a, b)
        return inner
