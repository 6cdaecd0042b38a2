"""Circular cylinder at Reynolds number 3900 on hexahedra and prisms: drag, base pressure, Strouhal number and recirculation."""

import cmath
import importlib
import math
from pathlib import Path

from plot import Band, Curve, chart
from study import run, table

mesh, wake = importlib.import_module("cylinder-3900.mesh"), importlib.import_module("cylinder-3900.wake")

here = Path(__file__).resolve().parent
SOURCE = "published (README.md)"
STREAM, FROM = 0.2, 200.0
# A transient at degree 2 costs a third of that at degree 3.
TRANSIENT_END = 150
BASE = 10.0  # degrees around the rear, where the pressure of the base is taken: it is even there
BAND = 3.0  # degrees over which the friction is averaged
# Middle and half width of what is asked for.
WANTED = {
    "mean drag": (0.99, 0.05), "base pressure": (-0.88, 0.08), "Strouhal number": (0.208, 0.006),
    "length of the recirculation": (1.51, 0.2),
}  # fmt: skip


def strouhal(rows, low=0.1, high=0.35, step=0.0005):
    """The largest amplitude of the lift, by Fourier sums with Hann's window over the rows."""
    start, end = rows[0]["time"], rows[-1]["time"]
    mean = sum(row["cl"] for row in rows) / len(rows)
    windowed = [(row["time"], (row["cl"] - mean) * math.sin(math.pi * (row["time"] - start) / (end - start)) ** 2) for row in rows]
    count = round((high - low) / step) + 1
    return max((low + k * step for k in range(count)),
               key=lambda st: abs(sum(value * cmath.exp(-2j * math.pi * st * STREAM * time) for time, value in windowed)))  # fmt: skip


def by_angle(points):
    """Angle from the front, pressure, friction towards the rear, and weight of the points of the wall."""
    rows = []
    for p in points:
        radius = math.hypot(p["x"], p["y"])
        sine, cosine = abs(p["y"]) / radius, -p["x"] / radius
        friction = sine * p["cfx_mean"] + cosine * math.copysign(p["cfy_mean"], p["y"] * p["cfy_mean"])
        rows.append((math.degrees(math.acos(cosine)), p["cp_mean"], friction, p["weight"]))
    return rows


def base_pressure(rows):
    base = [(cp, weight) for angle, cp, _, weight in rows if angle > 180 - BASE]
    return sum(cp * weight for cp, weight in base) / sum(weight for _, weight in base)


def bands(rows):
    """Angles, pressure and friction, over bands of the angle on both sides."""
    sums = {}
    for angle, cp, friction, weight in rows:
        total = sums.setdefault(int(angle / BAND), [0.0] * 4)
        for i, value in enumerate((1, angle, cp, friction)):
            total[i] += weight * value
    return [[sums[k][i] / sums[k][0] for k in sorted(sums)] for i in (1, 2, 3)]


def zero(places, values, start):
    """Where the values change sign for the first time beyond `start`, linear between two places."""
    for x, y, a, b in zip(places, places[1:], values, values[1:]):
        if y > start and (a > 0) != (b > 0):
            return x + (y - x) * a / (a - b)
    return math.nan


def wanted(what):
    middle, width = WANTED[what]
    return Band(f"{what} wanted", middle - width, middle + width)


