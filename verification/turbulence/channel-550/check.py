"""Turbulent channel at Re_tau 550 on coarse meshes: with and without a subgrid model, and with modelled walls."""

from pathlib import Path

from channel_profile import largest_difference, profile_of, reference
from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
SOURCE = "del Alamo and Jimenez, Phys. Fluids 15 (2003) L41"
VISCOSITY, MASS_FLOW = 1.988e-5, 0.2
MODELLED = ("boundary.bottom.type=wall-modelled", "boundary.top.type=wall-modelled")
BOX = "length=6.283185307179586 span=3.141592653589793"
# Layers of equal height, the first of which ends at y+ = 50. Rows of the reference within it are not judged.
LAYERS, FIRST_LAYER = f"mesh.parameters=kind=hexahedra nx=14 ny=22 nz=14 {BOX} grading=0", 49.0
# Names, settings, the part of U+ by which it may differ (None: not judged), and from which y+ on.
RUNS = (
    ("no model", (), None, 1.0),
    ("wale", ("turbulence.model=wale",), 0.05, 1.0),
    ("sigma", ("turbulence.model=sigma",), 0.05, 1.0),
    ("modelled walls", (*MODELLED, LAYERS), 0.08, FIRST_LAYER),
)


def check_run(rkdg, judge, name, settings, allowed, least):
    folder = judge.output / f"channel-550-{name.replace(' ', '-')}"
    summary = run(rkdg, here / "channel.ini", folder, *settings)
    profile, dns = profile_of(folder, VISCOSITY), reference(here / "dns.csv")
    judge.show(f"{name}: Re_tau", profile["Re_tau"], "546.7", SOURCE)
    what, error = f"{name}: largest relative difference of U+ from y+ = {least:g} on", largest_difference(profile, dns, "U", least)
    if allowed is None:
        judge.show(what, error, "", SOURCE)
    else:
        judge.within(what, error, 0, allowed, SOURCE)
    judge.note(f"{name}: averages from t = {profile['from']:g} to {profile['to']:g}, {summary['wall_seconds']:.0f} s.")
    return Curve(name, profile["y_plus"][1:], profile["U"][1:])


def check_quick(rkdg, judge):
    """Modelled walls beside a laminar flow on few cells, which no turbulence carries the friction through: it stays bounded."""
    folder = judge.output / "channel-550-quick"
    run(rkdg, here / "channel.ini", folder, *MODELLED, "mesh.parameters=kind=hexahedra nx=2 ny=10 nz=2 grading=0", "space.degree=2",
        "initial.u=mean", "initial.v=0", "initial.w=0", "time.end=60", "average.from=30", "average.every=20", "output.monitor=100")  # fmt: skip
    judge.near("laminar, modelled walls: mass flow", table(folder / "history.csv")[-1]["mass_flow"], MASS_FLOW, 1e-3 * MASS_FLOW, "as asked for")
    rows = table(folder / "profile_mean.csv")
    # Friction ends at a tenth of the velocity at the far end of the cell, which is below that of the middle.
    slowest, middle = min(row["u_mean"] for row in rows), max(row["u_mean"] for row in rows)
    judge.at_least("laminar, modelled walls: smallest over largest velocity", slowest / middle, -0.1, "where friction ends")


def check(rkdg, effort, judge):
    if effort == "quick":
        return check_quick(rkdg, judge)
    curves = [check_run(rkdg, judge, *case) for case in RUNS]
    dns = reference(here / "dns.csv")
    curves.append(Curve("DNS", [row["y_plus"] for row in dns], [row["U"] for row in dns], reference=True))
    judge.draw(chart("Re_tau 550, P3", "y+", "U+", curves, log_x=True))
