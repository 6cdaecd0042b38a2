"""Turbulent channel at Re_tau 180 without a model, beside a direct numerical simulation of incompressible flow."""

import importlib
from pathlib import Path

from channel_profile import largest_difference, profile_of, reference, stress_error
from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
mesh = importlib.import_module("channel-180.mesh")
SOURCE = "del Alamo and Jimenez, Phys. Fluids 15 (2003) L41"
VISCOSITY, MASS_FLOW = 6.838e-5, 0.2
# The transient at degree 2 costs a fifth of that at degree 3.
TRANSIENT_END = 300
HEXAHEDRA = "kind=hexahedra nx=32 ny=24 nz=32 grading=1.5"
# Cubes along x, y and z, and their grading: 1.6 million unknowns a variable, as on the hexahedra.
TETRAHEDRA = (28, 16, 36, 1.7)
KINDS = {"default": ("hexahedra",), "full": ("hexahedra", "tetrahedra")}
# Parts of the reference: the requirement of the mean velocity and of fluctuations.
MEAN, FLUCTUATION, STRESS_LINE = 0.02, 0.04, 0.02
FLUCTUATIONS = {"u_rms": "rms of u", "v_rms": "rms of v", "w_rms": "rms of w", "uv": "<u'v'>"}


def tetrahedra(judge, *shape):
    """Settings for a mesh of them, and for their flux."""
    judge.output.mkdir(parents=True, exist_ok=True)
    file = judge.output / "channel-180-{}-{}-{}.msh".format(*shape)
    mesh.channel(file, *shape)
    return "mesh.generate=", "mesh.parameters=", f"mesh.file={file}", "space.riemann=roe-low-mach"


def check_kind(rkdg, kind, judge):
    name = f"channel-180-{kind}"
    cells = tetrahedra(judge, *TETRAHEDRA) if kind == "tetrahedra" else (f"mesh.parameters={HEXAHEDRA}",)
    before, folder = judge.output / f"{name}-transient", judge.output / name
    run(rkdg, here / "channel.ini", before, *cells, "space.degree=2", f"time.end={TRANSIENT_END}")
    summary = run(rkdg, here / "channel.ini", folder, *cells, restart=before / "checkpoint.h5")
    profile, dns = profile_of(folder, VISCOSITY), reference(here / "dns.csv")
    title = f"Re_tau 180, P3, {kind}"
    judge.show(f"{title}: Re_tau", profile["Re_tau"], "186.3", SOURCE)
    judge.within(f"{title}: largest relative difference of U+", largest_difference(profile, dns, "U"), 0, MEAN, SOURCE)
    for key, text in FLUCTUATIONS.items():
        judge.within(f"{title}: largest difference of {text}, over its maximum", largest_difference(profile, dns, key), 0, FLUCTUATION, SOURCE)
    judge.within(f"{title}: total shear stress, largest difference from a line", stress_error(profile), 0, STRESS_LINE, "exact")
    judge.note(f"{title}: averages from t = {profile['from']:g} to {profile['to']:g}, {summary['wall_seconds']:.0f} s at degree 3.")
    judge.draw(chart(title, "y+", "U+", [Curve("rkdg", profile["y_plus"][1:], profile["U"][1:]),
               Curve("DNS", [row["y_plus"] for row in dns], [row["U"] for row in dns], reference=True)], log_x=True))  # fmt: skip
    curves = [Curve(text, profile["y_plus"], profile[key]) for key, text in FLUCTUATIONS.items()]
    curves += [Curve("DNS", [row["y_plus"] for row in dns], [row[key] for row in dns], reference=True) for key in FLUCTUATIONS]
    judge.draw(chart(f"{title}: fluctuations", "y+", "over u_tau or its square", curves))


def check_quick(rkdg, judge):
    """Some steps on few cells: the mass flow is kept, and the profile has its form."""
    for kind, cells in (("hexahedra", ("mesh.parameters=kind=hexahedra n=6 grading=1",)), ("tetrahedra", tetrahedra(judge, 6, 6, 6, 1))):
        folder = judge.output / f"channel-180-quick-{kind}"
        run(rkdg, here / "channel.ini", folder, *cells, "space.degree=2", "time.end=", "time.steps=300", "average.from=0", "average.every=10",
            "output.monitor=10")  # fmt: skip
        last = table(folder / "history.csv")[-1]
        # Off by what the resistance of the first, coarse flow changes within 50 steps.
        judge.near(f"few {kind}: mass flow", last["mass_flow"], MASS_FLOW, 1e-3 * MASS_FLOW, "as asked for")
        rows = table(folder / "profile_mean.csv")
        bulk = sum((b["u_mean"] + a["u_mean"]) / 4 * (b["y"] - a["y"]) for a, b in zip(rows, rows[1:]))
        judge.within(f"few {kind}: bulk velocity from the profile", bulk, 0.98 * MASS_FLOW, 1.02 * MASS_FLOW, "mass flow")


def check(rkdg, effort, judge):
    if effort == "quick":
        return check_quick(rkdg, judge)
    for kind in KINDS[effort]:
        check_kind(rkdg, kind, judge)
