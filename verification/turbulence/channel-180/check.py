"""Turbulent channel at Re_tau 180 without a model, beside a direct numerical simulation of incompressible flow."""

import csv
import math
from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
SOURCE = "del Alamo and Jimenez, Phys. Fluids 15 (2003) L41"
VISCOSITY, MASS_FLOW = 6.838e-5, 0.2
# The transient at degree 2 costs a fifth of that at degree 3.
TRANSIENT_END = 300
MESHES = {"hexahedra": "kind=hexahedra nx=32 ny=24 nz=32 grading=1.5", "tetrahedra": "kind=tetrahedra nx=26 ny=20 nz=26 grading=1.5"}
KINDS = {"default": ("hexahedra",), "full": ("hexahedra", "tetrahedra")}
# Parts of the reference: the requirement of the mean velocity and of fluctuations.
MEAN, FLUCTUATION, STRESS_LINE = 0.02, 0.04, 0.02
FLUCTUATIONS = {"u_rms": "rms of u", "v_rms": "rms of v", "w_rms": "rms of w", "uv": "<u'v'>"}


def reference():
    with open(here / "dns.csv", encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [{key: float(value) for key, value in row.items()} for row in rows]


def between(places, values, at):
    """Linear between rows, whose places ascend."""
    above = next(i for i in range(1, len(places)) if places[i] >= at - 1e-12)
    part = (at - places[above - 1]) / (places[above] - places[above - 1])
    return values[above - 1] + part * (values[above] - values[above - 1])


def half_profile(rows, force):
    """Both halves in one, in wall units: lists by name, from the wall to the middle. tau_w is force times half of the height, 1."""
    friction = math.sqrt(force)
    half = (len(rows) + 1) // 2

    def of(name, sign=1, unit=friction):
        return [(rows[i][name] + sign * rows[-1 - i][name]) / (2 * unit) for i in range(half)]

    profile = {"y_h": [1 + rows[i]["y"] for i in range(half)], "U": of("u_mean"), "uv": of("uv_fluctuation", -1, force)}
    profile |= {name: of(name) for name in ("u_rms", "v_rms", "w_rms")}
    profile["rho"] = of("rho_mean", 1, 1)
    if len(rows) % 2 == 0:  # no row in the middle, where all is even but the shear stress
        for name, values in profile.items():
            values.append({"y_h": 1.0, "uv": 0.0}.get(name, values[-1]))
    profile["y_plus"] = [y * friction / VISCOSITY for y in profile["y_h"]]
    return profile


def slope_at(places, values, i):
    """Of the parabola through a row and its neighbours, which lie at different distances."""
    before, after = places[i] - places[i - 1], places[i + 1] - places[i]
    return ((values[i + 1] - values[i]) / after * before + (values[i] - values[i - 1]) / before * after) / (before + after)


def stress_error(profile):
    """The largest difference of the total shear stress from a line, in units of tau_w."""
    y, u = profile["y_h"], profile["U"]
    reynolds = math.sqrt(profile["force"]) / VISCOSITY
    return max(abs(slope_at(y, u, i) / reynolds - profile["rho"][i] * profile["uv"][i] - (1 - y[i])) for i in range(1, len(y) - 1))


def mean_force(history, start):
    rows = [row for row in history if row["time"] >= start]
    return sum(row["force"] for row in rows) / len(rows)


def largest_difference(profile, dns, name, least=1.0):
    """From y+ = 1 on; of fluctuations, as a part of the largest value of the reference."""
    at = [row for row in dns if row["y_plus"] >= least]
    found = [between(profile["y_h"], profile[name], row["y_h"]) for row in at]
    if name == "U":
        return max(abs(value / row[name] - 1) for value, row in zip(found, at))
    scale = max(abs(row[name]) for row in dns)
    return max(abs(value - row[name]) / scale for value, row in zip(found, at))


def check_kind(rkdg, kind, judge):
    name, mesh = f"channel-180-{kind}", f"mesh.parameters={MESHES[kind]}"
    before, folder = judge.output / f"{name}-transient", judge.output / name
    run(rkdg, here / "channel.ini", before, mesh, "space.degree=2", f"time.end={TRANSIENT_END}")
    summary = run(rkdg, here / "channel.ini", folder, mesh, restart=before / "checkpoint.h5")
    rows = table(folder / "profile_mean.csv")
    force = mean_force(table(folder / "history.csv"), rows[0]["from"])
    profile = half_profile(rows, force) | {"force": force}
    dns = reference()
    title = f"Re_tau 180, P3, {kind}"
    judge.show(f"{title}: Re_tau", math.sqrt(force) / VISCOSITY, "186.3", SOURCE)
    judge.within(f"{title}: largest relative difference of U+", largest_difference(profile, dns, "U"), 0, MEAN, SOURCE)
    for key, text in FLUCTUATIONS.items():
        judge.within(f"{title}: largest difference of {text}, over its maximum", largest_difference(profile, dns, key), 0, FLUCTUATION, SOURCE)
    judge.within(f"{title}: total shear stress, largest difference from a line", stress_error(profile), 0, STRESS_LINE, "exact")
    judge.note(f"{title}: averages from t = {rows[0]['from']:g} to {rows[0]['to']:g}, {summary['wall_seconds']:.0f} s at degree 3.")
    judge.draw(chart(title, "y+", "U+", [Curve("rkdg", profile["y_plus"][1:], profile["U"][1:]),
               Curve("DNS", [row["y_plus"] for row in dns], [row["U"] for row in dns], reference=True)], log_x=True))  # fmt: skip
    curves = [Curve(text, profile["y_plus"], profile[key]) for key, text in FLUCTUATIONS.items()]
    curves += [Curve("DNS", [row["y_plus"] for row in dns], [row[key] for row in dns], reference=True) for key in FLUCTUATIONS]
    judge.draw(chart(f"{title}: fluctuations", "y+", "over u_tau or its square", curves))


def check_quick(rkdg, judge):
    """Some steps on few cells: the mass flow is kept, and the profile has its form."""
    folder = judge.output / "channel-180-quick"
    run(rkdg, here / "channel.ini", folder, "mesh.parameters=kind=hexahedra n=6 grading=1", "space.degree=2", "time.end=", "time.steps=300",
        "average.from=0", "average.every=10", "output.monitor=10")  # fmt: skip
    last = table(folder / "history.csv")[-1]
    # Off by what the resistance of the first, coarse flow changes within 50 steps.
    judge.near("few cells: mass flow", last["mass_flow"], MASS_FLOW, 1e-3 * MASS_FLOW, "as asked for")
    rows = table(folder / "profile_mean.csv")
    bulk = sum((b["u_mean"] + a["u_mean"]) / 4 * (b["y"] - a["y"]) for a, b in zip(rows, rows[1:]))
    judge.within("few cells: bulk velocity from the profile", bulk, 0.98 * MASS_FLOW, 1.02 * MASS_FLOW, "mass flow")


def check(rkdg, effort, judge):
    if effort == "quick":
        return check_quick(rkdg, judge)
    for kind in KINDS[effort]:
        check_kind(rkdg, kind, judge)
