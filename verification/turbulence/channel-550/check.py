"""Turbulent channel at Re_tau 550: walls that are resolved, with and without subgrid models, and modelled walls."""

import math
from pathlib import Path

from channel_profile import half_profile, largest_difference, mean_force, reference
from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
SOURCE = "del Alamo and Jimenez, Phys. Fluids 15 (2003) L41"
VISCOSITY, RE_TAU = 1.988e-5, 546.7
# The transient at degree 2 costs a fifth of that at degree 3.
TRANSIENT_END = 90
WALLS = [f"boundary.{wall}.type=wall-modelled" for wall in ("bottom", "top")]
# The case's own mesh has 30 wall units along x and 12 across between unknowns; cells at modelled walls are 109 high, so that points
# lie 27 apart.
COARSE = "mesh.parameters=kind=hexahedra nx=16 ny=10 nz=16 length=12.566370614359172 span=6.283185307179586 grading=0"
# Settings, the height in wall units from which the mean velocity is judged, and its requirement; None: shown alone.
RUNS = {
    "no model": ([], 1, None),
    "wale": (["turbulence.model=wale"], 1, 0.05),
    "sigma": (["turbulence.model=sigma"], 1, 0.05),
    "modelled walls": ([*WALLS, COARSE], 60, 0.08),
    "modelled walls, wale": ([*WALLS, COARSE, "turbulence.model=wale"], 60, 0.08),
}


def profile_of(rkdg, judge, name, settings):
    slug = name.replace(",", "").replace(" ", "-")
    before, folder = judge.output / f"channel-550-{slug}-transient", judge.output / f"channel-550-{slug}"
    run(rkdg, here / "channel.ini", before, *settings, "space.degree=2", f"time.end={TRANSIENT_END}")
    summary = run(rkdg, here / "channel.ini", folder, *settings, restart=before / "checkpoint.h5")
    rows = table(folder / "profile_mean.csv")
    force = mean_force(table(folder / "history.csv"), rows[0]["from"])
    judge.note(f"{name}: {summary['elements']} cells, t = {rows[0]['from']:g} to {rows[0]['to']:g}, {summary['wall_seconds']:.0f} s at degree 3.")
    return half_profile(rows, force, VISCOSITY)


def check(rkdg, effort, judge):
    dns = reference(here / "dns.csv")
    if effort == "quick":
        short = ["time.end=", "time.steps=40", "average.from=0", "average.every=10", "output.monitor=10", "space.degree=2"]
        run(rkdg, here / "channel.ini", judge.output / "channel-550-quick", *WALLS, *short,
            "mesh.parameters=kind=hexahedra nx=4 ny=4 nz=4 length=12.566370614359172 span=6.283185307179586 grading=0")  # fmt: skip
        rows = table(judge.output / "channel-550-quick" / "profile_mean.csv")
        judge.within("few cells, modelled walls: bulk velocity",
                     sum((b["u_mean"] + a["u_mean"]) / 4 * (b["y"] - a["y"]) for a, b in zip(rows, rows[1:])), 0.18, 0.22, "mass flow")  # fmt: skip
        return
    curves = []
    for name, (settings, least, allowed) in RUNS.items():
        profile = profile_of(rkdg, judge, name, settings)
        judge.show(f"{name}: Re_tau", math.sqrt(profile["force"]) / VISCOSITY, f"{RE_TAU}", SOURCE)
        error = largest_difference(profile, dns, "U", least)
        what = f"{name}: largest relative difference of U+ from y+ = {least} on"
        if allowed:
            judge.within(what, error, 0, allowed, SOURCE)
        else:
            judge.show(what, error)
        curves.append(Curve(name, profile["y_plus"][1:], profile["U"][1:]))
    curves.append(Curve("DNS", [row["y_plus"] for row in dns], [row["U"] for row in dns], reference=True))
    judge.draw(chart("Re_tau 550, P3", "y+", "U+", curves, log_x=True))
