#!/usr/bin/env python3
"""Writes the coordinates of an airfoil with a flap, and prints their lift by a panel method: python3 profiles.py FILE.csv.

The main element is NACA 4412, the flap NACA 0012 of 30 % chord at 20 degrees. The panel method (Hess and Smith) solves the
incompressible potential flow with sources and one vortex strength for each element. Prandtl and Glauert's factor makes its
lift that of the Mach number of the case.
"""

import math
import sys

ALPHA, MACH = math.radians(4), 0.15  # as in the case
FLAP_ANGLE, FLAP_CHORD, FLAP_NOSE = math.radians(20), 0.3, (1.0, -0.02)


def naca(digits, half):
    """Points of a four-digit profile with a sharp end, from there over the lower side and the nose back to it."""
    camber, place, thickness = int(digits[0]) / 100, int(digits[1]) / 10, int(digits[2:]) / 100
    lower, upper = [], []
    for i in range(half + 1):
        x = (1 + math.cos(math.pi * i / half)) / 2
        # The last coefficient closes the end.
        t = 5 * thickness * (0.2969 * math.sqrt(x) - 0.1260 * x - 0.3516 * x**2 + 0.2843 * x**3 - 0.1036 * x**4)
        y = slope = 0.0
        if camber > 0:
            part = place if x < place else 1 - place
            y = camber / part**2 * (2 * place * x - x**2 + (0 if x < place else 1 - 2 * place))
            slope = 2 * camber / part**2 * (place - x)
        angle = math.atan(slope)
        lower.append((x + t * math.sin(angle), y - t * math.cos(angle)))
        upper.append((x - t * math.sin(angle), y + t * math.cos(angle)))
    return lower[:-1] + upper[::-1][:-1]


def elements(half):
    c, s = math.cos(FLAP_ANGLE), math.sin(FLAP_ANGLE)
    flap = [(FLAP_NOSE[0] + FLAP_CHORD * (x * c + y * s), FLAP_NOSE[1] + FLAP_CHORD * (y * c - x * s)) for x, y in naca("0012", half)]
    return {"main": naca("4412", half), "flap": flap}


def solved(matrix, right):
    """By Gauss' elimination with pivots."""
    n = len(right)
    rows = [row + [value] for row, value in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            if factor != 0.0:
                rows[i][k:] = [a - factor * b for a, b in zip(rows[i][k:], rows[k][k:])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


class Panel:
    def __init__(self, a, b):
        self.a, self.length = a, math.dist(a, b)
        self.t = ((b[0] - a[0]) / self.length, (b[1] - a[1]) / self.length)
        self.n = (-self.t[1], self.t[0])  # out of the body, around which the points run clockwise
        self.middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)

    def velocities(self, other):
        """Those of a unit source and of a unit vortex on this panel, in the middle of the other one."""
        dx, dy = other.middle[0] - self.a[0], other.middle[1] - self.a[1]
        x, y = dx * self.t[0] + dy * self.t[1], dx * self.n[0] + dy * self.n[1]
        log = math.log(math.hypot(x, y) / math.hypot(x - self.length, y)) / (2 * math.pi)
        angle = 0.5 if other is self else (math.atan2(y, x - self.length) - math.atan2(y, x)) / (2 * math.pi)
        turned = lambda u, v: (u * self.t[0] + v * self.n[0], u * self.t[1] + v * self.n[1])  # noqa: E731
        return turned(log, angle), turned(-angle, log)


def lift(half):
    """The lift coefficient of incompressible flow, about the chord of the main element."""
    groups = []
    for points in elements(half).values():
        groups.append([Panel(a, b) for a, b in zip(points, points[1:] + points[:1])])
    panels = [panel for group in groups for panel in group]
    stream = (math.cos(ALPHA), math.sin(ALPHA))
    dot = lambda a, b: a[0] * b[0] + a[1] * b[1]  # noqa: E731
    induced = [[source.velocities(at) for source in panels] for at in panels]
    starts = [sum(map(len, groups[:k])) for k in range(len(groups) + 1)]

    def row(i, direction):
        sources = [dot(induced[i][j][0], direction) for j in range(len(panels))]
        vortices = [sum(dot(induced[i][j][1], direction) for j in range(starts[k], starts[k + 1])) for k in range(len(groups))]
        return sources + vortices

    matrix = [row(i, panel.n) for i, panel in enumerate(panels)]
    right = [-dot(stream, panel.n) for panel in panels]
    for k in range(len(groups)):  # the speeds on both sides of a trailing edge are equal
        first, last = starts[k], starts[k + 1] - 1
        matrix.append([a + b for a, b in zip(row(first, panels[first].t), row(last, panels[last].t))])
        right.append(-dot(stream, panels[first].t) - dot(stream, panels[last].t))
    strengths = solved(matrix, right)[len(panels) :]
    circulation = sum(strength * panel.length for strength, group in zip(strengths, groups) for panel in group)
    return 2 * abs(circulation)


def main():
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("element,x,y\n")
        for name, points in elements(100).items():
            file.writelines(f"{name},{x:.12f},{y:.12f}\n" for x, y in points)
    coarse, fine = lift(30), lift(60)
    print(f"incompressible lift by panels: {coarse:.4f} with 60 panels an element, {fine:.4f} with 120")
    print(f"extrapolated, at Mach {MACH}: {(2 * fine - coarse) / math.sqrt(1 - MACH**2):.3f}")


if __name__ == "__main__":
    main()
