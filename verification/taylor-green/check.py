"""Taylor-Green vortex at Re 1600, Mach 0.1: kinetic energy and its dissipation over time on hexahedra and tetrahedra."""

import math
from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
MACH, REYNOLDS = 0.1, 1600
VOLUME = (2 * math.pi) ** 3
SOURCE = "spectral, incompressible"
SIDES = " ".join(f"{axis}{end}={sign}3.141592653589793" for axis in "xyz" for end, sign in (("min", "-"), ("max", "")))
# 256^3 unknowns a variable: cubes along a side, before they are cut.
MESHES = {"hexahedra": 64, "tetrahedra": 52}
QUICK = {"hexahedra": 8, "tetrahedra": 4}


def curves_of(rows):
    """Times in L / V0, kinetic energy over V0^2, and the dissipation between the rows and from the enstrophy."""
    time = [MACH * row["time"] for row in rows]
    energy = [row["kinetic_energy"] / VOLUME / MACH**2 for row in rows]
    between = [0.5 * (a + b) for a, b in zip(time, time[1:])]
    rate = [(a - b) / (t1 - t0) for a, b, t0, t1 in zip(energy, energy[1:], time, time[1:])]
    viscous = [2 / REYNOLDS * row["enstrophy"] / VOLUME / MACH**2 for row in rows]
    return time, energy, between, rate, viscous


def value_at(times, values, time):
    """By a straight line between the two nearest; NaN where the run has not come so far."""
    for (t0, v0), (t1, v1) in zip(zip(times, values), zip(times[1:], values[1:])):
        if t0 <= time <= t1:
            return v0 + (v1 - v0) * (time - t0) / (t1 - t0)
    return math.nan


def check(rkdg, effort, judge):
    drawn = []
    for kind, cubes in (QUICK if effort == "quick" else MESHES).items():
        folder = judge.output / f"taylor-green-{kind}"
        settings = [f"mesh.parameters=kind={kind} n={cubes} {SIDES}"]
        settings += ["time.end=10"] if effort == "quick" else []
        run(rkdg, here / "taylor-green.ini", folder, *settings)
        time, energy, between, rate, viscous = curves_of(table(folder / "history.csv"))
        drawn += [Curve(f"{kind}, from the energy", between, rate), Curve(f"{kind}, from the enstrophy", time, viscous)]
        # Exact integrals of the initial state.
        judge.near(f"{kind}, kinetic energy at the start", energy[0], 0.125, 2e-3, "exact, incompressible")
        judge.near(f"{kind}, dissipation by the enstrophy at the start", viscous[0], 0.75 / REYNOLDS, 2e-5, "exact, incompressible")
        if effort == "quick":
            continue
        peak = max(range(len(rate)), key=rate.__getitem__)
        judge.near(f"{kind}, largest dissipation", rate[peak], 0.01286, 0.01 * 0.01286, SOURCE)
        judge.near(f"{kind}, time of it", between[peak], 8.97, 0.1, SOURCE)
        judge.near(f"{kind}, kinetic energy at t = 5", value_at(time, energy, 5.0), 0.1184, 0.01 * 0.1184, SOURCE)
        judge.near(f"{kind}, kinetic energy at t = 10", value_at(time, energy, 10.0), 0.0745, 0.01 * 0.0745, SOURCE)
    judge.draw(chart("Taylor-Green vortex, Re 1600", "t V0 / L", "dissipation, -dE/dt L / V0^3", drawn))
