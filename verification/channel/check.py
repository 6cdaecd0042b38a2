"""Channels: a force that drives a gas between walls, and a profile that enters at a given velocity."""

import math
from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
FORCE, VISCOSITY, PRANDTL, GAMMA = 0.16, 0.1, 0.72, 1.4
KINDS = ("quads", "triangles")


def last_rows(folder):
    rows = table(folder / "probes.csv")
    last = max(row["step"] for row in rows)
    return [row for row in rows if row["step"] == last]


def velocity(y, force=FORCE):
    """mu u'' = -G."""
    return force / (2 * VISCOSITY) * y * (1 - y)


def temperature(y, force=FORCE):
    """k T'' = -mu u'^2 between walls at T = 1, with k = mu / ((gamma - 1) Pr), where T is the square of the speed of sound."""
    slope = force / (2 * VISCOSITY)
    factor = (GAMMA - 1) * PRANDTL * slope**2
    return 1 + factor * (y / 6 - y**2 / 2 + 2 * y**3 / 3 - y**4 / 3)


def errors_of(rows):
    """Largest errors of velocity and temperature, by the maximum of the one and the rise of the other."""
    u = max(abs(row["u"] - velocity(row["y"])) for row in rows) / velocity(0.5)
    warm = temperature(0.5) - 1
    return u, max(abs(GAMMA * row["p"] / row["rho"] - temperature(row["y"])) for row in rows) / warm


def check_driven(rkdg, effort, judge):
    """Conserved variables are no polynomials here, so that errors fall with the order of the scheme."""
    for kind in KINDS:
        errors = {}
        for cells in (4, 8):
            folder = judge.output / f"channel-driven-{kind}-{cells}"
            run(rkdg, here / "driven.ini", folder, f"mesh.parameters=kind={kind}, nx=2, ny={cells}, xmin=0, xmax=1, ymin=0, ymax=1")
            rows = last_rows(folder)
            errors[cells] = errors_of(rows)
        (_, coarse), (u, fine) = errors[4], errors[8]
        judge.within(f"driven channel, P3, {kind}, 8 cells across: largest relative error of the velocity", u, 0, 1e-5, "exact")
        judge.show(f"driven channel, P3, {kind}, 8 cells across: largest relative error of the temperature", fine)
        judge.within(f"driven channel, P3, {kind}: order of the temperature", math.log2(coarse / fine), 3.5, 5, "4")
    y = [row["y"] for row in rows]
    judge.draw(chart("Driven channel", "y", "u", [Curve("rkdg", y, [row["u"] for row in rows]), Curve("exact", y, [velocity(place) for place in y], reference=True)]))


def summed(values, step):
    """The integral from the first value to each, by the trapezoidal rule."""
    sums = [0.0]
    for left, right in zip(values, values[1:]):
        sums.append(sums[-1] + step * (left + right) / 2)
    return sums


def warm_channel(force, intervals=8000):
    """y, rho and u where a force per mass has the mean `force` per volume. The mean density is 1 and the pressure constant, so that
    rho goes as 1 / T; mu u'' = -rho force, k T'' = -mu u'^2."""
    step = 1 / intervals
    y = [i * step for i in range(intervals + 1)]
    conductivity = VISCOSITY / ((GAMMA - 1) * PRANDTL)
    warm = [1.0] * len(y)
    for _ in range(12):
        rho = [1 / t for t in warm]
        mean = summed(rho, step)[-1]
        rho = [r / mean for r in rho]
        slope = [force / VISCOSITY * (0.5 - mass) for mass in summed(rho, step)]
        heat = summed([VISCOSITY * g * g for g in slope], step)
        warm = [1 + t for t in summed([(heat[-1] / 2 - h) / conductivity for h in heat], step)]
    return y, rho, summed(slope, step)


def force_of_mass_flow(flow):
    """The force that drives this mean of rho u, and the velocity as a function of y."""
    force = 12 * VISCOSITY * flow
    for _ in range(8):
        y, rho, u = warm_channel(force)
        force *= flow / summed([r * v for r, v in zip(rho, u)], y[1])[-1]

    def velocity_at(place):
        i = min(int(place / y[1]), len(y) - 2)
        return u[i] + (u[i + 1] - u[i]) * (place - y[i]) / y[1]

    return force, velocity_at


def check_mass_flow(rkdg, effort, judge):
    flow = 0.1
    exact, velocity_at = force_of_mass_flow(flow)
    for kind in KINDS:
        folder = judge.output / f"channel-mass-flow-{kind}"
        run(rkdg, here / "mass-flow.ini", folder, f"mesh.parameters=kind={kind}, nx=2, ny=6, xmin=0, xmax=1, ymin=0, ymax=1")
        last, rows = table(folder / "history.csv")[-1], last_rows(folder)
        u = max(abs(row["u"] - velocity_at(row["y"])) for row in rows) / velocity_at(0.5)
        judge.within(f"channel at a mass flow, P3, {kind}: force by the exact one, less 1", last["force"] / exact - 1, -1e-6, 1e-6, "0")
        judge.within(f"channel at a mass flow, P3, {kind}: mass flow by the given one, less 1", last["mass_flow"] / flow - 1, -1e-10, 1e-10, "0")
        judge.within(f"channel at a mass flow, P3, {kind}: largest relative error of the velocity", u, 0, 1e-5, "exact")


def mass_flow(rows):
    """By the trapezoidal rule across the channel."""
    return sum((b["y"] - a["y"]) * (a["rho"] * a["u"] + b["rho"] * b["u"]) / 2 for a, b in zip(rows, rows[1:]))


def check_inflow(rkdg, effort, judge):
    for kind in KINDS:
        folder = judge.output / f"channel-inflow-{kind}"
        run(rkdg, here / "inflow.ini", folder, f"mesh.parameters=kind={kind}, nx=24, ny=6, xmin=0, xmax=4, ymin=0, ymax=1")
        rows = last_rows(folder)
        entry, middle = rows[:201], rows[201:]
        given = mass_flow([{**row, "u": 0.6 * row["y"] * (1 - row["y"])} for row in entry])
        for name, line in (("entry", entry), ("middle", middle)):
            judge.within(f"channel with a profile, P3, {kind}: mass flow at the {name} by that of the profile", mass_flow(line) / given, 0.999, 1.001, "1")


def check(rkdg, effort, judge):
    check_driven(rkdg, effort, judge)
    check_mass_flow(rkdg, effort, judge)
    check_inflow(rkdg, effort, judge)
