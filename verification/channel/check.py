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


def force_of_mass_flow(flow):
    """The force that drives a gas of mean density 1 at a mean of rho u. The pressure is constant, so that rho goes as 1 / T."""
    y = [(i + 0.5) / 20000 for i in range(20000)]

    def flow_of(force):
        rho = [1 / temperature(place, force) for place in y]
        return sum(r * velocity(place, force) for r, place in zip(rho, y)) / sum(rho)

    force = 12 * VISCOSITY * flow
    for _ in range(8):
        force *= flow / flow_of(force)
    return force


def check_mass_flow(rkdg, effort, judge):
    flow = 0.1
    exact = force_of_mass_flow(flow)
    for kind in KINDS:
        folder = judge.output / f"channel-mass-flow-{kind}"
        run(rkdg, here / "mass-flow.ini", folder, f"mesh.parameters=kind={kind}, nx=2, ny=6, xmin=0, xmax=1, ymin=0, ymax=1")
        last, rows = table(folder / "history.csv")[-1], last_rows(folder)
        u = max(abs(row["u"] - velocity(row["y"], exact)) for row in rows) / velocity(0.5, exact)
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
