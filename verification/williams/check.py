"""Two airfoils of Williams, Mach 0.1, inviscid: pressure beside the exact incompressible solution."""

from pathlib import Path

from airfoils import FAR_FIELD, root_mean_square, settled, solve, total
from plot import Band, Curve, chart
from study import table

case = Path(__file__).resolve().parent / "williams.ini"
EXACT = "Williams, ARC R&M 3717 (1971): exact for incompressible flow"
PANEL = "panel method through the same points, times the Prandtl-Glauert factor 1.005"
LIFT = 3.751
COARSE = ("points=32", "cells=1300")  # seconds on a CPU core
FINE = ("--level=1",)


def check(rkdg, effort, judge):
    geometry = judge.user_file("williams_two_element.csv")
    if geometry is None:
        return
    folder = judge.output / "williams"
    size = FINE if effort == "full" else COARSE
    summary, walls = solve(rkdg, case, judge, geometry, folder, (*size, "trailing_edge=sharp", FAR_FIELD))
    judge.near("CL", total(summary, "cl"), LIFT, 0.02 * LIFT, PANEL)
    if effort == "full":
        judge.near("CD", total(summary, "cd"), 0, 1e-3, "no drag without friction")
    else:
        judge.show("CD", total(summary, "cd"), "0", "no drag without friction")
    steps, lift = settled(judge, folder, summary)
    curves, bands = [Curve("rkdg", steps, lift)], [Band("wanted", 0.98 * LIFT, 1.02 * LIFT)]
    judge.draw(chart("Williams: lift coefficient", "iterations", "CL", curves, bands=bands))
    exact = table(geometry)
    for name, wall in walls.items():
        rows = [row for row in exact if row["element"] == name]
        curves = [
            Curve("rkdg", [p["x"] for p in wall], [p["cp"] for p in wall], line=False),
            Curve("exact, Mach 0", [row["x"] for row in rows], [row["cp_exact"] for row in rows], reference=True),
        ]
        judge.show(f"{name}, rms difference of cp", root_mean_square(wall, rows, "cp_exact"), "", EXACT)
        judge.draw(chart(f"Williams, {name}: cp along the wall", "x / c", "pressure coefficient cp", curves, flip_y=True))
