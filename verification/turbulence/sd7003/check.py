"""Airfoil SD7003 at Reynolds number 60 000 and 8 degrees: lift, drag, and the bubble behind the nose."""

import importlib
import math
from pathlib import Path

from plot import Band, Curve, chart
from separation import friction_along, turns
from study import run, table

mesh = importlib.import_module("sd7003.mesh")

here = Path(__file__).resolve().parent
SOURCE = "published simulations (README.md)"
FROM, STREAM, SPAN = 60.0, 0.2, 0.2
# A transient at degree 2 costs a fifth of that at degree 3.
TRANSIENT_END = 50
# Middle and half width of what is asked for; places in chords.
WANTED = {"lift": (0.945, 0.05), "drag": (0.045, 0.01), "separation": (0.035, 0.03), "reattachment": (0.30, 0.06)}
# Of the upper side, where zeros of the friction are sought: behind the stagnation point and ahead of the trailing edge.
NOSE, TAIL = 0.003, 0.9


def pressure_along(points):
    rows = {}
    for p in points:
        row = rows.setdefault(round(p["x"], 6), [0.0, 0.0])
        row[0] += p["weight"]
        row[1] += p["weight"] * p["cp_mean"]
    return sorted(rows), [rows[x][1] / rows[x][0] for x in sorted(rows)]


def judge_run(judge, forces, surface):
    """From the history of the forces, and the means on the wall."""
    forces = [row for row in forces if row["time"] >= FROM]
    sides = {"upper": [p for p in surface if p["ny"] < 0], "lower": [p for p in surface if p["ny"] >= 0]}
    places, friction = friction_along(sides["upper"])
    found = dict(zip(("separation", "reattachment"), turns(places, friction, NOSE, TAIL)))
    found |= {name: sum(row[key] for row in forces) / len(forces) for name, key in (("lift", "cl"), ("drag", "cd"))}
    for what, (middle, width) in WANTED.items():
        judge.near(what, found[what], middle, width, SOURCE)
    judge.note(f"Means over {(forces[-1]['time'] - forces[0]['time']) * STREAM:.1f} chords of travel.")
    judge.draw(chart("SD7003: pressure", "x / c", "-cp", [
        Curve(side, x, [-cp for cp in values]) for side in sides for x, values in [pressure_along(sides[side])]]))  # fmt: skip
    turned = Curve("zeros wanted", [WANTED[what][0] for what in ("separation", "reattachment")], [0.0, 0.0], line=False, reference=True)
    judge.draw(chart("SD7003: friction of the upper side", "x / c", "cf", [Curve("rkdg", places, friction), turned], y_range=(-0.02, 0.03)))
    for name, key in (("lift", "cl"), ("drag", "cd")):
        middle, width = WANTED[name]
        judge.draw(chart(f"SD7003: {name}", "time", key, [Curve("rkdg", [row["time"] for row in forces], [row[key] for row in forces])],
                         bands=[Band("mean wanted", middle - width, middle + width)]))  # fmt: skip


def check_run(rkdg, file, judge):
    before, folder = judge.output / "sd7003-transient", judge.output / "sd7003"
    settings = (f"mesh.parameters=file={file} span={SPAN} layers=8", "output.format=none")
    run(rkdg, here / "sd7003.ini", before, *settings, "space.degree=2", f"time.end={TRANSIENT_END}")
    summary = run(rkdg, here / "sd7003.ini", folder, *settings, restart=before / "checkpoint.h5")
    judge_run(judge, table(folder / "forces.csv"), table(folder / "surface_wall_mean.csv"))
    judge.note(f"P3: {summary['wall_seconds']:.0f} s at degree 3.")


def wall_and_area(count=20_000):
    """Length of the airfoil's spline, and the area within, by a fine polygon."""
    spline = mesh.Spline([(row["x"], row["y"]) for row in table(here / "sd7003.csv")])
    points = [spline.at(spline.lengths[-1] * k / count) for k in range(count + 1)]
    length = sum(math.dist(a, b) for a, b in zip(points, points[1:]))
    return length, sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:])) / 2


def check_quick(rkdg, judge):
    """Few cells: a free stream through all of them, the area of the wall, and the volume."""
    folder, file = judge.output / "sd7003-quick", judge.output / "sd7003-quick.msh"
    file.parent.mkdir(parents=True, exist_ok=True)
    corners = mesh.write(file, upper=16, lower=8, wake=4, layers=4, first=0.012, trailing=0.04)
    stream = [f"{key}={value}" for key, value in {"rho": "1", "u": "u_inf", "v": "v_inf", "w": "0", "p": "p_inf"}.items()]
    run(rkdg, here / "sd7003.ini", folder, f"mesh.parameters=file={file} span={SPAN} layers=2", "space.degree=2", "time.end=", "time.steps=30",
        "average.from=0", "average.every=10", "output.format=none", "output.monitor=10", "boundary.wall.type=farfield",
        *(f"{section}.{setting}" for section in ("initial", "exact") for setting in stream))  # fmt: skip
    last = table(folder / "errors.csv")[-1]
    judge.within("few cells: error of a free stream", max(value for key, value in last.items() if key.startswith("linf")), 0, 1e-10, "exact")
    length, inside = wall_and_area()
    area = sum(p["weight"] for p in table(folder / "surface_wall.csv"))
    judge.near("few cells: area of the wall", area, SPAN * length, 2e-3 * SPAN * length, "the spline")
    x, y = zip(*corners)
    volume = SPAN * (sum(x[k - 1] * y[k] - x[k] * y[k - 1] for k in range(len(x))) / 2 - inside)
    judge.near("few cells: volume, by the mass of the stream", table(folder / "history.csv")[0]["mass"], volume, 0.02 * SPAN * inside, "the spline")


def check(rkdg, effort, judge):
    if effort == "quick":
        return check_quick(rkdg, judge)
    judge.output.mkdir(parents=True, exist_ok=True)
    file = judge.output / "sd7003.msh"
    mesh.write(file)
    check_run(rkdg, file, judge)
