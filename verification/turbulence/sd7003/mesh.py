"""The plane around the airfoil SD7003 of chord 1: a C of quadrilaterals along its curved wall and its wake, and triangles beyond."""

import math
from bisect import bisect_right
from pathlib import Path

from plane_mesh import PlaneMsh, blend, circle_line, outwards
from study import table

here = Path(__file__).resolve().parent


class Spline:
    """A natural cubic spline through places, by the lengths of the chords between them."""

    def __init__(self, places):
        self.lengths = [0.0]
        for a, b in zip(places, places[1:]):
            self.lengths.append(self.lengths[-1] + math.dist(a, b))
        self._components = [(values, self._bends(values)) for values in zip(*places)]

    def _bends(self, values):
        """Second derivatives at the places, by elimination in the system of three diagonals."""
        s, n = self.lengths, len(values)
        factor, right = [0.0] * n, [0.0] * n
        for i in range(1, n - 1):
            before, after = s[i] - s[i - 1], s[i + 1] - s[i]
            pivot = 2 * (before + after) - before * factor[i - 1]
            factor[i] = after / pivot
            slopes = (values[i + 1] - values[i]) / after - (values[i] - values[i - 1]) / before
            right[i] = (6 * slopes - before * right[i - 1]) / pivot
        bends = [0.0] * n
        for i in range(n - 2, 0, -1):
            bends[i] = right[i] - factor[i] * bends[i + 1]
        return bends

    def at(self, length, derivative=False):
        s = self.lengths
        k = min(max(bisect_right(s, length) - 1, 0), len(s) - 2)
        h = s[k + 1] - s[k]
        a, b = (s[k + 1] - length) / h, (length - s[k]) / h
        found = []
        for values, bends in self._components:
            if derivative:
                found.append((values[k + 1] - values[k]) / h + h / 6 * ((3 * b * b - 1) * bends[k + 1] - (3 * a * a - 1) * bends[k]))
            else:
                found.append(a * values[k] + b * values[k + 1] + h * h / 6 * ((a**3 - a) * bends[k] + (b**3 - b) * bends[k + 1]))
        return found


def stretched(count, first, last, length):
    """Places from 0 to `length`: widths follow a parabola in the number of the cell, from about `first` to about `last` at both ends."""
    middle = 1.5 * length / count - (first + last) / 4
    widths = [first * (1 - t) * (1 - 2 * t) + last * t * (2 * t - 1) + 4 * t * (1 - t) * middle for t in ((k + 0.5) / count for k in range(count))]
    total, places = sum(widths), [0.0]
    for width in widths:
        places.append(places[-1] + width * length / total)
    return places


def geometric(count, first, length):
    """Places from 0 to `length`, whose distances grow by one factor from `first`."""
    low, high = 1e-6, 10.0
    for _ in range(100):
        ratio = (low + high) / 2
        low, high = (ratio, high) if first * sum(ratio**k for k in range(count)) < length else (low, ratio)
    return [first * sum(ratio**k for k in range(n)) for n in range(count + 1)]


def between(places, part):
    at = part * (len(places) - 1)
    k = min(int(at + 1e-9), len(places) - 2)
    return places[k] + (at - k) * (places[k + 1] - places[k])


