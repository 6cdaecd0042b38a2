"""RAE 2822, inviscid: forces and shock at Mach number 0.734 over five meshes and at degrees 1 to 3; subsonic beside degree 3; steps to converge."""

from pathlib import Path

from airfoils import solve
from plot import Curve, chart
from rae2822.mesh import GRIDS, make
from study import call, run, table

here = Path(__file__).resolve().parent
case = here / "rae2822.ini"
CELLS = (3558, 13513, 51800, 93806, 211838)  # of the thesis whose runs these follow; the mesh generator comes within 2 %
MESHES = {"quick": 1, "default": 2, "full": 5}
SMOOTHED = ("time.smoothing=0.6", "time.cfl=2")
SUBSONIC = ("reference.mach=0.5",)
DEGREE_3 = ("space.degree=3", "space.reconstruction=none", "time.scheme=ssprk3", "time.cfl=0.8", "time.sequence=1, 2",
            "time.raise=1e-3", "time.drop=1e-6")  # fmt: skip

# Finite volumes on 212 502 triangles, far field at 100 chords (README.md), and by how much degrees 1 to 3 may be off.
FINITE_VOLUMES = {"CL": (1.031, 0.003), "CD": (0.0237, 4e-4), "place of the shock": (0.675, 0.01)}
SOURCE = "finite volumes on 212 502 triangles"
# Degree, cells (a C-grid of mesh.py, or how many triangles), and whether forces can be expected within the tolerances.
BY_DEGREE = {"quick": ((1, "coarse", False),), "default": ((1, "coarse", False), (2, "coarse", True), (2, 3558, False)),
             "full": ((1, "coarse", False), (1, "fine", False), (1, "finest", True), (2, "coarse", True), (2, "fine", True),
                      (3, "coarse", True), (3, "fine", True), (2, 13513, True), (3, 3558, True))}  # fmt: skip


def shock(wall):
    """Where the pressure along the upper side rises fastest, between the points on both sides of the mean."""
    upper = sorted((p for p in wall if p["ny"] < 0), key=lambda p: p["x"])
    inner = [k for k in range(1, len(upper)) if 0.2 < upper[k]["x"] < 0.95]
    steepest = max(inner, key=lambda k: upper[k]["cp"] - upper[k - 1]["cp"])
    near = upper[max(0, steepest - 5) : steepest + 5]
    middle = 0.5 * (min(p["cp"] for p in near) + max(p["cp"] for p in near))
    for a, b in zip(near, near[1:]):
        if a["cp"] <= middle < b["cp"]:
            return a["x"] + (b["x"] - a["x"]) * (middle - a["cp"]) / (b["cp"] - a["cp"])
    return upper[steepest]["x"]


def transonic(rkdg, effort, judge, coordinates):
    results, curves = [], []
    for cells in CELLS[: MESHES[effort]]:
        folder = judge.output / f"rae2822-{cells}"
        summary, walls = solve(rkdg, case, judge, coordinates, folder, mesh_of(cells))
        forces, wall = summary["forces"]["rae2822"], walls["rae2822"]
        results.append((forces["cl"], forces["cd"], shock(wall)))
        name = f"{summary['elements']} triangles"
        judge.at_least(f"{name}, residual down four orders (1: yes)", float(summary["converged"]), 1.0)
        for key, value in zip(("CL", "CD", "place of the shock"), results[-1]):
            judge.show(f"{name}, {key}", value)
        points = sorted(wall, key=lambda p: p["x"])
        curves.append(Curve(name, [p["x"] for p in points], [p["cp"] for p in points], line=False))
    judge.draw(chart("RAE 2822, Mach 0.734, 2.79 degrees: cp along the wall", "x / c", "cp", curves, flip_y=True))
    if len(results) < 3:
        return
    for i, (key, limit) in enumerate((("CL", 0.005), ("CD", 0.0005), ("place of the shock", 0.01))):
        change = abs(results[-1][i] - results[-2][i])
        judge.within(f"change of {key} between the two finest meshes", change, 0, limit)


def mesh_of(cells):
    return (f"cells={cells}", f"points={round(64 * (cells / 3558) ** 0.5)}", "order=1", "radius=100")