def judge_run(judge, forces, surface, centre, across):
    """From the history of the forces, the means on the wall, and the lines of wake.py."""
    forces, surface = [row for row in forces if row["time"] >= FROM], by_angle(surface)
    angles, pressure, friction = bands(surface)
    velocity = [row[1] for row in centre]
    found = {
        "mean drag": sum(row["cd"] for row in forces) / len(forces), "base pressure": base_pressure(surface), "Strouhal number": strouhal(forces),
        # From within the recirculation on: at the wall the velocity is 0, too.
        "length of the recirculation": zero([row[0] for row in centre], velocity, 0.8) - 0.5,
    }  # fmt: skip
    for what, (middle, width) in WANTED.items():
        judge.near(what, found[what], middle, width, SOURCE)
    judge.show("smallest velocity on the centre line", min(velocity), "-0.25 to -0.35", SOURCE)
    judge.show("separation, degrees from the front", zero(angles, friction, 60), "85.7 to 89", SOURCE)
    judge.note(f"Means over {(forces[-1]['time'] - forces[0]['time']) * STREAM * found['Strouhal number']:.0f} periods.")
    judge.draw(chart("Re 3900: drag", "time", "cd", [Curve("rkdg", [row["time"] for row in forces], [row["cd"] for row in forces])],
                     bands=[wanted("mean drag")]))  # fmt: skip
    judge.draw(chart("Re 3900: pressure of the wall", "degrees from the front", "cp", [Curve("rkdg", angles, pressure)], bands=[wanted("base pressure")]))
    end = Curve("end wanted", [0.5 + WANTED["length of the recirculation"][0]], [0.0], line=False, reference=True)
    judge.draw(chart("Re 3900: mean velocity on the centre line", "x / D", "U", [Curve("rkdg", [row[0] for row in centre], velocity), end]))
    for k, name in ((2, "U"), (4, "<uu>")):
        judge.draw(chart(f"Re 3900: {name} across the wake", "y / D", name, [
            Curve(f"x = {x:g}", [row[1] for row in across if row[0] == x], [row[k] for row in across if row[0] == x]) for x in wake.PLACES]))  # fmt: skip


def check_run(rkdg, file, judge):
    before, folder = judge.output / "cylinder-3900-transient", judge.output / "cylinder-3900"
    settings = (f"mesh.parameters=file={file} span=pi layers=12",)
    run(rkdg, here / "cylinder.ini", before, *settings, "space.degree=2", f"time.end={TRANSIENT_END}", "output.format=none")
    summary = run(rkdg, here / "cylinder.ini", folder, *settings, restart=before / "checkpoint.h5")
    judge_run(judge, table(folder / "forces.csv"), table(folder / "surface_wall_mean.csv"), *wake.wake(folder / "mean.vtu"))
    judge.note(f"P3: {summary['wall_seconds']:.0f} s at degree 3.")


def check_quick(rkdg, judge):
    """Few cells: a free stream through all of them, the area of the wall, and the volume."""
    folder, file = judge.output / "cylinder-3900-quick", judge.output / "cylinder-3900-quick.msh"
    file.parent.mkdir(parents=True, exist_ok=True)
    corners = mesh.write(file, side=4, layers=3, first=0.08, width=0.5, growth=1.3)
    stream = [f"exact.{key}={value}" for key, value in {"rho": "1", "u": "u_inf", "v": "0", "w": "0", "p": "p_inf"}.items()]
    run(rkdg, here / "cylinder.ini", folder, f"mesh.parameters=file={file} span=pi layers=2", "space.degree=2", "time.end=", "time.steps=30",
        "average.from=0", "average.every=10", "output.format=none", "output.monitor=10", "boundary.wall.type=farfield",
        *(f"initial.{setting[6:]}" for setting in stream), *stream)  # fmt: skip
    last = table(folder / "errors.csv")[-1]
    judge.within("few cells: error of a free stream", max(value for key, value in last.items() if key.startswith("linf")), 0, 1e-10, "exact")
    area = sum(p["weight"] for p in table(folder / "surface_wall.csv"))
    judge.near("few cells: area of the wall", area, math.pi**2, 1e-3 * math.pi**2, "exact")
    x, y = zip(*corners)
    plane = sum(x[k - 1] * y[k] - x[k] * y[k - 1] for k in range(len(x))) / 2 - math.pi / 4
    volume = table(folder / "history.csv")[0]["mass"]
    judge.near("few cells: volume, by the mass of the stream", volume, math.pi * plane, 1e-6 * math.pi * plane, "exact")


def check(rkdg, effort, judge):
    if effort == "quick":
        return check_quick(rkdg, judge)
    judge.output.mkdir(parents=True, exist_ok=True)
    file = judge.output / "cylinder-3900.msh"
    mesh.write(file)
    check_run(rkdg, file, judge)
