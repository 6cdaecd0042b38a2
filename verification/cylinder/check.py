"""Cylinder at Re 100, Mach 0.2: Strouhal number, mean drag and lift amplitude of the settled vortex street; its vorticity."""

import sys
from pathlib import Path

from plot import Band, Curve, chart, field
from study import run, table

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

import wake  # noqa: E402: needs the path above
from periods import shedding  # noqa: E402
from vtu import Vtu  # noqa: E402

PUBLISHED = "bands of published computations (README.md)"
MACH = 0.2  # of the case files; the free stream's speed of sound is 1, the diameter too
DRAG = (1.32, 1.37)
LIFT = (0.31, 0.34)


def judge_forces(judge, name, forces, margin):
    for what, key, (low, high) in (
        ("Strouhal number", "strouhal", (0.162, 0.166)),
        ("mean drag", "mean_cd", DRAG),
        ("lift amplitude", "cl_amplitude", LIFT),
    ):
        more = margin * (high - low)
        value = forces[key] if forces[key] is not None else float("nan")
        judge.within(f"{name}, {what}", value, low - more, high + more, PUBLISHED)


def note_scatter(judge, name, rows):
    """The same again from the file of forces, period by period, with an uncertainty."""
    found = shedding([row["time"] for row in rows], [row["cd"] for row in rows], [row["cl"] for row in rows])
    if found is None:
        judge.note(f"{name}: fewer than two settled periods, so no uncertainty")
        return
    frequency, drag, lift, count = found
    judge.note(f"{name}, {count} settled periods from forces.csv: "
               f"St {frequency.value / MACH:.5f} +- {frequency.uncertainty / MACH:.5f}, "
               f"mean CD {drag.value:.4f} +- {drag.uncertainty:.4f}, "
               f"CL amplitude {lift.value:.4f} +- {lift.uncertainty:.4f}")  # fmt: skip


def draw_wake(judge, name, folder):
    """Vorticity in the wake from the last field file."""
    fields = Vtu(max(folder.glob("fields_*.vtu"), key=lambda path: path.stem))
    points = fields.points()
    triangles = list(wake.triangles(fields, points, wake.WINDOW))
    vorticity = [value / MACH for value in fields.array("vorticity")]
    title = f"Cylinder, {name}: vorticity at t U / D = {MACH * fields.time():.0f}"
    judge.draw(field(title, "x / D", "y / D", "vorticity D / U", wake.WINDOW, points, triangles, vorticity, wake.CLIP))


def check(rkdg, effort, judge):
    demo = effort == "quick"
    case = here / ("cylinder-demo.ini" if demo else "cylinder.ini")
    lift, drag = [], []
    for degree in {"quick": (2,), "default": (3,), "full": (1, 2, 3)}[effort]:
        name = f"P{degree}"
        folder = judge.output / (f"cylinder-demo-p{degree}" if demo else f"cylinder-p{degree}")
        summary = run(rkdg, case, folder, f"space.degree={degree}")
        # The demonstration mesh is coarse: bands twice as wide.
        judge_forces(judge, name, summary["forces"]["wall"], 0.5 if demo else 0.0)
        rows = table(folder / "forces.csv")
        note_scatter(judge, name, rows)
        draw_wake(judge, name, folder)
        time = [MACH * row["time"] for row in rows]
        lift.append(Curve(name, time, [row["cl"] for row in rows]))
        drag.append(Curve(name, time, [row["cd"] for row in rows]))
    # The ranges leave out the start, which is many times larger.
    amplitudes = [Band("published amplitude", *LIFT), Band("", -LIFT[1], -LIFT[0])]
    judge.draw(chart("Cylinder: lift coefficient", "t U / D", "CL", lift, y_range=(-0.6, 0.6), bands=amplitudes))
    mean = [Band("published mean", *DRAG)]
    judge.draw(chart("Cylinder: drag coefficient", "t U / D", "CD", drag, y_range=(1.0, 1.8), bands=mean))
