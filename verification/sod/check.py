"""Sod's shock tube: error of the density by finite volumes and at degrees 1 to 4, along, across and out of the plane of the cells."""

import math
from functools import lru_cache
from pathlib import Path

from cylinder.vtu import Vtu, linear_triangles
from msh import Msh
from plot import Curve, chart
from sod.exact import density, states
from study import run, table

here = Path(__file__).resolve().parent
case = here / "sod.ini"
LIMIT = 2.5e-3  # with 400 cells along the tube
UNKNOWNS = 400  # of a variable along the tube
GALERKIN_LIMIT = 2.3e-3
OVERSHOOT = 0.01  # of the largest exact density, 1
ANGLE = math.radians(27)  # of the axis to the x axis
PROBES_3D = 4001  # along each line
INSIDE = [(i / 12, j / 12) for i in (1, 4, 7, 10) for j in (1, 4, 7, 10) if i + j < 12]  # points of a triangle


def mean_error(fields, angle=0.0, diaphragm=0.5):
    """Of the density over the area of the tube, and the densities along its axis, which lies at an angle to the x axis."""
    cosine, sine = math.cos(angle), math.sin(angle)
    points, rho, time = fields.points(), fields.array("rho"), fields.time()
    at = lru_cache(maxsize=None)(lambda s: density((s - diaphragm) / time))
    total, area, line = 0.0, 0.0, []
    for kind, cell in fields.cells():
        for corners in linear_triangles(kind, len(cell)):
            a, b, c = (cell[k] for k in corners)
            (xa, ya), (xb, yb), (xc, yc) = points[a], points[b], points[c]
            size = 0.5 * abs((xb - xa) * (yc - ya) - (xc - xa) * (yb - ya))
            error = 0.0
            for r, s in INSIDE:
                x = xa + r * (xb - xa) + s * (xc - xa)
                y = ya + r * (yb - ya) + s * (yc - ya)
                along = round(cosine * x + sine * y, 9)
                error += abs(rho[a] + r * (rho[b] - rho[a]) + s * (rho[c] - rho[a]) - at(along))
            total += size * error / len(INSIDE)
            area += size
            line.append(((cosine * (xa + xb + xc) + sine * (ya + yb + yc)) / 3, (rho[a] + rho[b] + rho[c]) / 3))
    return total / area, sorted(line)


def judge_density(judge, what, error, overshoot):
    judge.within(f"{what}, L1 error of the density", error, 0, GALERKIN_LIMIT, "exact")
    judge.within(f"{what}, overshoot of the density", overshoot, 0, OVERSHOOT, "exact")


def last_fields(folder):
    return Vtu(max(folder.glob("fields_*.vtu"), key=lambda path: path.stem))


def check_galerkin(rkdg, effort, judge):
    """Errors and overshoots of degrees 1 to 4; returns the curve of the highest."""
    for degree in (1, 2, 3) if effort == "quick" else (1, 2, 3, 4):
        cells = UNKNOWNS // (degree + 1)
        for kind in ("quads", "triangles"):
            folder = judge.output / f"sod-p{degree}-{kind}"
            mesh = f"kind={kind}, nx={cells}, ny=2, xmin=0, xmax=1, ymin=0, ymax={2 / cells}"
            run(rkdg, here / "galerkin.ini", folder, f"space.degree={degree}", f"mesh.parameters={mesh}")
            fields = last_fields(folder)
            error, line = mean_error(fields)
            judge_density(judge, f"P{degree}, {kind} with damping", error, max(fields.array("rho")) - 1)
    return Curve(f"P{degree}", [x for x, _ in line], [rho for _, rho in line])


def check_oblique(rkdg, degree, kind, judge):
    """The axis of the tube lies across the squares of a rectangle."""
    h = (degree + 1) / UNKNOWNS
    nx, ny = round(0.96 / h), round(0.2 / h)
    folder = judge.output / f"sod-oblique-p{degree}-{kind}"
    mesh = f"kind={kind}, nx={nx}, ny={ny}, xmin=-0.45, xmax={-0.45 + nx * h}, ymin=0, ymax={ny * h}"
    run(rkdg, here / "oblique.ini", folder, f"space.degree={degree}", f"mesh.parameters={mesh}")
    fields = last_fields(folder)
    mean, _ = mean_error(fields, ANGLE, 0.0)
    # Each line y = const crosses the tube; its integral along x times the cosine is that along the axis.
    judge_density(judge, f"axis across the cells, P{degree}, {kind}", mean * nx * h * math.cos(ANGLE), max(fields.array("rho")) - 1)


