"""Mach 3 past a cylinder and a sphere: where the bow shock stands, and the state where the stream comes to rest."""

import importlib
from pathlib import Path

from plot import Curve, chart
from study import run, shock_capturing, table

here = Path(__file__).resolve().parent
mesh = importlib.import_module("blunt-bodies.mesh")

# Billig, J. Spacecraft Rockets 4 (1967) 822: 0.386 exp(4.67 / 9) and 0.143 exp(3.24 / 9) radii.
BILLIG = {"cylinder": 0.649, "sphere": 0.205}
DISTANCE = 0.05  # relative; the correlation is one of experiments
# Of the inviscid flow, by shock_fitted.py; a cell in front of the bodies is 0.025 to 0.075 long.
INVISCID = {"cylinder": 0.6981, "sphere": 0.2149}
INVISCID_DISTANCE = 0.02
STAGNATION_PRESSURE, STAGNATION_DENSITY = 12.061, 4.3075  # by those of the stream: Rayleigh's formula, and the isentropic flow to rest
STATE = 0.01
PRESSURE = 1 / 1.4
BEHIND = 3.8571  # density behind a normal shock
SETTLED = 0.75  # of the end of a run: means are taken from then on

STEADY = ("space.riemann=roe", "space.shocks=viscosity", "time.mode=steady", "time.solver=newton", "time.end=", "time.cfl=", "output.monitor=1")
# Body, cells, degrees, cells along the wall (along an edge of the sphere's three patches) and out from it.
RUNS = {
    "quick": (("cylinder", "quadrilaterals", (2,), 24, 12),),
    "default": (("cylinder", "quadrilaterals", (1, 2, 3), 32, 16), ("cylinder", "triangles", (2,), 32, 16),
                ("sphere", "hexahedra", (2,), 4, 8)),
    "full": (("cylinder", "quadrilaterals", (1, 2, 3), 96, 48), ("cylinder", "triangles", (1, 2, 3), 96, 48),
             ("sphere", "hexahedra", (1, 2, 3), 8, 16), ("sphere", "tetrahedra", (1, 2, 3), 6, 12)),
}  # fmt: skip
# Body, cells, degree, cells along and out, and whether they are enough to judge the flow.
STEADY_RUNS = {
    "quick": (("sphere", "tetrahedra", 1, 2, 4, False),),
    "default": (("cylinder", "quadrilaterals", 1, 32, 16, True), ("sphere", "tetrahedra", 1, 3, 6, False)),
    "full": (("cylinder", "quadrilaterals", 1, 64, 32, True), ("cylinder", "quadrilaterals", 2, 64, 32, True)),
}  # fmt: skip


def mesh_file(judge, body, cells, along, out):
    judge.output.mkdir(parents=True, exist_ok=True)
    file = judge.output / f"blunt-{body}-{cells}-{along}.msh"
    if body == "cylinder":
        mesh.cylinder(file, along, out, cells == "triangles")
    else:
        mesh.sphere(file, along, out, cells == "tetrahedra")
    return file


def lines(folder):
    """Time and state along the stagnation line from upstream to the wall, of each row of probes from SETTLED on."""
    by_step = {}
    for row in table(folder / "probes.csv"):
        by_step.setdefault(row["step"], []).append(row)
    end = max(rows[0]["time"] for rows in by_step.values())
    return [rows for rows in by_step.values() if rows[0]["time"] >= SETTLED * end]


def distance(line):
    """Of the shock from the wall: where the density is first in the middle between both sides of a normal shock."""
    middle = 0.5 * (1 + BEHIND)
    for a, b in zip(line, line[1:]):
        if a["rho"] < middle <= b["rho"]:
            return -1 - (a["x"] + (b["x"] - a["x"]) * (middle - a["rho"]) / (b["rho"] - a["rho"]))
    return float("nan")


def judge_flow(judge, name, body, folder):
    """Returns the last line."""
    found = lines(folder)

    def mean(values):
        values = list(values)
        return sum(values) / len(values)

    distances = [distance(line) for line in found]
    for wanted, share, source in ((BILLIG[body], DISTANCE, "Billig 1967"), (INVISCID[body], INVISCID_DISTANCE, "shock_fitted.py")):
        judge.near(f"{name}: distance of the shock", mean(distances), wanted, share * wanted, source)
    judge.show(f"{name}: range of it over the last quarter", max(distances) - min(distances))
    pressure = mean(line[-1]["p"] for line in found) / PRESSURE
    judge.near(f"{name}: pressure at the front", pressure, STAGNATION_PRESSURE, STATE * STAGNATION_PRESSURE, "Rayleigh's pitot formula")
    density = mean(line[-1]["rho"] for line in found)
    judge.near(f"{name}: density at the front", density, STAGNATION_DENSITY, STATE * STAGNATION_DENSITY, "normal shock, then isentropic")
    return found[-1]


def check(rkdg, effort, judge):
    curves = {"cylinder": [], "sphere": []}
    for body, cells, degrees, along, out in RUNS[effort]:
        file = mesh_file(judge, body, cells, along, out)
        for degree in degrees:
            folder = judge.output / f"blunt-{body}-{cells}-p{degree}"
            summary = run(rkdg, here / f"{body}.ini", folder, f"mesh.file={file}", f"space.degree={degree}", *shock_capturing(cells))
            name = f"{body}, P{degree}, {summary['elements']} {cells}"
            line = judge_flow(judge, name, body, folder)
            judge.note(f"{name}: {summary['steps']} steps in {summary['wall_seconds']:.0f} s on {summary['device']}")
            curves[body].append(Curve(name, [p["x"] for p in line], [p["rho"] for p in line]))
    for body, cells, degree, along, out, resolves in STEADY_RUNS[effort]:
        file = mesh_file(judge, body, cells, along, out)
        folder = judge.output / f"blunt-{body}-steady-p{degree}"
        sequence = f"time.sequence={', '.join(str(p) for p in range(degree))}"
        summary = run(rkdg, here / f"{body}.ini", folder, f"mesh.file={file}", f"space.degree={degree}", sequence, *STEADY)
        name = f"{body}, Newton's method with viscosity, P{degree}, {summary['elements']} {cells}"
        judge.within(f"{name}: residual", summary["residual"], 0, 1e-10)
        if resolves:
            judge_flow(judge, name, body, folder)
    for body, of_body in curves.items():
        if of_body:
            judge.draw(chart(f"Mach 3 past a {body}: density along the stagnation line", "x", "density", of_body))
