"""ONERA M6 wing, inviscid, by Newton's method with artificial viscosity: grids and degrees compared, and pressures beside measured ones."""

import importlib
from pathlib import Path

from plot import Curve, chart
from study import run, table

case = Path(__file__).resolve().parent / "onera-m6.ini"
mesh, pressures = importlib.import_module("onera-m6.mesh"), importlib.import_module("onera-m6.pressures")
RUNS = {"quick": ((1, "tiny"),), "default": ((1, "tiny"), (1, "coarse")),
        "full": ((1, "coarse"), (2, "coarse"), (1, "fine"), (2, "fine"))}  # fmt: skip
SOURCE = "Schmitt, Charpin, AGARD AR-138 (1979), test 2308"


def draw(judge, sections):
    """`sections`: {name of the run: {place along the span: {side: points}}}"""
    for eta, measured in pressures.experiment().items():
        curves = [Curve(name, *zip(*(found[eta]["lower"][::-1] + found[eta]["upper"]))) for name, found in sections.items()]
        curves.append(Curve("measured", *zip(*(measured["lower"] + measured["upper"])), line=False, reference=True))
        judge.draw(chart(f"ONERA M6, Mach 0.8395, 3.06 degrees: cp at {eta:.2f} of the span", "x / local chord", "cp", curves, flip_y=True))


def judge_sections(judge, name, found, shocks):
    """`shocks`: whether this run resolves them."""
    for eta, measured in pressures.experiment().items():
        lower = pressures.root_mean_square(found[eta]["lower"], measured["lower"])
        judge.within(f"{name}: lower side at {eta:.2f} of the span, cp beside the measured one, rms", lower, 0, 0.05, SOURCE)
        upper = pressures.root_mean_square(found[eta]["upper"], measured["upper"])
        judge.show(f"{name}: upper side at {eta:.2f}, the same", upper)
        places, wanted = ([x for x, _ in pressures.rises(sides["upper"])] for sides in (found[eta], measured))
        if not shocks:
            continue
        judge.near(f"{name}: shocks at {eta:.2f}", len(places), len(wanted), 0, SOURCE)
        for x, there in zip(places, wanted):
            judge.within(f"{name}: place of a shock at {eta:.2f}, less the measured one", x - there, -0.05, 0.1, SOURCE)


def check(rkdg, effort, judge):
    forces, sections = {}, {}
    for degree, grid in RUNS[effort]:
        folder = judge.output / f"onera-m6-{grid}-p{degree}"
        folder.mkdir(parents=True, exist_ok=True)
        mesh.make(mesh.GRIDS[grid], folder / "mesh.msh")
        summary = run(rkdg, case, folder, f"mesh.file={folder / 'mesh.msh'}", f"space.degree={degree}",
                      f"time.sequence={', '.join(str(p) for p in range(degree))}")  # fmt: skip
        name = f"P{degree}, {summary['elements']} cells"
        forces[degree, grid] = summary["forces"]["wing"]
        judge.within(f"{name}: residual", summary["residual"], 0, 1e-10)
        judge.show(f"{name}: CL", forces[degree, grid]["cl"])
        judge.show(f"{name}: CD", forces[degree, grid]["cd"])
        judge.note(f"{name}: {summary['newton_steps']} steps of Newton's method, {summary['krylov_steps']} of GMRES, "
                   f"{summary['wall_seconds']:.0f} s on {summary['device']}")  # fmt: skip
        wall = table(folder / "surface_wing.csv")
        sections[name] = {eta: pressures.section(wall, eta) for eta in pressures.experiment()}
        if grid != "tiny":
            judge_sections(judge, name, sections[name], shocks=degree > 1)
    if (2, "fine") in forces:
        ratio = forces[2, "coarse"]["cl"] / forces[2, "fine"]["cl"]
        judge.near("CL of degree 2 on the coarser mesh over that on the finer one", ratio, 1, 0.02)
    draw(judge, sections)
