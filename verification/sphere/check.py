"""Sphere at Re 100, Mach 0.1, by Newton's method in 3-D: drag, no force across, and where the flow separates."""

import math
from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
PUBLISHED = "published, incompressible (README.md)"
BAND = 4.0  # degrees, of the means over the circumference that are drawn: the points of a face lie at several
WINDOW = 15.0  # degrees on either side of the published angle, as wide as a cell, where the friction is fitted


def friction_by_angle(points):
    """Angle from the front in degrees, friction along the meridian towards the rear, and area, of the points off the axis."""
    rows = []
    for p in points:
        radius, across = math.hypot(p["x"], p["y"], p["z"]), math.hypot(p["y"], p["z"])
        if across < 1e-6 * radius:
            continue
        cosine, sine = -p["x"] / radius, across / radius
        along = sine * p["cfx"] + cosine * (p["y"] * p["cfy"] + p["z"] * p["cfz"]) / across
        rows.append((math.degrees(math.acos(cosine)), along, p["weight"]))
    return rows


def means(rows):
    """Angles and friction over the circumference."""
    bands = {}
    for angle, along, weight in rows:
        total = bands.setdefault(int(angle / BAND), [0.0, 0.0, 0.0])
        for i, value in enumerate((weight, weight * angle, weight * along)):
            total[i] += value
    return [bands[b][1] / bands[b][0] for b in sorted(bands)], [bands[b][2] / bands[b][0] for b in sorted(bands)]


def separation(rows, near):
    """Where the parabola that fits the friction around the angle `near`, by least squares, turns negative."""
    rows = [(angle - near, along, weight) for angle, along, weight in rows if abs(angle - near) < WINDOW]
    total = sum(weight for _, _, weight in rows)
    mean = sum(weight * t for t, _, weight in rows) / total

    def product(a, b):
        return sum(weight * a(t) * b(t) for t, _, weight in rows)

    # Polynomials that are orthogonal over the points.
    basis = [lambda t: 1.0, lambda t: t - mean]
    slope = product(basis[1], lambda t: basis[1](t) ** 2) / product(basis[1], basis[1])
    constant = product(basis[1], basis[1]) / total
    basis.append(lambda t: basis[1](t) ** 2 - slope * basis[1](t) - constant)
    shares = [sum(weight * along * p(t) for t, along, weight in rows) / product(p, p) for p in basis]

    def fit(t):
        return sum(share * p(t) for share, p in zip(shares, basis))

    low, high = -WINDOW, WINDOW
    if not fit(low) > 0 > fit(high):
        return math.nan
    while high - low > 1e-9:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if fit(middle) > 0 else (low, middle)
    return near + low


def check(rkdg, effort, judge):
    curves = []
    quick = effort == "quick"
    for degree, edges in {"quick": ((2, 2),), "default": ((2, 6),), "full": ((2, 6), (3, 6))}[effort]:
        folder, name = judge.output / f"sphere-p{degree}", f"P{degree}, "
        settings = [f"space.degree={degree}", f"mesh.parameters=kind=hexahedra n={edges} order=2"]
        summary = run(rkdg, here / "sphere.ini", folder, *settings, *(["time.tolerance=1e-6"] if quick else []))
        forces = summary["forces"]["wall"]
        judge.within(name + "residual", summary["residual"], 0, summary["tolerance"])
        judge.note(f"P{degree}: {summary['newton_steps']} steps of Newton's method, {summary['krylov_steps']} of GMRES, "
                   f"{summary['right_hand_sides']} right-hand sides in {summary['wall_seconds']:.0f} s on {summary['device']}")  # fmt: skip
        judge.near(name + "CD", forces["cd"], 1.087, (0.15 if quick else 0.01) * 1.087, PUBLISHED)
        for key in ("cl", "cz"):
            judge.near(name + key.upper(), forces[key], 0, 1e-3 if quick else 1e-6, "symmetry")
        friction = friction_by_angle(table(folder / "surface_wall.csv"))
        curves.append(Curve(f"P{degree}", *means(friction)))
        if not quick:
            judge.near(name + "separation, degrees from the front", separation(friction, 127), 127, 1, PUBLISHED)
    judge.draw(chart("Sphere, Re 100: friction along the meridian", "degrees from the front", "cf", curves))
