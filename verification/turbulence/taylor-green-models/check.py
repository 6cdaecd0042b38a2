"""Taylor-Green vortex at Re 1600, Mach 0.1, with each subgrid model and with none, on meshes that do not resolve it."""

import importlib
import math
from pathlib import Path

from plot import Curve, chart
from study import run, table

taylor_green = importlib.import_module("taylor-green.check")
case = Path(taylor_green.__file__).resolve().parent / "taylor-green.ini"
MODELS = ("none", "smagorinsky", "wale", "vreman", "sigma")
# Cubes along a side, and the degree: 64^3 unknowns a variable; with --full also 96^3 and 128^3.
MESHES = {"quick": ((6, 2),), "default": ((16, 3),), "full": ((16, 3), (24, 3), (32, 3))}
# In units of the vortex. Spectral, incompressible: ../../taylor-green/README.md.
PEAK, PEAK_TIME, ENERGIES = 0.01286, 8.97, {5.0: 0.1184, 10.0: 0.0745}
GROWTH = 1e-3  # of the kinetic energy over that of the start, which sound waves may cause


def largest_rate(between, rate):
    at = max(range(len(rate)), key=rate.__getitem__)
    return rate[at], between[at]


def check(rkdg, effort, judge):
    for cubes, degree in MESHES[effort]:
        unknowns, drawn, misses = cubes * (degree + 1), [], {}
        for model in MODELS:
            folder = judge.output / f"taylor-green-{unknowns}-{model}"
            run(rkdg, case, folder, f"mesh.parameters=kind=hexahedra n={cubes} {taylor_green.SIDES}", f"space.degree={degree}",
                f"turbulence.model={model}")  # fmt: skip
            time, energy, between, rate, _ = taylor_green.curves_of(table(folder / "history.csv"))
            drawn.append(Curve(model, between, rate))
            name = f"{unknowns}^3, {model}"
            peak, when = largest_rate(between, rate)
            judge.near(f"{name}, kinetic energy at the start", energy[0], 0.125, 2e-3, "exact, incompressible")
            judge.within(f"{name}, largest kinetic energy over that of the start", max(energy) / energy[0], 1, 1 + GROWTH)
            judge.show(f"{name}, largest dissipation", peak, f"{PEAK}", taylor_green.SOURCE)
            judge.show(f"{name}, time of it", when, f"{PEAK_TIME}", taylor_green.SOURCE)
            found = {t: taylor_green.value_at(time, energy, t) for t in ENERGIES}
            for t, spectral in ENERGIES.items():
                judge.show(f"{name}, kinetic energy at t = {t:g}", found[t], f"{spectral}", taylor_green.SOURCE)
            misses[model] = math.hypot(*(found[t] / spectral - 1 for t, spectral in ENERGIES.items()), peak / PEAK - 1)
        nearest = sorted(misses, key=misses.get)
        judge.note(f"{unknowns}^3, nearest to the spectral energies and dissipation first: "
                   + ", ".join(f"{model} ({misses[model]:.1%})" for model in nearest))  # fmt: skip
        judge.draw(chart(f"Taylor-Green vortex, Re 1600, {unknowns}^3 unknowns", "t V0 / L", "-dE/dt L / V0^3", drawn))