class CGrid:
    """Lines from the wall and the cut of the wake outwards. The C runs below the cut upstream, along the lower side, around the nose, and
    back above the cut."""

    def __init__(self, upper, lower, wake, layers, first, thickness, wake_length, trailing):
        places = [(row["x"], row["y"]) for row in table(here / "sd7003.csv")]
        self._spline = Spline(places)
        length = self._spline.lengths[-1]
        nose = min(zip(self._spline.lengths, places), key=lambda item: item[1][0])[0]
        above = stretched(upper, trailing, 0.006, nose)
        below = stretched(lower, 0.006, 1.5 * trailing, length - nose)
        # Lengths along the spline, which runs from the trailing edge over the upper side; the C runs against it.
        self._wall = [*above, *(nose + s for s in below[1:])][::-1]
        self._cut = geometric(wake, trailing, wake_length)
        self.counts = (2 * wake + upper + lower, layers)
        self._heights, self._thickness = [h / thickness for h in geometric(layers, first, thickness)], thickness
        self._wake, self._upper, self._lower = wake, upper, lower

    def _base(self, at):
        """Place, and direction outwards, at a number between 0 and counts[0] along the C; and the share of the wake behind it."""
        wall_end = self._wake + self._lower + self._upper
        if at <= self._wake or at >= wall_end:
            side = -1.0 if at <= self._wake else 1.0
            behind = self._wake - at if side < 0 else at - wall_end
            x = between(self._cut, behind / self._wake)
            return (1 + x, 0.1 * x * x), (0.0, side), behind / self._wake
        s = between(self._wall, (at - self._wake) / (self._lower + self._upper))
        (x, y), (dx, dy) = self._spline.at(s), self._spline.at(s, derivative=True)
        # Outwards is to the right of the direction in which lengths grow; towards the trailing edge it turns upright.
        nx, ny = dy, -dx
        nx, ny = nx / math.hypot(nx, ny), ny / math.hypot(nx, ny)
        turn = min(1.0, max(0.0, (x - 0.8) / 0.2)) ** 2
        nx, ny = (1 - turn) * nx, (1 - turn) * ny + turn * math.copysign(1, ny)
        return (x, y), (nx / math.hypot(nx, ny), ny / math.hypot(nx, ny)), 0.0

    def _outer(self, at):
        (x, y), (nx, ny), _ = self._base(at)
        return x + nx * self._thickness, y + ny * self._thickness

    def point(self, a, b):
        """Between the wall and the outer line, which is straight from one corner to the next, as the triangles beyond it are."""
        at = a * self.counts[0]
        (x, y), _, behind = self._base(at)
        k = min(int(at + 1e-9), self.counts[0] - 1)
        outer = [p + (at - k) * (q - p) for p, q in zip(self._outer(k), self._outer(k + 1))]
        # Layers become as high as one another towards the end of the wake.
        part = (1 - behind) * between(self._heights, b) + behind * b
        return x + part * (outer[0] - x), y + part * (outer[1] - y)

    def outline(self):
        """The closed line around the C, counter-clockwise, from the end of the cut on."""
        ni, nj = self.counts
        end = [self.point(1, j / nj) for j in range(nj)]
        around = [self.point(1 - i / ni, 1) for i in range(ni)]
        return end + around + [self.point(0, 1 - j / nj) for j in range(nj)]


def lines_around(line, radius):
    """Lines that leave a closed line along its normals, and approach a circle."""
    circle, normals = circle_line(line, (0.5, 0), radius), outwards(line)

    def line_at(part):
        offset = [(x + radius * part * nx, y + radius * part * ny) for (x, y), (nx, ny) in zip(line, normals)]
        return blend(offset, circle, part**1.3)

    return line_at


# How far towards the circle each closed line lies, from the innermost on, and whether it has half as many points.
LINES = ((0.0025, True), (0.0065, False), (0.014, True), (0.026, False), (0.046, False), (0.08, False), (0.14, False), (0.25, True), (0.5, False), (1.0, False))


def write(path, upper=46, lower=24, wake=16, layers=9, first=0.0035, thickness=0.13, wake_length=0.5, trailing=0.012, radius=20.0, order=3):
    """Cells along both sides, along the wake and across; heights and lengths in chords. Returns the corners of the far field."""
    grid = CGrid(upper, lower, wake, layers, first, thickness, wake_length, trailing)
    mesh = PlaneMsh()
    mesh.add(grid.counts, grid.point, {}, order=order)
    mesh.add_line(grid.counts[0], lambda a: grid.point(a, 0), range(wake, wake + upper + lower), "wall", order)
    line = grid.outline()
    corners = mesh.fill(lines_around(line, radius), LINES, order)
    mesh.write(path)
    return corners


if __name__ == "__main__":
    import sys

    write(sys.argv[1])
