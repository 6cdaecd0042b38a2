"""Cylinder at Re 100: Strouhal number, mean drag and lift amplitude tend to the published incompressible ones as the Mach number falls."""

import sys
from pathlib import Path

from plot import Band, Curve, chart, field
from study import run, table

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

import wake  # noqa: E402: needs the path above
from limit import NAMES, quantities, read  # noqa: E402
from mach import MACHS, periods_of, run_all  # noqa: E402
from periods import estimate  # noqa: E402
from vtu import Vtu  # noqa: E402

SOURCE = "published incompressible values (published.csv)"
FINE = here / "h200" / "mach.csv"


def beyond(value, low, high):
    return max(low - value, value - high, 0.0)


def judge_limit(judge, name, rows):
    """Of runs at falling Mach numbers: their limit by published values, and that the lowest is no farther from those than the highest."""
    machs, found = quantities(rows, read(here / "published.csv"))
    for quantity in found.values():
        low, high = quantity.published
        for mach, value, uncertainty in zip(machs, quantity.values, quantity.uncertainties):
            judge.show(f"{name}, {quantity.name} at Mach {mach:g}, +- {uncertainty:.1g}", value)
        what = f"{name}, {quantity.name}, limit of no Mach number, +- {quantity.limit.uncertainty:.1g}"
        judge.within(what, quantity.limit.value, low, high, SOURCE)
        first, last = (beyond(quantity.values[k], low, high) for k in (0, -1))
        judge.within(f"{name}, {quantity.name}, distance from these at Mach {machs[-1]:g}", last, 0.0, first, f"that at Mach {machs[0]:g}")


def draw_wake(judge, name, folder, mach):
    """Vorticity in the wake from the last field file."""
    fields = Vtu(max(folder.glob("fields_*.vtu"), key=lambda path: path.stem))
    points = fields.points()
    triangles = list(wake.triangles(fields, points, wake.WINDOW))
    vorticity = [value / mach for value in fields.array("vorticity")]
    title = f"Cylinder, {name}: vorticity at t U / D = {mach * fields.time():.0f}"
    judge.draw(field(title, "x / D", "y / D", "vorticity D / U", wake.WINDOW, points, triangles, vorticity, wake.CLIP))


def draw_forces(judge, runs):
    """Lift and drag of {name: (folder, Mach number)} over diameters that the free stream went."""
    lift, drag = [], []
    for name, (folder, mach) in runs.items():
        rows = table(folder / "forces.csv")
        time = [mach * row["time"] for row in rows]
        lift.append(Curve(name, time, [row["cl"] for row in rows]))
        drag.append(Curve(name, time, [row["cd"] for row in rows]))
    published = read(here / "published.csv")
    amplitudes, means = ([float(row[key]) for row in published if row[key]] for key in ("cl_amplitude", "mean_cd"))
    # The ranges leave out the start, which is many times larger.
    bands = [Band("published amplitude", min(amplitudes), max(amplitudes)), Band("", -max(amplitudes), -min(amplitudes))]
    judge.draw(chart("Cylinder: lift coefficient", "t U / D", "CL", lift, y_range=(-0.6, 0.6), bands=bands))
    mean = [Band("published mean", min(means), max(means))]
    judge.draw(chart("Cylinder: drag coefficient", "t U / D", "CD", drag, y_range=(1.0, 1.8), bands=mean))


def check_demonstration(rkdg, judge):
    """The coarse mesh beside the fine one at the same Mach number."""
    folder, mach = judge.output / "cylinder-demo", 0.2
    run(rkdg, here / "cylinder-demo.ini", folder)
    (fine,) = (row for row in read(FINE) if float(row["mach"]) == mach)
    periods = periods_of(folder / "forces.csv", mach)
    if not periods:
        judge.fail("demonstration: the lift has gone through no whole period")
        return
    for number, (key, part) in enumerate(zip(NAMES, (0.02, 0.02, 0.1))):
        value, reference = estimate([period[number] for period in periods]).value, float(fine[key])
        source = f"P{fine['degree']} on {fine['cells']} cells (h200/mach.csv)"
        judge.near(f"demonstration, {NAMES[key]}", value, reference, part * reference, source)
    draw_wake(judge, "demonstration", folder, mach)
    draw_forces(judge, {"demonstration": (folder, mach)})


def check(rkdg, effort, judge):
    if effort == "quick":
        return check_demonstration(rkdg, judge)
    runs = {}
    for degree in (2, 3) if effort == "full" else (2,):
        folder = judge.output / f"cylinder-p{degree}"
        judge_limit(judge, f"P{degree}", read(run_all(rkdg, folder, degree=degree)))
        for mach in MACHS:
            runs[f"P{degree}, Mach {mach:g}"] = (folder / f"mach-{mach}-p{degree}", mach)
        draw_wake(judge, f"P{degree}", folder / f"mach-{MACHS[0]}-p{degree}", MACHS[0])
    draw_forces(judge, runs)