def subsonic(rkdg, effort, judge, coordinates):
    """Without shocks there is no drag, and the lift of a method of order 4 to compare with."""
    folder = judge.output / "rae2822-subsonic"
    summary, _ = solve(rkdg, case, judge, coordinates, folder, mesh_of(CELLS[3]), SUBSONIC + SMOOTHED)
    forces = summary["forces"]["rae2822"]
    judge.within("Mach 0.5, CD", abs(forces["cd"]), 0, 5e-4, "no drag without shocks and friction")
    curved = ("cells=13513", "points=128", "order=4", "radius=100")
    reference, _ = solve(rkdg, case, judge, coordinates, judge.output / "rae2822-p3", curved, SUBSONIC + DEGREE_3)
    lift = reference["forces"]["rae2822"]["cl"]
    judge.near("Mach 0.5, CL", forces["cl"], lift, 0.005 * lift, "degree 3 on curved triangles")


def steps_to_converge(rkdg, effort, judge, coordinates):
    """With one step for all cells, local ones, and smoothed residuals at twice the CFL number."""
    mesh = judge.output / f"rae2822-{CELLS[0]}" / "mesh.h5"
    ways = {"local steps": (), "smoothing, twice the CFL number": SMOOTHED}
    if effort == "full":
        ways = {"global steps": ("time.step=global", "time.steps=2000000"), **ways}
    steps = {}
    for name, settings in ways.items():
        folder = judge.output / f"rae2822-{name.split()[0].rstrip(',')}"
        summary = run(rkdg, case, folder, f"mesh.file={mesh}", "time.tolerance=1e-30", *settings)
        steps[name] = summary["iterations"]
        judge.at_least(f"{name}: residual down four orders (1: yes)", float(summary["converged"]), 1.0)
    names = list(steps)
    for slow, fast in zip(names, names[1:]):
        judge.within(f"steps to converge, {fast}, over {slow}", steps[fast] / steps[slow], 0, 1)
    for name, count in steps.items():
        judge.show(f"steps to converge, {name}", count)


def curved_mesh(rkdg, coordinates, cells, radius, path):
    """A C-grid of quadrilaterals by its name, or triangles by their number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(cells, str):
        make(coordinates, GRIDS[cells], radius, path)
        return
    points = round(64 * (cells / 3558) ** 0.5)
    call([rkdg, "mesh", "airfoils", f"coordinates={coordinates}", f"cells={cells}", f"points={points}", "order=3",
          f"radius={radius}", "-o", path])  # fmt: skip


def by_degree(rkdg, effort, judge, coordinates):
    """Newton's method with artificial viscosity."""
    curves = []
    for degree, cells, judged in BY_DEGREE[effort]:
        folder = judge.output / f"rae2822-shocks-p{degree}-{cells}"
        mesh = folder / "mesh.msh"
        curved_mesh(rkdg, coordinates, cells, 100, mesh)
        summary = run(rkdg, here / "shocks.ini", folder, f"mesh.file={mesh}", f"space.degree={degree}",
                      f"time.sequence={', '.join(str(p) for p in range(degree))}")  # fmt: skip
        forces, wall = summary["forces"]["rae2822"], table(folder / "surface_rae2822.csv")
        shape = "quadrilaterals" if isinstance(cells, str) else "triangles"
        name = f"degree {degree}, {summary['elements']} curved {shape}"
        judge.within(f"{name}: residual", summary["residual"], 0, 1e-10)
        for key, value in (("CL", forces["cl"]), ("CD", forces["cd"]), ("place of the shock", shock(wall))):
            if judged:
                judge.near(f"{name}: {key}", value, *FINITE_VOLUMES[key], SOURCE)
            else:
                judge.show(f"{name}: {key}", value, str(FINITE_VOLUMES[key][0]), SOURCE)
        judge.note(f"{name}: {summary['newton_steps']} steps of Newton's method, {summary['krylov_steps']} of GMRES, "
                   f"{summary['wall_seconds']:.0f} s on {summary['device']}")  # fmt: skip
        points = sorted(wall, key=lambda p: p["x"])
        curves.append(Curve(name, [p["x"] for p in points], [p["cp"] for p in points], line=False))
    if curves:
        judge.draw(chart("RAE 2822 with artificial viscosity: cp along the wall", "x / c", "cp", curves, flip_y=True))


def check(rkdg, effort, judge):
    coordinates = judge.user_file("rae2822.csv")
    if coordinates is None:
        return
    transonic(rkdg, effort, judge, coordinates)
    by_degree(rkdg, effort, judge, coordinates)
    if effort == "full":
        subsonic(rkdg, effort, judge, coordinates)
    steps_to_converge(rkdg, effort, judge, coordinates)
