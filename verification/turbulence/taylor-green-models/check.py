"""Taylor-Green vortex at Re 1600, Mach 0.1, with each subgrid model and with none, on meshes that do not resolve it."""

import importlib
import math
from pathlib import Path

from plot import Curve, chart
from study import run, spectrum_of, table

taylor_green = importlib.import_module("taylor-green.check")
here = Path(__file__).resolve().parent
case = Path(taylor_green.__file__).resolve().parent / "taylor-green.ini"
MODELS = ("none", "smagorinsky", "wale", "vreman", "sigma")
# Cubes along a side, and the degree: 64^3 unknowns a variable; with --full also 96^3 and 128^3.
MESHES = {"quick": ((6, 2),), "default": ((16, 3),), "full": ((16, 3), (24, 3), (32, 3))}
# In units of the vortex. Spectral, incompressible: ../../taylor-green/README.md.
PEAK, PEAK_TIME, ENERGIES = 0.01286, 8.97, {5.0: 0.1184, 10.0: 0.0745}
GROWTH = 1e-3  # of the kinetic energy over that of the start, which sound waves may cause
SPECTRUM_TIME = 9.0
FINE = "256^3 without a model (h200/)"
LOWEST = 2  # wave number of the first shell that has energy: the others are empty by symmetry


def largest_rate(between, rate):
    at = max(range(len(rate)), key=rate.__getitem__)
    return rate[at], between[at]


def run_model(rkdg, folder, *settings):
    """Rows of the history, and the spectrum {k: E}, for which a run stops on its way."""
    stop = SPECTRUM_TIME / taylor_green.MACH
    run(rkdg, case, folder, *settings, f"time.end={stop:g}")
    spectrum = spectrum_of(rkdg, folder)
    run(rkdg, case, folder, *settings, restart=folder / "checkpoint.h5")
    return table(folder / "history.csv"), spectrum


def compared(spectrum, fine, nyquist):
    """The root mean square of log10(E / E of the fine run) up to half the Nyquist wave number, and the lowest k up to the latter at which E
    is below half or above twice that of the fine run: NaN where it never is."""
    logarithms = {k: math.log10(spectrum[k] / fine[k]) for k in range(LOWEST, nyquist + 1)}
    resolved = [logarithms[k] for k in range(LOWEST, nyquist // 2 + 1)]
    departure = next((k for k, value in logarithms.items() if abs(value) > math.log10(2)), math.nan)
    return math.sqrt(sum(value * value for value in resolved) / len(resolved)), departure


def judge_history(judge, name, rows):
    """Verdicts on a run; the distance of its energies and largest dissipation from the spectral ones, and the curve of the dissipation."""
    time, energy, between, rate, _ = taylor_green.curves_of(rows)
    peak, when = largest_rate(between, rate)
    judge.near(f"{name}, kinetic energy at the start", energy[0], 0.125, 2e-3, "exact, incompressible")
    judge.within(f"{name}, largest kinetic energy over that of the start", max(energy) / energy[0], 1, 1 + GROWTH)
    judge.show(f"{name}, largest dissipation", peak, f"{PEAK}", taylor_green.SOURCE)
    judge.show(f"{name}, time of it", when, f"{PEAK_TIME}", taylor_green.SOURCE)
    found = {t: taylor_green.value_at(time, energy, t) for t in ENERGIES}
    for t, spectral in ENERGIES.items():
        judge.show(f"{name}, kinetic energy at t = {t:g}", found[t], f"{spectral}", taylor_green.SOURCE)
    return math.hypot(*(found[t] / spectral - 1 for t, spectral in ENERGIES.items()), peak / PEAK - 1), (between, rate)


def judge_spectrum(judge, name, spectrum, fine, nyquist):
    distance, departure = compared(spectrum, fine, nyquist)
    judge.show(f"{name}, spectrum at t = 9: rms of log10(E / E fine) up to k = {nyquist // 2}", distance, "", FINE)
    judge.show(f"{name}, spectrum at t = 9: lowest k at which E is off by a factor of 2", departure, "", FINE)
    return distance


def nearest_first(distances, form):
    return ", ".join(f"{model} ({distances[model]:{form}})" for model in sorted(distances, key=distances.get))


def judge_mesh(judge, unknowns, results):
    """From the histories and spectra of the models: {model: (rows, spectrum)}."""
    fine = {round(row["k"]): row["none"] for row in table(here / "h200/spectra_256.csv")}
    _, _, *fine_rate = taylor_green.curves_of(table(here / "h200/history_256_none.csv"))
    misses, distances, rates, spectra = {}, {}, [], []
    for model, (rows, spectrum) in results.items():
        name = f"{unknowns}^3, {model}"
        misses[model], rate = judge_history(judge, name, rows)
        distances[model] = judge_spectrum(judge, name, spectrum, fine, unknowns // 2)
        rates.append(Curve(model, *rate))
        shells = range(LOWEST, unknowns // 2 + 1)
        spectra.append(Curve(model, list(shells), [spectrum[k] for k in shells]))
    judge.note(f"{unknowns}^3, nearest to the spectral energies and dissipation first: {nearest_first(misses, '.1%')}")
    judge.note(f"{unknowns}^3, nearest to the spectrum of 256^3 first: {nearest_first(distances, '.3f')}")
    rates.append(Curve("256^3, none", *fine_rate[:2], reference=True))
    spectra.append(Curve("256^3, none", list(fine), list(fine.values()), reference=True))
    title = f"Taylor-Green vortex, Re 1600, {unknowns}^3 unknowns"
    judge.draw(chart(title, "t V0 / L", "-dE/dt L / V0^3", rates))
    judge.draw(chart(f"{title}, spectra at t = 9", "k L", "E", spectra, log_x=True, log_y=True))


def check(rkdg, effort, judge):
    for cubes, degree in MESHES[effort]:
        unknowns = cubes * (degree + 1)
        results = {}
        for model in MODELS:
            folder = judge.output / f"taylor-green-{unknowns}-{model}"
            settings = (f"mesh.parameters=kind=hexahedra n={cubes} {taylor_green.SIDES}", f"space.degree={degree}", f"turbulence.model={model}")
            results[model] = run_model(rkdg, folder, *settings)
        judge_mesh(judge, unknowns, results)
