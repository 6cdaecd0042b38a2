"""NACA 0012 in laminar transonic flow, with artificial viscosity: the same skin friction on quadrilaterals and on triangles of the same size."""

import importlib
from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
mesh = importlib.import_module("laminar-transonic.mesh")

GRIDS = {
    "quick": ("ni=64", "nj=20", "wall=40", "height=0.012", "radius=50"),
    "default": ("ni=104", "nj=28", "wall=64", "height=0.006", "radius=50"),
    "full": ("ni=208", "nj=56", "wall=128", "height=0.003", "radius=50"),
}
DEGREES = {"quick": (1,), "default": (1, 2), "full": (1, 2, 3)}
SAME = 0.01
NEAR_SHOCK = 0.05  # chords on both sides of a shock that are left out
NEAR_REST = 0.2  # of the root mean square; where the friction is less, the difference is that by this part


def side(wall, lower):
    """Points of one side by their place along the chord."""
    return sorted((p for p in wall if (p["ny"] > 0) == lower), key=lambda p: p["x"])


def between(points, key, x):
    """A column between the two points around a place."""
    for a, b in zip(points, points[1:]):
        if a["x"] <= x <= b["x"] and b["x"] > a["x"]:
            return a[key] + (b[key] - a[key]) * (x - a["x"]) / (b["x"] - a["x"])
    return None


def shock(points):
    """Where cp rises fastest on a side, over a twentieth of the chord, behind the front tenth."""
    inner = [(p["x"], between(points, "cp", p["x"] + 0.05) or -9.0, p["cp"]) for p in points if 0.1 < p["x"] < 0.9]
    return max(inner, key=lambda row: row[1] - row[2])[0] + 0.025


def difference(walls):
    """Largest relative difference of the friction between two walls, away from the shock on the upper side."""
    worst = 0.0
    for lower in (False, True):
        quads, triangles = (side(wall, lower) for wall in walls)
        typical = (sum(p["cf"] ** 2 * p["weight"] for p in quads) / sum(p["weight"] for p in quads)) ** 0.5
        place = None if lower else shock(quads)
        for p in quads:
            other = between(triangles, "cf", p["x"])
            if other is None or (place is not None and abs(p["x"] - place) < NEAR_SHOCK):
                continue
            worst = max(worst, abs(other - p["cf"]) / max(abs(p["cf"]), NEAR_REST * typical))
    return worst


def check(rkdg, effort, judge):
    judge.output.mkdir(parents=True, exist_ok=True)
    grid = judge.output / f"laminar-transonic-{effort}.vtu"
    files = {"quadrilaterals": grid.with_suffix(".h5"), "triangles": grid.with_suffix(".msh")}
    mesh.write(rkdg, grid, files["triangles"], GRIDS[effort])
    curves = []
    for degree in DEGREES[effort]:
        walls, forces = [], []
        for cells, file in files.items():
            folder = judge.output / f"laminar-transonic-{cells}-p{degree}"
            sequence = ", ".join(str(p) for p in range(degree))
            summary = run(rkdg, here / "laminar-transonic.ini", folder, f"mesh.file={file}", f"space.degree={degree}", f"time.sequence={sequence}")
            name = f"P{degree}, {summary['elements']} {cells}"
            judge.within(f"{name}: residual", summary["residual"], 0, 1e-10)
            forces.append(summary["forces"]["wall"])
            walls.append(table(folder / "surface_wall.csv"))
            judge.show(f"{name}: CL", forces[-1]["cl"])
            judge.show(f"{name}: CD", forces[-1]["cd"])
            judge.show(f"{name}: least cp", min(p["cp"] for p in walls[-1]), "sonic: -0.662")
            judge.note(f"{name}: {summary['newton_steps']} steps of Newton's method, {summary['wall_seconds']:.0f} s on {summary['device']}")
            upper = side(walls[-1], False)
            curves.append(Curve(name, [p["x"] for p in upper], [p["cf"] for p in upper]))
        found = difference(walls)
        if degree == 3:
            judge.within(f"P{degree}: largest difference of the friction", found, 0, SAME, "one flow on both kinds of cells")
        else:
            judge.show(f"P{degree}: largest difference of the friction", found, f"at most {SAME} at degree 3")
    judge.draw(chart("NACA 0012, laminar and transonic: friction on the upper side", "x / c", "cf", curves))
