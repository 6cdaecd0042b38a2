"""NACA 0012, Mach 0.8, 1.25 degrees, inviscid: forces and shocks, extrapolated over three meshes."""

import math
from pathlib import Path

from airfoils import far_field_with_circulation
from plot import Curve, chart
from study import run, table

case = Path(__file__).resolve().parent / "naca0012-transonic.ini"
SOURCE = "hp-DG, Dolejsi and Roskovec 2021, and finite volumes on 384 x 128 cells"
# Chords to the far field, and numbers of cells that leave those near the airfoil as they are.
GRIDS = {10: "ni=170, nj=30", 40: "ni=188, nj=35"}
# The same for far fields without a circulation, (cells along the C, cells to the far field); each level doubles both.
FAR = {15: (176, 32), 150: (206, 40)}
LEVELS = {"quick": 1, "default": 2, "full": 3}


def shock(points):
    """Where the pressure rises through the mean of both sides of its steepest rise."""
    points = sorted(points, key=lambda p: p["x"])
    inner = [k for k in range(1, len(points)) if 0.15 < points[k]["x"] < 0.95]
    steepest = max(inner, key=lambda k: points[k]["cp"] - points[k - 1]["cp"])
    near = points[max(0, steepest - 5) : steepest + 5]
    middle = 0.5 * (min(p["cp"] for p in near) + max(p["cp"] for p in near))
    for a, b in zip(near, near[1:]):
        if a["cp"] <= middle < b["cp"]:
            return a["x"] + (b["x"] - a["x"]) * (middle - a["cp"]) / (b["cp"] - a["cp"])
    return points[steepest]["x"]


def extrapolated(values):
    """From three meshes, each twice as fine, with the order that they show, but one between 1 and 2."""
    coarse, middle, fine = values
    ratio = (middle - coarse) / (fine - middle) if fine != middle else 4.0
    return fine + (fine - middle) / (min(max(ratio, 2.0), 4.0) - 1.0)


def lift_in_free_air(rkdg, judge, radius, lift):
    """On the coarsest mesh, with a far field that has the circulation of the lift that comes out; `lift` is a first guess."""
    mesh = f"mesh.parameters={GRIDS[radius]}, wall=98, height=0.0117, order=1, radius={radius}"
    given = math.inf
    while abs(lift - given) > 1e-3:  # each run takes off nine tenths of what is missing
        given = lift
        vortex = far_field_with_circulation("farfield", 0.8, 1.25, given)
        summary = run(rkdg, case, judge.output / f"naca0012-transonic-free-{radius}", mesh, *vortex)
        lift = summary["forces"]["wall"]["cl"]
    judge.show(f"CL in free air, coarsest mesh, far field at {radius} chords", lift)
    return lift


def show_at_distance(rkdg, judge, radius):
    """Forces with the far field at so many chords, extrapolated: no reference that says where its far field is was found."""
    along, out = FAR[radius]
    forces = []
    for refined in (1, 2, 4):
        mesh = f"ni={along * refined}, nj={out * refined}, wall={98 * refined}, height={0.0117 / refined}"
        summary = run(rkdg, case, judge.output / f"naca0012-transonic-{radius}-{refined}",
                      f"mesh.parameters={mesh}, order=1, radius={radius}")  # fmt: skip
        forces.append([summary["forces"]["wall"][key] for key in ("cl", "cd")])
    for key, values in zip(("CL", "CD"), zip(*forces)):
        judge.show(f"{key}, far field at {radius} chords, extrapolated", extrapolated(values))


def check(rkdg, effort, judge):
    results, curves = [], []
    for level in range(LEVELS[effort]):
        folder = judge.output / f"naca0012-transonic-{level}"
        summary = run(rkdg, case, folder, f"mesh.level={level}")
        forces, wall = summary["forces"]["wall"], table(folder / "surface_wall.csv")
        upper, lower = ([p for p in wall if p["ny"] * side < 0] for side in (1, -1))
        results.append((forces["cl"], forces["cd"], shock(upper), shock(lower)))
        name = f"{summary['elements']} cells"
        judge.at_least(f"{name}, residual down four orders (1: yes)", float(summary["converged"]), 1.0)
        for key, value in zip(("CL", "CD", "upper shock", "lower shock"), results[-1]):
            judge.show(f"{name}, {key}", value)
        judge.note(f"{name}: {summary['iterations']} iterations in {summary['wall_seconds']:.0f} s on {summary['device']}")
        curves.append(Curve(name, [p["x"] for p in wall], [p["cp"] for p in wall], line=False))
    judge.draw(chart("NACA 0012, Mach 0.8, 1.25 degrees: cp along the wall", "x / c", "cp", curves, flip_y=True))
    if effort != "quick":
        near = lift_in_free_air(rkdg, judge, 10, results[0][0])
        far = lift_in_free_air(rkdg, judge, 40, near)
        judge.near("CL in free air, coarsest mesh, far field at 40 chords", far, near, 0.002, "the same at 10 chords")
    if len(results) < 3:
        return
    lift, drag, upper, lower = (extrapolated(values) for values in zip(*results))
    judge.near("CL, extrapolated", lift, 0.333, 0.005, SOURCE)
    judge.near("CD, extrapolated", drag, 0.0215, 0.0007, SOURCE)
    judge.near("upper shock, extrapolated", upper, 0.62, 0.02, SOURCE)
    judge.near("lower shock, extrapolated", lower, 0.35, 0.02, SOURCE)
    for radius in FAR:
        show_at_distance(rkdg, judge, radius)
