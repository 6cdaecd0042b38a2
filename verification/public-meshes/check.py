"""Meshes of the tutorials of SU2 and FLEXI, as they are: an airfoil (SU2), a cavity (HOPR) and a wedge (CGNS)."""

import math
import subprocess
from pathlib import Path

from cavity.check import GHIA, LINES, interpolate
from cube.check import profiles
from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent


def airfoil(rkdg, effort, judge, mesh):
    """The wall of straight edges, and curved through its vertices: entropy should be that of the stream everywhere."""
    curved = judge.output / "public-meshes-airfoil.h5"
    subprocess.run([rkdg, "convert", mesh, curved, "--curve", "airfoil", "--order", "4"], check=True)
    degree = 1 if effort == "quick" else 2
    entropy = {}
    for walls, file in (("straight", mesh), ("curved", curved)):
        folder = judge.output / f"public-meshes-airfoil-{walls}"
        summary = run(rkdg, here / "airfoil.ini", folder, f"mesh.file={file.resolve()}", f"space.degree={degree}")
        if not summary["converged"]:
            judge.fail(f"airfoil, {walls}: has not converged")
        entropy[walls] = summary["entropy_error"]
        name = f"NACA 0012 (SU2), P{degree}, {walls} edges"
        judge.show(f"{name}: CL", summary["forces"]["airfoil"]["cl"])
        judge.show(f"{name}: entropy error", entropy[walls])
        if walls == "curved":
            judge.near(f"{name}: CD", summary["forces"]["airfoil"]["cd"], 0, 3e-4, "no shock, no friction")
    judge.at_least("NACA 0012 (SU2): entropy error of straight edges over that of curved ones",
                   entropy["straight"] / entropy["curved"], 10)  # fmt: skip


def cavity(rkdg, _, judge, mesh):
    folder = judge.output / "public-meshes-cavity"
    summary = run(rkdg, here / "cavity.ini", folder, f"mesh.file={mesh.resolve()}")
    if not summary["converged"]:
        judge.fail("cavity: has not converged")
    for velocity, axis, places, values in profiles(folder):
        rows = [row for row in table(here.parent / "cavity" / "ghia.csv") if row["quantity"] == velocity]
        distance = max(abs(interpolate(places, values, row["coord"]) - row["Re100"]) for row in rows)
        judge.within(f"cavity (HOPR), Q3: {velocity} along {axis}, largest distance", distance, 0, 0.01, GHIA)
        judge.draw(chart(f"Cavity (HOPR): {velocity} along {axis}", axis, f"{velocity} / speed of the lid", [
            Curve("8 x 8 hexahedra, Q3", places, values),
            Curve(GHIA, [row["coord"] for row in rows], [row["Re100"] for row in rows], line=False, reference=True),
        ]))  # fmt: skip


def shock_angle(mach, turn, gamma=1.4):
    """Of the weak oblique shock behind which the stream has turned by so much, in radians; by bisection."""
    def turned(angle):
        m2 = (mach * math.sin(angle)) ** 2
        return math.atan(2 / math.tan(angle) * (m2 - 1) / (mach**2 * (gamma + math.cos(2 * angle)) + 2))

    low, high = math.asin(1 / mach), math.radians(60)  # beyond which the turn falls again
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if turned(middle) < turn else (low, middle)
    return low


def wedge(rkdg, _, judge, mesh):
    folder = judge.output / "public-meshes-wedge"
    summary = run(rkdg, here / "wedge.ini", folder, f"mesh.file={mesh.resolve()}")
    if not summary["converged"]:
        judge.fail("wedge: has not converged")
    mach, gamma = 5, 1.4
    normal_mach = mach * math.sin(shock_angle(mach, math.radians(10)))
    cp = 2 * gamma / (gamma + 1) * (normal_mach**2 - 1) / (0.5 * gamma * mach**2)
    wall = [p for p in table(folder / "surface_lower.csv") if 0.7 < p["x"] < 1.4]
    mean = sum(p["cp"] * p["weight"] for p in wall) / sum(p["weight"] for p in wall)
    judge.near("wedge (CGNS), finite volumes: mean cp behind the shock", mean, cp, 0.01 * cp, "exact")


def check(rkdg, effort, judge):
    for file, runs in {"mesh_NACA0012_inv.su2": airfoil, "cavity8x8_mesh.h5": cavity, "mesh_wedge_inv.cgns": wedge}.items():
        mesh = judge.user_file(file)
        if mesh is not None:
            runs(rkdg, effort, judge, mesh)
