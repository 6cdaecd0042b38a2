"""Outflow: what comes back of a pulse of sound, and how a vortex disturbs the pressure as it leaves."""

import math
from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
GAMMA, MACH = 1.4, 0.3
OUTSIDE = 1 / GAMMA
STATES = {
    "outflow-nonreflecting": (),
    "farfield": ("boundary.right.type=farfield", "boundary.right.length="),
    "outflow-pressure": ("boundary.right.type=outflow-pressure", "boundary.right.length="),
}
SPONGES = {"pulse": "x < 5 ? 0 : 4 * ((x - 5) / 3)^2", "vortex": "x < 1.5 ? 0 : 20 * ((x - 1.5) / 0.5)^2"}


def settings_of(case, name):
    if name == "sponge":
        return (*STATES["outflow-pressure"], f"sponge.strength={SPONGES[case]}")
    return STATES[name]


def reflection(rows):
    """Largest part of the pulse that is left once it is out."""
    last = max(row["time"] for row in rows)
    return max(abs(row["p"] - OUTSIDE) for row in rows if row["time"] == last) / (0.001 * OUTSIDE)


def vortex_pressure(row):
    square = ((row["x"] - 1 - MACH * row["time"]) ** 2 + row["y"] ** 2) / 0.2**2
    return (1 - (GAMMA - 1) / 2 * 0.01 * math.exp(1 - square)) ** (GAMMA / (GAMMA - 1)) / GAMMA


def disturbances(rows):
    """Times, and the largest deviation of the pressure from that of a vortex in an unbounded stream, by the pressure."""
    largest = {}
    for row in rows:
        deviation = abs(row["p"] - vortex_pressure(row)) / OUTSIDE
        largest[row["time"]] = max(largest.get(row["time"], 0), deviation)
    return sorted(largest), [largest[time] for time in sorted(largest)]


def probes_of(rkdg, judge, case, name):
    folder = judge.output / f"outflow-{case}-{name}"
    run(rkdg, here / f"{case}.ini", folder, *settings_of(case, name))
    return table(folder / "probes.csv")


def check_pulse(rkdg, judge, names):
    for name in names:
        part = reflection(probes_of(rkdg, judge, "pulse", name))
        low, high, exact = (0.9, 1.1, "1") if name == "outflow-pressure" else (0, 0.01, "0")
        judge.within(f"pulse, {name}: part that comes back", part, low, high, exact)


def check_vortex(rkdg, judge, names):
    curves, worst = [], {}
    for name in names:
        times, deviations = disturbances(probes_of(rkdg, judge, "vortex", name))
        worst[name] = max(deviations)
        curves.append(Curve(name, times, deviations))
        what = f"vortex, {name}: largest disturbance of the pressure upstream, by the pressure"
        if name in ("outflow-nonreflecting", "sponge"):
            judge.within(what, worst[name], 0, 0.02, "0")
        else:
            judge.show(what, worst[name])
    part = worst["outflow-nonreflecting"] / worst["outflow-pressure"]
    judge.within("vortex: disturbance with outflow-nonreflecting by that with outflow-pressure", part, 0, 0.7, "0")
    judge.draw(chart("A vortex leaves", "t", "largest disturbance of p / p_inf upstream", curves))


def check(rkdg, effort, judge):
    if effort == "quick":
        return check_pulse(rkdg, judge, ("outflow-nonreflecting", "outflow-pressure"))
    names = (*STATES, "sponge")
    check_pulse(rkdg, judge, names)
    return check_vortex(rkdg, judge, names)
