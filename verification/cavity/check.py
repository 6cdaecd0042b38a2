"""Lid-driven cavities by the lattice Boltzmann method: a cube and squares, beside published velocities along centre lines."""

import json
import math
from pathlib import Path

from cylinder.vtu import Vtu
from plot import Curve, chart, plane
from study import call, settings_of, table

here = Path(__file__).resolve().parent
GHIA = "Ghia, Ghia and Shin, J. Comput. Phys. 48 (1982) 387"
ALBENSOEDER = "Albensoeder and Kuhlmann, J. Comput. Phys. 206 (2005) 536"
MISPRINT = ("v", 400, 0.9063)
LINES = {"u": "y", "v": "x"}  # velocity: the axis along which it is tabulated

# Cells a side of the squares, Reynolds numbers, and cells a side of the cube with the wanted distance.
EFFORTS = {
    "quick": (48, (100,), {}),
    "default": (128, (100, 400, 1000), {128: 0.015}),
    "full": (128, (100, 400, 1000), {128: 0.015, 256: 0.008}),
}


def profile(folder, velocity):
    """Places and values along a centre line, from wall to wall."""
    axis = LINES[velocity]
    rows = table(folder / f"line_{axis}.csv")
    lid = 1.0 if velocity == "u" else 0.0
    return [0.0, *(row[axis] for row in rows), 1.0], [0.0, *(row[velocity] for row in rows), lid]


def interpolate(places, values, x):
    """By the cubic through the four points around x."""
    after = next((i for i, place in enumerate(places) if place >= x), len(places) - 1)
    first = min(max(after - 2, 0), len(places) - 4)
    chosen = range(first, first + 4)
    total = 0.0
    for i in chosen:
        product = values[i]
        for j in chosen:
            if j != i:
                product *= (x - places[j]) / (places[i] - places[j])
        total += product
    return total


def judge_lines(judge, name, folder, reference, column, tolerance, source, left_out=()):
    """The largest distance from the reference along both lines, and a chart of each."""
    for velocity, axis in LINES.items():
        rows = [r for r in reference if r["quantity"] == velocity and (velocity, r["coord"]) not in left_out]
        places, values = profile(folder, velocity)
        distance = max(abs(interpolate(places, values, r["coord"]) - r[column]) for r in rows)
        judge.within(f"{name}, {velocity} along {axis}, largest distance", distance, 0, tolerance, source)
        judge.draw(chart(f"{name}: {velocity} along {axis}", axis, f"{velocity} / speed of the lid", [
            Curve("rkdg lbm", places, values),
            Curve(source, [r["coord"] for r in rows], [r[column] for r in rows], line=False, reference=True),
        ]))  # fmt: skip


def speeds(folder, cells):
    """Rows of |u| / speed of the lid in the plane across the middle of the box, from the bottom to the lid."""
    velocity = Vtu(max(folder.glob("fields_*.vti"), key=lambda path: path.stem)).array("velocity")
    nx, ny, nz = cells
    first = nz // 2 * nx * ny
    return [[math.hypot(*velocity[3 * (first + y * nx + x) : 3 * (first + y * nx + x) + 3]) for x in range(nx)] for y in range(ny)]


def run(rkdg, case, folder, *settings):
    call([rkdg, "lbm", case, "--output", folder, *settings_of(settings)])
    return json.loads((folder / "summary.json").read_text())


def judge_run(judge, name, folder, summary):
    judge.within(f"{name}, mass, change of the mean density",
                 abs(summary["totals"]["mass"]["end"] / summary["totals"]["mass"]["start"] - 1), 0, 1e-12, "conserved")  # fmt: skip
    judge.note(f"{name}: {summary['steps']} steps, {summary['wall_seconds']:.0f} s, {summary['mlups']:.0f} million cells a second "
               f"on {summary['device']}")  # fmt: skip
    judge.draw(plane(f"{name}: speed in the middle", "x", "y", "speed / speed of the lid", (0, 1, 0, 1),
                     speeds(folder, summary["cells"])))  # fmt: skip
    if not summary["converged"]:
        judge.fail(f"{name}: the flow has not settled")


def check(rkdg, effort, judge):
    square_cells, numbers, cubes = EFFORTS[effort]
    ghia = table(here / "ghia.csv")
    for number in numbers:
        name = f"square, Reynolds number {number}"
        folder = judge.output / f"cavity-square-{number}"
        summary = run(rkdg, here / "square.ini", folder, f"fluid.reynolds={number}",
                      f"lattice.cells={square_cells},{square_cells},1")  # fmt: skip
        judge_run(judge, name, folder, summary)
        left_out = [MISPRINT[::2]] if number == MISPRINT[1] else []
        judge_lines(judge, name, folder, ghia, f"Re{number}", 0.02, GHIA, left_out)
    for cells, tolerance in cubes.items():
        name = f"cube, {cells} cells a side"
        folder = judge.output / f"cavity-cube-{cells}"
        judge_run(judge, name, folder, run(rkdg, here / "cavity.ini", folder, f"lattice.cells={cells}"))
        judge_lines(judge, name, folder, table(here / "albensoeder_kuhlmann.csv"), "cube", tolerance, ALBENSOEDER)