def even_cells(degree):
    """So many along the tube that the diaphragm lies between two: within a cell, its projection moves it by up to a fifth of the cell."""
    return UNKNOWNS // (2 * (degree + 1)) * 2


def check_rotated(rkdg, degree, kind, judge):
    """Tube, cells and walls are turned together."""
    cells = even_cells(degree)
    cosine, sine, height = math.cos(ANGLE), math.sin(ANGLE), 2 / cells
    mesh = Msh(2)
    mesh.add((cells, 2), lambda u, v: (cosine * u - sine * height * v, sine * u + cosine * height * v),
             {(0, 0): "left", (0, 1): "right", (1, 0): "wall", (1, 1): "wall"}, simplices=kind == "triangles")  # fmt: skip
    file = judge.output / f"sod-rotated-p{degree}-{kind}.msh"
    mesh.write(file)
    folder = judge.output / f"sod-rotated-p{degree}-{kind}"
    run(rkdg, here / "rotated.ini", folder, f"space.degree={degree}", f"mesh.file={file}")
    fields = last_fields(folder)
    error, _ = mean_error(fields, ANGLE)
    judge_density(judge, f"tube turned by 27 degrees, P{degree}, {kind}", error, max(fields.array("rho")) - 1)


def check_3d(rkdg, degree, kind, judge):
    """Two cells across; the error is the mean of those along four lines, which lie in different cells."""
    cells = even_cells(degree)
    h = 1 / cells
    places = [(a * h, b * h) for a, b in ((0.31, 0.42), (1.23, 0.57), (0.68, 1.81), (1.54, 1.29))]
    lines = ", ".join(f"0, {y}, {z}, 1, {y}, {z}, {PROBES_3D}" for y, z in places)
    folder = judge.output / f"sod-3d-p{degree}-{kind}"
    mesh = f"kind={kind}, nx={cells}, ny=2, nz=2, xmin=0, xmax=1, ymin=0, ymax={2 * h}, zmin=0, zmax={2 * h}"
    run(rkdg, here / "galerkin-3d.ini", folder, f"space.degree={degree}", f"mesh.parameters={mesh}", f"output.line={lines}")
    rows = table(folder / "probes.csv")
    rows = [row for row in rows if row["step"] == rows[-1]["step"]]
    error = sum(abs(row["rho"] - density((row["x"] - 0.5) / row["time"])) for row in rows) / len(rows)
    judge_density(judge, f"3-D, P{degree}, {kind}", error, max(last_fields(folder).array("rho")) - 1)


def check(rkdg, effort, judge):
    limiters = ("barth-jespersen",) if effort == "quick" else ("barth-jespersen", "venkatakrishnan")
    curves = []
    for limiter in limiters:
        folder = judge.output / f"sod-{limiter}"
        run(rkdg, case, folder, f"space.limiter={limiter}")
        error, line = mean_error(last_fields(folder))
        judge.within(f"{limiter}, L1 error of the density", error, 0, LIMIT, "exact")
        curves.append(Curve(limiter, [x for x, _ in line], [rho for _, rho in line]))
    curves.append(check_galerkin(rkdg, effort, judge))
    for degree in (3,) if effort == "quick" else (1, 2, 3):
        for kind in ("quads", "triangles"):
            check_oblique(rkdg, degree, kind, judge)
            check_rotated(rkdg, degree, kind, judge)
    for degree in {"quick": (), "default": (1, 2), "full": (1, 2, 3)}[effort]:
        for kind in ("hexahedra", "tetrahedra"):
            check_3d(rkdg, degree, kind, judge)
    p, u, left, right = states()
    judge.show("exact: pressure, velocity between the waves", p, f"velocity {u:.5f}, densities {left:.5f}, {right:.5f}")
    x = [k / 1000 for k in range(1001)]
    curves.append(Curve("exact", x, [density((place - 0.5) / 0.2) for place in x], reference=True))
    judge.draw(chart("Sod's shock tube at t = 0.2", "x", "density", curves))
