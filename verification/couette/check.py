"""Couette flow: order p + 1 of the density error, and its size against the best that the space allows."""

import math
from pathlib import Path

from plot import convergence
from study import WIDTH_3D, WIDTH, converge, errors_of, finest, table

here = Path(__file__).resolve().parent
FLOOR = "L2 projection of the exact density, computed independently (projection_floor.csv)"
ERROR = "L2 error of the density (upper wall: 1)"
BOX = "distortion=0.15, xmax=2, ymax=2, zmax=2"


def projection_floor():
    """Smallest possible L2 error of the density: {(mesh, cells, degree): error}."""
    rows = table(here / "projection_floor.csv")
    return {(row["mesh"], row["cells"], row["degree"]): row["error"] for row in rows}


KINDS = {"tri": "triangles", "quad": "quads"}


def joined(coarse, fine):
    """Two rows as one study of a degree."""
    order = math.log(coarse["errors"]["l2"]["rho"] / fine["errors"]["l2"]["rho"]) / math.log(coarse["h"] / fine["h"])
    return [{**coarse, "level": fine["level"] - 1}, {**fine, "order": {"rho": order}}]


def studies(rkdg, effort, case, kind, settings=()):
    """Rows of each degree; above P3 on meshes so coarse that the errors stay well above round-off."""
    case, mesh = here / case, f"mesh.parameters=kind={kind}"
    if effort == "quick":
        return converge(rkdg, case, (1, 2), 2, mesh, *settings)
    rows = converge(rkdg, case, (1, 2, 3), 3, mesh, *settings) + converge(rkdg, case, (4,), 2, mesh, *settings)
    (coarse,) = converge(rkdg, case, (5,), 1, f"{mesh}, nx=2, ny=1", *settings)
    (fine,) = converge(rkdg, case, (5,), 1, mesh, *settings)
    return rows + joined(coarse, fine)


def orders(rkdg, effort, judge):
    floor = projection_floor()
    curves, least = {}, {}
    for mesh, kind in KINDS.items():
        rows = studies(rkdg, effort, f"couette-{mesh}.ini", kind)
        curves[kind] = errors_of(rows)
        for degree in sorted({row["degree"] for row in rows}):
            row = finest(rows, degree)
            best = floor[mesh, row["cells"], degree]
            # Coarse pairs are not yet at their order: only the longer study is judged by it closely.
            slack = 0.4 if effort == "quick" else 0.2
            order = row["order"]["rho"]
            judge.within(f"{mesh}, P{degree}, order of rho", order, degree + 1 - slack, degree + 1 + slack, "theory")
            error = row["errors"]["l2"]["rho"]
            judge.within(f"{mesh}, P{degree}, error over the least possible", error / best, 1.0, 5.0, FLOOR)
            least.setdefault(kind, {})[degree] = ([row["h"]], [best])
    judge.draw(convergence("Couette flow", WIDTH, ERROR, curves, least))


# Walls with their own conditions, instead of exact data: at rest and moving, both at their temperatures T = gamma p / rho.
WALLS = (
    "boundary.bottom.type=wall-isothermal",
    "boundary.bottom.temperature=100 * 0.80 / 0.85",
    "boundary.top.type=wall-isothermal",
    "boundary.top.temperature=100",
    "boundary.top.velocity=1, 0",
)


def variants(rkdg, effort, judge):
    """Other meshes and boundary conditions; all of the same order."""
    curves = {}
    for name, case, kind, settings in (
        ("unstructured", "couette-tri.ini", "unstructured", ()),
        ("mixed cells", "couette-tri.ini", "mixed", ()),
        ("isothermal walls", "couette-quad.ini", "quads", WALLS),
    ):
        rows = studies(rkdg, effort, case, kind, settings)
        curves[name] = errors_of(rows)
        for degree in sorted({row["degree"] for row in rows}):
            order = finest(rows, degree)["order"]["rho"]
            judge.at_least(f"{name}, P{degree}, order of rho", order, degree + 0.7, "theory, less what irregular meshes cost")
    judge.draw(convergence("Couette flow, other meshes and walls", WIDTH, ERROR, curves))


def in_3d(rkdg, effort, judge):
    """In a box of distorted cells, of the two shapes whose spaces keep their order on such."""
    degrees, n = (1, 2, 3), 4 if effort == "full" else 2
    curves = {}
    for kind, name in (("tetrahedra", "P on tetrahedra"), ("hexahedra", "Q on hexahedra")):
        rows = []
        for degree in degrees:
            pair = [converge(rkdg, here / "couette-3d.ini", (degree,), 1, f"mesh.parameters=kind={kind}, n={cubes}, {BOX}",
                             "space.hexahedra=Q")[0] for cubes in (n, 2 * n)]  # fmt: skip
            rows += joined(*pair)
            judge.within(f"{name}, degree {degree}, order of rho", rows[-1]["order"]["rho"], degree + 0.8, degree + 1.2, "theory")
        curves[name] = errors_of(rows)
    judge.draw(convergence("Couette flow in a box", WIDTH_3D, ERROR, curves))


def check(rkdg, effort, judge):
    orders(rkdg, effort, judge)
    if effort != "quick":
        variants(rkdg, effort, judge)
        in_3d(rkdg, effort, judge)
