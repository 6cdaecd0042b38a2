"""Double Mach reflection: the incident shock at the upper side, where the Mach stem stands, and whether it is straight."""

import importlib
import math
from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
mesh = importlib.import_module("double-mach.mesh")

END = 0.2
CELLS = {"quick": 30, "default": 60, "full": 240}  # along a unit of length
RUNS = {
    "quick": (("squares", (2,)),),
    "default": (("squares", (1, 2, 3)), ("triangles", (2,))),
    "full": (("squares", (1, 2, 3)), ("triangles", (1, 2, 3))),
}
TOP = 0.99  # height of the line that crosses the incident shock
STEM = (2.7, 2.8)  # at the wall, in published pictures
HEIGHTS = [0.02 * k for k in range(1, 17)]  # lines across the Mach stem, below the triple point
KINK = 0.02  # a carbuncle bends the stem by tenths
POINTS = 4001
ENDS_ALONE = "output.monitor=1000000"  # 72 000 points of lines at the start and the end, not at each hundredth step
SOURCE = "Woodward and Colella, J. Comput. Phys. 54 (1984) 115"


def incident(y):
    """Where the incident shock crosses the height y at the end."""
    return 1 / 6 + (y + 20 * END) / math.sqrt(3)


def front(line):
    """The largest x at which the pressure is more than half of that behind the incident shock."""
    line = [(row["x"], row["p"]) for row in line]
    for (xa, pa), (xb, pb) in zip(reversed(line[:-1]), reversed(line[1:])):
        if pa > 58.25 >= pb:
            return xa + (xb - xa) * (pa - 58.25) / (pa - pb)
    return math.nan


def probe_lines(folder, heights):
    """The state at the end along each of the lines."""
    rows = table(folder / "probes.csv")
    last = max(row["step"] for row in rows)
    rows = [row for row in rows if row["step"] == last]
    return [rows[k * POINTS : (k + 1) * POINTS] for k in range(len(heights))]


def bend(heights, places):
    """Largest distance of the places from a straight line through them, by least squares."""
    n, my, mx = len(heights), sum(heights) / len(heights), sum(places) / len(places)
    slope = sum((y - my) * (x - mx) for y, x in zip(heights, places)) / sum((y - my) ** 2 for y in heights)
    return max(abs(x - mx - slope * (y - my)) for y, x in zip(heights, places))


def check(rkdg, effort, judge):
    n, curves = CELLS[effort], []
    heights = [0.25 / n, TOP, *HEIGHTS]
    probes = ", ".join(f"1.5, {y}, 3.99, {y}, {POINTS}" for y in heights)
    judge.output.mkdir(parents=True, exist_ok=True)
    for kind, degrees in RUNS[effort]:
        file = judge.output / f"double-mach-{kind}-{n}.msh"
        mesh.write(file, n, kind == "triangles")
        for degree in degrees:
            folder = judge.output / f"double-mach-{kind}-p{degree}"
            summary = run(rkdg, here / "double-mach.ini", folder, f"mesh.file={file}", f"space.degree={degree}", f"output.line={probes}", ENDS_ALONE)
            name = f"P{degree}, {n} {kind} a unit"
            places = [front(line) for line in probe_lines(folder, heights)]
            judge.near(f"{name}: incident shock at y = {TOP}", places[1], incident(TOP), 2 / n, "exact, within two cells")
            judge.within(f"{name}: Mach stem at the wall", places[0], STEM[0] - 2 / n, STEM[1] + 2 / n, SOURCE)
            judge.within(f"{name}: bend of the Mach stem up to y = {HEIGHTS[-1]:.2f}", bend(HEIGHTS, places[2:]), 0, KINK, "straight")
            judge.note(f"{name}: {summary['steps']} steps in {summary['wall_seconds']:.0f} s on {summary['device']}")
            curves.append(Curve(name, places[2:], HEIGHTS))
    judge.draw(chart("Mach stem at t = 0.2", "x", "y", curves))
