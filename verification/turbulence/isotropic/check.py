"""Decaying isotropic turbulence: its spectrum, and that nothing piles up at the end of it."""

import importlib
import math

from plot import Curve, chart
from study import run, spectrum_of, table

case = importlib.import_module("isotropic.case")
# Cubes along a side, and the degree: 64^3 unknowns a variable; with --full also 128^3.
MESHES = {"quick": ((8, 2),), "default": ((16, 3),), "full": ((16, 3), (32, 3))}
MODELS = {"quick": ("none",), "default": ("none",), "full": ("none", "wale", "sigma")}
QUICK_END = 2.0
VOLUME = (2 * math.pi) ** 3
# The wave numbers of half a decade, and what is asked of the spectrum there.
FIRST, LAST = 4, 4 * math.sqrt(10)
SLOPE, SLOPE_TOLERANCE = -5 / 3, 0.3
# Of k^(5/3) E(k) up to half the Nyquist wave number, over its mean in the half decade.
PILE_UP = 1.5


def slope(spectrum):
    """Of log E over log k in the half decade, by least squares."""
    points = [(math.log(k), math.log(spectrum[k])) for k in spectrum if FIRST <= k <= LAST]
    mx, my = (sum(column) / len(points) for column in zip(*points))
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def pile_up(spectrum, nyquist):
    compensated = {k: k ** (5 / 3) * e for k, e in spectrum.items() if k >= FIRST}
    inertial = [value for k, value in compensated.items() if k <= LAST]
    return max(compensated[k] for k in range(FIRST, nyquist // 2 + 1)) * len(inertial) / sum(inertial)


def start(rkdg, cubes, degree, folder, *settings):
    folder.parent.mkdir(parents=True, exist_ok=True)
    file = folder.with_suffix(".ini")
    file.write_text(case.case_text(cubes, degree))
    run(rkdg, file, folder, *settings)
    return table(folder / "history.csv")


def judge_start(rkdg, cubes, degree, judge):
    """The waves of the first step, by their exact energies."""
    folder = judge.output / f"isotropic-{cubes}-start"
    rows = start(rkdg, cubes, degree, folder, "time.end=", "time.steps=1")
    spectrum, wanted = spectrum_of(rkdg, folder), case.energies()
    for k in (1, 2, 3):
        judge.near(f"E({k}) after the first step", spectrum[k], wanted[k], 0.02 * wanted[k], "energy of the waves")
    energy = rows[0]["kinetic_energy"] / VOLUME
    judge.near("kinetic energy at the start", energy, case.ENERGY, 0.01 * case.ENERGY, "energy of the waves")


def judge_run(judge, name, rows, spectrum, nyquist):
    energies = [row["kinetic_energy"] for row in rows]
    judge.within(f"{name}, largest kinetic energy over that of the start", max(energies) / energies[0], 1, 1.001)
    mass = max(abs(row["mass"] / rows[0]["mass"] - 1) for row in rows)
    judge.within(f"{name}, change of the mass", mass, 0, 1e-11)
    judge.show(f"{name}, kinetic energy at the end over that of the start", energies[-1] / energies[0])
    if spectrum is None:
        return
    judge.near(f"{name}, slope of the spectrum from k = {FIRST} to {LAST:.1f}", slope(spectrum), SLOPE, SLOPE_TOLERANCE,
               "Kolmogorov 1941")  # fmt: skip
    judge.within(f"{name}, largest k^(5/3) E up to k = {nyquist // 2}, over its mean in that range", pile_up(spectrum, nyquist), 0, PILE_UP)


def check(rkdg, effort, judge):
    judge_start(rkdg, *MESHES[effort][0], judge)
    for cubes, degree in MESHES[effort]:
        unknowns, curves = cubes * (degree + 1), []
        for model in MODELS[effort]:
            name, folder = f"{unknowns}^3, {model}", judge.output / f"isotropic-{unknowns}-{model}"
            settings = [f"turbulence.model={model}"] + ([f"time.end={QUICK_END}"] if effort == "quick" else [])
            rows = start(rkdg, cubes, degree, folder, *settings)
            spectrum = None if effort == "quick" else spectrum_of(rkdg, folder)
            judge_run(judge, name, rows, spectrum, unknowns // 2)
            if spectrum is not None:
                shells = range(1, unknowns // 2)
                curves.append(Curve(model, list(shells), [spectrum[k] for k in shells]))
        if curves:
            law = [curves[0].y[FIRST - 1] * (k / FIRST) ** SLOPE for k in range(2, unknowns // 4)]
            curves.append(Curve("k^(-5/3)", list(range(2, unknowns // 4)), law, reference=True))
            judge.draw(chart(f"Decaying isotropic turbulence, {unknowns}^3 unknowns", "k", "E(k)", curves, log_x=True, log_y=True))
