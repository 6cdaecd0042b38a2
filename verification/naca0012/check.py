"""NACA 0012, Mach 0.5, 1 degree, Reynolds 5000: forces, separation points, pressure and friction along the wall."""

import math
from pathlib import Path

from plot import Band, Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
COMPUTED = "second-order finite volumes on four grids, extrapolated (README.md)"
FINE_GRID = "the same program on its finest grid (reference.csv)"

# Wanted distance from the reference, by degree, where the degree can be expected to come close.
DRAG = {1: 30e-4, 2: 5e-4, 3: 2e-4, 4: 2e-4}


def sides(points):
    """Upper and lower side, each sorted from nose to trailing edge; normals point out of the gas, into the airfoil."""
    upper = sorted((p for p in points if p["ny"] < 0), key=lambda p: p["x"])
    lower = sorted((p for p in points if p["ny"] > 0), key=lambda p: p["x"])
    return upper, lower


def interpolate(points, key, x):
    """Value at x between the neighbouring points."""
    for a, b in zip(points, points[1:]):
        if a["x"] <= x <= b["x"] and b["x"] > a["x"]:
            return a[key] + (b[key] - a[key]) * (x - a["x"]) / (b["x"] - a["x"])
    return math.nan


def separation(points):
    """Where the friction turns negative for the last time."""
    place = math.nan
    for a, b in zip(points, points[1:]):
        if a["x"] > 0.3 and a["cf"] >= 0 > b["cf"]:
            place = a["x"] + (b["x"] - a["x"]) * a["cf"] / (a["cf"] - b["cf"])
    return place


def root_mean_square(points, reference, key, column):
    """Of the difference to the reference at the reference's points, away from the very nose and tail."""
    differences = [
        interpolate(points, key, row["x"]) - row[column] for row in reference if 0.02 < row["x"] < 0.98
    ]
    return math.sqrt(sum(d * d for d in differences) / len(differences))


def judge_forces(judge, degree, forces):
    name = f"P{degree}, "
    judge.near(name + "CD", forces["cd"], 0.05531, DRAG[degree], COMPUTED)
    if degree < 3:
        judge.show(name + "CL", forces["cl"], "0.0182 to 0.0183", COMPUTED)
        judge.show(name + "CD of pressure", forces["cd_pressure"], "0.02284", COMPUTED)
        judge.show(name + "CD of friction", forces["cd_viscous"], "0.03247", COMPUTED)
        return
    judge.near(name + "CL", forces["cl"], 0.0182, 1e-3, COMPUTED)
    judge.near(name + "CD of pressure", forces["cd_pressure"], 0.02284, 2e-4, COMPUTED)
    judge.near(name + "CD of friction", forces["cd_viscous"], 0.03247, 2e-4, COMPUTED)


def judge_wall(judge, degree, upper, lower, reference):
    name = f"P{degree}, "
    judge.near(name + "separation on the upper side", separation(upper), 0.6785, 0.01, COMPUTED)
    judge.near(name + "separation on the lower side", separation(lower), 0.936, 0.01, COMPUTED)
    for points, side in ((upper, "upper"), (lower, "lower")):
        for key, tolerance in (("cp", 0.01), ("cf", 0.001)):
            difference = root_mean_square(points, reference, key, f"{key}_{side}")
            what = f"{name}rms difference of {key}, {side} side"
            judge.within(what, difference, 0, tolerance, FINE_GRID)


def draw(judge, walls, reference):
    for key, label, flip, y_range in (
        ("cp", "pressure coefficient cp", True, None),
        ("cf", "friction coefficient cf", False, (-0.01, 0.06)),  # not the peak at the nose: separation is at the other end
    ):
        curves = []
        for degree, (upper, lower) in walls.items():
            points = upper[::-1] + lower
            curves.append(Curve(f"P{degree}", [p["x"] for p in points], [p[key] for p in points]))
        x = [row["x"] for row in reference]
        for side in ("upper", "lower"):
            values = [row[f"{key}_{side}"] for row in reference]
            curves.append(Curve(f"reference, {side} side", x, values, line=False, reference=True))
        judge.draw(chart(f"NACA 0012: {key} along the wall", "x / c", label, curves, flip_y=flip, y_range=y_range))


def draw_histories(judge, folders):
    residuals, drags = [], []
    for degree, folder in folders.items():
        rows = table(folder / "history.csv")
        residuals.append(Curve(f"P{degree}", [row["step"] for row in rows], [row["residual"] for row in rows]))
        rows = table(folder / "forces.csv")
        drags.append(Curve(f"P{degree}", [row["step"] for row in rows], [row["cd"] for row in rows]))
    judge.draw(chart("NACA 0012: residual", "steps of Newton's method", "residual / mean state", residuals, log_y=True))
    reference = [Band("reference", 0.05531, 0.05531)]
    judge.draw(chart("NACA 0012: drag coefficient", "steps of Newton's method", "CD", drags, y_range=(0.0545, 0.0585), bands=reference))


def check(rkdg, effort, judge):
    reference = table(here / "reference.csv")
    walls, folders = {}, {}
    for degree in {"quick": (1,), "default": (1, 2, 3), "full": (1, 2, 3, 4)}[effort]:
        folder = judge.output / f"naca0012-p{degree}"
        summary = run(rkdg, here / "naca0012.ini", folder, f"space.degree={degree}")
        folders[degree] = folder
        walls[degree] = sides(table(folder / "surface_wall.csv"))
        judge_forces(judge, degree, summary["forces"]["wall"])
        judge_wall(judge, degree, *walls[degree], reference)
        judge.within(f"P{degree}, residual", summary["residual"], 0, summary["tolerance"])
        judge.note(f"P{degree}: {summary['newton_steps']} steps of Newton's method, {summary['krylov_steps']} of GMRES, "
                   f"{summary['right_hand_sides']} right-hand sides in {summary['wall_seconds']:.0f} s on {summary['device']}")  # fmt: skip
    draw(judge, walls, reference)
    draw_histories(judge, folders)
