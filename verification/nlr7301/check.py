"""NLR 7301 with flap, Mach 0.185, 6 degrees, inviscid: lift, and pressure beside a panel method and the experiment."""

from pathlib import Path

from airfoils import FAR_FIELD, root_mean_square, settled, solve, total
from plot import Band, Curve, chart
from study import table

case = Path(__file__).resolve().parent / "nlr7301.ini"
PANEL = "linear-vorticity panel method, Prandtl-Glauert to Karman-Tsien (README.md)"
LIFT = (2.69, 2.73)
COARSE = ("points=46", "cells=2500")  # seconds on a CPU core
FINE = ("--level=1", "points=130")


def experiment(judge, name):
    path = judge.user_file("nlr7301_experiment.csv")
    rows = [row for row in table(path) if row["kind"] == f"{name}_minus_cp"] if path else []
    return [row["x_or_alpha"] for row in rows], [-row["minus_cp_or_value"] for row in rows]


def check(rkdg, effort, judge):
    geometry = judge.user_file("nlr7301_geometry.csv")
    if geometry is None:
        return
    folder = judge.output / "nlr7301"
    size = FINE if effort == "full" else COARSE
    summary, walls = solve(rkdg, case, judge, geometry, folder, (*size, "trailing_edge=sharp", FAR_FIELD))
    judge.within("CL, gap 2.6 %", total(summary, "cl"), *LIFT, PANEL)
    judge.near("CD, gap 2.6 %", total(summary, "cd"), 0, 1e-3, "no drag without friction")
    steps, lift = settled(judge, folder, summary)
    curves, bands = [Curve("rkdg", steps, lift)], [Band("wanted", *LIFT)]
    judge.draw(chart("NLR 7301: lift coefficient", "iterations", "CL", curves, bands=bands))
    panel = judge.user_file("nlr7301_inviscid_cp_alpha6.csv")
    for name, wall in walls.items():
        curves = [Curve("rkdg", [p["x"] for p in wall], [p["cp"] for p in wall], line=False)]
        if panel:
            rows = [row for row in table(panel) if row["gap"] == "2.6%" and row["element"] == name]
            x, cp = [row["x"] for row in rows], [row["cp_KT_M0.185"] for row in rows]
            curves.append(Curve("panel method", x, cp, reference=True))
            judge.show(f"{name}, least cp", min(p["cp"] for p in wall), f"{min(cp):.2f}", PANEL)
            difference = root_mean_square(wall, rows, "cp_KT_M0.185")
            judge.show(f"{name}, rms difference of cp", difference, "", PANEL)
        curves.append(Curve("experiment", *experiment(judge, name), line=False, reference=True))
        judge.draw(chart(f"NLR 7301, {name}: cp along the wall", "x / c", "pressure coefficient cp", curves, flip_y=True))
