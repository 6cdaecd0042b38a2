"""Sedov's point explosion: the radius of the shock along an axis and along a diagonal."""

import math
from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
RADIUS = {2: 0.75, 3: 1.0}
SOURCE = "Kamm and Timmes 2007"
ALLOWED = 0.01


def densities(folder, dim):
    """[(radius, density)] at the end along each of the two lines of probes."""
    rows = table(folder / "probes.csv")
    last = max(row["time"] for row in rows)
    points = [(math.hypot(*(row[x] for x in "xyz"[:dim])), row["rho"]) for row in rows if row["time"] == last]
    return points[: len(points) // 2], points[len(points) // 2 :]


def shock(points):
    """The largest radius at which the density is in the middle between that of the gas at rest and the peak."""
    middle = (1 + max(rho for _, rho in points)) / 2
    return max(radius for radius, rho in points if rho > middle)


def check_mesh(rkdg, judge, dim, kind, degree, n, curves):
    folder = judge.output / f"sedov-{kind}-p{degree}-{n}"
    half = 1 if dim == 2 else 1.2
    corners = ", ".join(f"{x}min={-half}, {x}max={half}" for x in "xyz"[:dim])
    run(rkdg, here / ("sedov.ini" if dim == 2 else "sedov-3d.ini"), folder, f"space.degree={degree}", f"mesh.parameters=kind={kind}, n={n}, {corners}")
    lines = densities(folder, dim)
    for name, line in zip(("axis", "diagonal"), lines):
        judge.show(f"{dim}-D, {kind}, degree {degree}, {n} a side: radius along the {name}", shock(line), f"exact: {RADIUS[dim]}")
    mean = sum(map(shock, lines)) / 2
    judge.near(f"{dim}-D, {kind}, degree {degree}, {n} a side: mean radius", mean, RADIUS[dim], ALLOWED * RADIUS[dim], SOURCE)
    curves.append(Curve(f"{kind}, {dim}-D", *zip(*lines[0])))


def check(rkdg, effort, judge):
    curves = []
    for kind in ("quads",) if effort == "quick" else ("quads", "triangles"):
        for degree in (3,) if effort in ("quick", "full") else (1, 2, 3):
            check_mesh(rkdg, judge, 2, kind, degree, {"quick": 64, "full": 128}.get(effort, 96), curves)
    if effort == "full":
        for kind, n in (("hexahedra", 48), ("tetrahedra", 40)):
            check_mesh(rkdg, judge, 3, kind, 3, n, curves)
    judge.draw(chart("Sedov's explosion along an axis, t = 1", "radius", "density", curves))
