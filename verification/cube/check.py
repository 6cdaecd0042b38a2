"""A cube with a sliding lid by Newton's method: velocities along the centre lines beside the published ones."""

from pathlib import Path

from cavity.check import ALBENSOEDER, LINES, interpolate
from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
MACH = 0.1
TOLERANCE = 0.01
# Cells along x and y (half as many along z, to the plane of symmetry), degree.
MESHES = {"quick": (4, 1), "default": (16, 3), "full": (16, 3)}


def profiles(folder):
    """For each velocity: places from wall to wall and values over the speed of the lid, of the last sample."""
    rows = table(folder / "probes.csv")
    points = len({row["probe"] for row in rows}) // 2
    last = rows[-2 * points :]
    for (velocity, axis), line in zip(LINES.items(), (last[:points], last[points:])):
        yield velocity, axis, [k / (points - 1) for k in range(points)], [row[velocity] / MACH for row in line]


def check(rkdg, effort, judge):
    n, degree = MESHES[effort]
    name = f"P{degree}, {n} x {n} x {n // 2} hexahedra"
    folder = judge.output / f"cube-{n}-p{degree}"
    summary = run(rkdg, here / "cube.ini", folder, f"space.degree={degree}",
                  f"mesh.parameters=kind=hexahedra n={n} nz={n // 2} zmax=0.5 xgrading=1 ygrading=1")  # fmt: skip
    if not summary["converged"]:
        judge.fail(f"{name}: has not converged")
    judge.note(f"{name}: {summary['iterations']} steps, {summary['krylov_steps']} Krylov steps, {summary['wall_seconds']:.0f} s")
    for velocity, axis, places, values in profiles(folder):
        rows = [row for row in table(here.parent / "cavity" / "albensoeder_kuhlmann.csv") if row["quantity"] == velocity]
        distance = max(abs(interpolate(places, values, row["coord"]) - row["cube"]) for row in rows)
        what = f"{name}, {velocity} along {axis}, largest distance"
        if effort == "quick":
            judge.show(what, distance, "", ALBENSOEDER)
        else:
            judge.within(what, distance, 0, TOLERANCE, ALBENSOEDER)
        judge.draw(chart(f"Cube: {velocity} along {axis}", axis, f"{velocity} / speed of the lid", [
            Curve(name, places, values),
            Curve(ALBENSOEDER, [row["coord"] for row in rows], [row["cube"] for row in rows], line=False, reference=True),
        ]))  # fmt: skip
