"""Cylinder at Re 100, Mach 0.2: Strouhal number, mean drag and lift amplitude of the settled vortex street; its vorticity."""

import base64
import sys
from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

import wake  # noqa: E402: needs the path above
from periods import shedding  # noqa: E402

PUBLISHED = "bands of published computations (README.md)"
MACH = 0.2  # of the case files; the free stream's speed of sound is 1, the diameter too


def judge_forces(judge, name, forces, margin):
    for what, key, low, high in (
        ("Strouhal number", "strouhal", 0.162, 0.166),
        ("mean drag", "mean_cd", 1.32, 1.37),
        ("lift amplitude", "cl_amplitude", 0.31, 0.34),
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
    last = max(folder.glob("fields_*.vtu"), key=lambda path: path.stem)
    image = base64.b64encode(wake.png(wake.rasterise(last, "vorticity", wake.WINDOW, 960), wake.CLIP * MACH)).decode()
    text = f"{name}: vorticity at the end, colours to +-{wake.CLIP:g} speeds over diameters"
    judge.draw(f'<figure><img alt="{text}" src="data:image/png;base64,{image}"><figcaption>{text}</figcaption></figure>')


def check(rkdg, effort, judge):
    demo = effort == "quick"
    case = here / ("cylinder-demo.ini" if demo else "cylinder.ini")
    curves = []
    for degree in {"quick": (2,), "default": (3,), "full": (1, 2, 3)}[effort]:
        name = f"P{degree}"
        folder = judge.output / (f"cylinder-demo-p{degree}" if demo else f"cylinder-p{degree}")
        summary = run(rkdg, case, folder, f"space.degree={degree}")
        # The demonstration mesh is coarse: bands twice as wide.
        judge_forces(judge, name, summary["forces"]["wall"], 0.5 if demo else 0.0)
        rows = table(folder / "forces.csv")
        note_scatter(judge, name, rows)
        draw_wake(judge, name, folder)
        time = [row["time"] for row in rows]
        curves += [Curve(f"{name}, {key.upper()}", time, [row[key] for row in rows]) for key in ("cl", "cd")]
    judge.draw(chart("Cylinder: forces", "time", "coefficient", curves))
