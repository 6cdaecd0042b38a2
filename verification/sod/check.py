"""Sod's shock tube: mean error of the density over the tube, by finite volumes and by the discontinuous Galerkin method."""

from functools import lru_cache
from pathlib import Path

from cylinder.vtu import Vtu, linear_triangles
from plot import Curve, chart
from sod.exact import density, states
from study import run

here = Path(__file__).resolve().parent
case = here / "sod.ini"
LIMIT = 2.5e-3  # with 400 cells along the tube
UNKNOWNS = 400  # of a variable along the tube
GALERKIN_LIMIT = 2.3e-3
OVERSHOOT = 0.01  # of the largest exact density, 1
INSIDE = [(i / 12, j / 12) for i in (1, 4, 7, 10) for j in (1, 4, 7, 10) if i + j < 12]  # points of a triangle


def mean_error(fields):
    """Of the density over the area of the tube, whose length is 1, and the densities along it."""
    points, rho, time = fields.points(), fields.array("rho"), fields.time()
    at = lru_cache(maxsize=None)(lambda x: density((x - 0.5) / time))
    total, area, line = 0.0, 0.0, []
    for kind, cell in fields.cells():
        for corners in linear_triangles(kind, len(cell)):
            a, b, c = (cell[k] for k in corners)
            (xa, ya), (xb, yb), (xc, yc) = points[a], points[b], points[c]
            size = 0.5 * abs((xb - xa) * (yc - ya) - (xc - xa) * (yb - ya))
            error = 0.0
            for r, s in INSIDE:
                x = xa + r * (xb - xa) + s * (xc - xa)
                error += abs(rho[a] + r * (rho[b] - rho[a]) + s * (rho[c] - rho[a]) - at(round(x, 9)))
            total += size * error / len(INSIDE)
            area += size
            line.append(((xa + xb + xc) / 3, (rho[a] + rho[b] + rho[c]) / 3))
    return total / area, sorted(line)


def check_galerkin(rkdg, effort, judge):
    """Errors and overshoots of degrees 1 to 4; returns the curve of the highest."""
    for degree in (1, 2, 3) if effort == "quick" else (1, 2, 3, 4):
        cells = UNKNOWNS // (degree + 1)
        for kind in ("quads", "triangles"):
            folder = judge.output / f"sod-p{degree}-{kind}"
            mesh = f"kind={kind}, nx={cells}, ny=2, xmin=0, xmax=1, ymin=0, ymax={2 / cells}"
            run(rkdg, here / "galerkin.ini", folder, f"space.degree={degree}", f"mesh.parameters={mesh}")
            fields = Vtu(max(folder.glob("fields_*.vtu"), key=lambda path: path.stem))
            error, line = mean_error(fields)
            what = f"P{degree}, {kind} with damping"
            judge.within(f"{what}, L1 error of the density", error, 0, GALERKIN_LIMIT, "exact")
            judge.within(f"{what}, overshoot of the density", max(fields.array("rho")) - 1, 0, OVERSHOOT, "exact")
    return Curve(f"P{degree}", [x for x, _ in line], [rho for _, rho in line])


def check(rkdg, effort, judge):
    limiters = ("barth-jespersen",) if effort == "quick" else ("barth-jespersen", "venkatakrishnan")
    curves = []
    for limiter in limiters:
        folder = judge.output / f"sod-{limiter}"
        run(rkdg, case, folder, f"space.limiter={limiter}")
        fields = Vtu(max(folder.glob("fields_*.vtu"), key=lambda path: path.stem))
        error, line = mean_error(fields)
        judge.within(f"{limiter}, L1 error of the density", error, 0, LIMIT, "exact")
        curves.append(Curve(limiter, [x for x, _ in line], [rho for _, rho in line]))
    curves.append(check_galerkin(rkdg, effort, judge))
    p, u, left, right = states()
    judge.show("exact: pressure, velocity between the waves", p, f"velocity {u:.5f}, densities {left:.5f}, {right:.5f}")
    x = [k / 1000 for k in range(1001)]
    curves.append(Curve("exact", x, [density((place - 0.5) / 0.2) for place in x], reference=True))
    judge.draw(chart("Sod's shock tube at t = 0.2", "x", "density", curves))
