"""Synthetic turbulence behind an inflow: its stresses, its spectrum where it enters, and its decay."""

import math
from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
SPEED, LENGTH, FLUCTUATION = 0.3, 0.2, 0.03
SIZE = LENGTH / 0.75  # of an eddy
START = 20.0  # of averages: the flow has passed the duct twice
COMPONENTS = ("u", "v", "w")
SETTINGS = {
    "quick": ("mesh.parameters=kind=hexahedra nx=9 ny=4 nz=4 xmax=2.25", "space.degree=2", "time.end=60"),
    "default": (),
    "full": ("mesh.parameters=kind=hexahedra nx=96 ny=32 nz=32 xmax=3",),
}
ERRORS = 4  # standard errors of what is averaged, which by chance are exceeded once in 16000 cases


def spectrum_of_eddies(k):
    """One-dimensional, over u'^2: the integral over all k > 0 is 1."""
    half = 0.5 * k * SIZE
    return 1.5 * SIZE / math.pi * (math.sin(half) / half) ** 4


def power(times, values, frequency):
    """Power of a series of equal steps, minus its mean, under a window of Hann, one-sided, per frequency."""
    mean = sum(values) / len(values)
    windows = [math.sin(math.pi * (i + 0.5) / len(values)) ** 2 for i in range(len(values))]
    turned = [(w * (v - mean), 2 * math.pi * frequency * t) for w, v, t in zip(windows, values, times)]
    real, imaginary = sum(a * math.cos(b) for a, b in turned), sum(a * math.sin(b) for a, b in turned)
    step = (times[-1] - times[0]) / (len(times) - 1)
    return 2 * step * (real**2 + imaginary**2) / sum(w * w for w in windows)


def on_equal_steps(times, values, count):
    result, at = [], 0
    places = [times[0] + (times[-1] - times[0]) * i / (count - 1) for i in range(count)]
    for place in places:
        while at + 2 < len(times) and times[at + 1] < place:
            at += 1
        part = (place - times[at]) / (times[at + 1] - times[at])
        result.append((1 - part) * values[at] + part * values[at + 1])
    return places, result


def series_of(rows):
    """Times from START on, and u of each probe."""
    probes = {}
    for row in rows:
        if row["time"] >= START:
            probes.setdefault(row["probe"], []).append((row["time"], row["u"]))
    return [time for time, _ in next(iter(probes.values()))], [[u for _, u in series] for series in probes.values()]


def spectrum(rows):
    """Wavenumbers by the speed of the stream, and the spectrum of u over u'^2, averaged over probes and bands of frequencies."""
    times, probes = series_of(rows)
    span = times[-1] - times[0]
    equal = [on_equal_steps(times, values, 1024) for values in probes]
    bands = [(2 ** (0.5 * i), 2 ** (0.5 * (i + 1))) for i in range(2, 16)]
    wavenumbers, densities = [], []
    for low, high in bands:
        multiples = range(math.ceil(low), math.ceil(high))
        k = [2 * math.pi * m / span / SPEED for m in multiples]
        if not k or max(k) > 2 * math.pi / SIZE:
            continue
        sums = sum(power(places, values, m / span) for places, values in equal for m in multiples)
        wavenumbers.append(sum(k) / len(k))
        densities.append(sums / len(k) / len(probes) * SPEED / (2 * math.pi) / FLUCTUATION**2)
    return wavenumbers, densities


def check(rkdg, effort, judge):
    folder = judge.output / f"inflow-{effort}"
    summary = run(rkdg, here / "inflow.ini", folder, *SETTINGS[effort])
    rows = table(folder / "profile_mean.csv")
    first, last = rows[0], rows[-1]
    # Independent volumes of two integral lengths that have passed the section, of area 1.
    independent = (first["to"] - first["from"]) * SPEED / (2 * LENGTH) ** 3
    error, square_error = (FLUCTUATION / SPEED) / math.sqrt(independent), math.sqrt(2 / independent)
    judge.near("mean velocity beside the inflow, over that of the stream", first["u_mean"] / SPEED, 1, ERRORS * error, "as asked for")
    squares = [(first[f"{name}_rms"] / FLUCTUATION) ** 2 for name in COMPONENTS]
    for name, square in zip(COMPONENTS, squares):
        judge.near(f"{name}'^2 beside the inflow, over that asked for", square, 1, ERRORS * square_error, "as asked for")
    judge.near("their mean", sum(squares) / 3, 1, ERRORS * square_error / math.sqrt(3), "as asked for")
    energies = [sum((row[f"{name}_rms"] / FLUCTUATION) ** 2 for name in COMPONENTS) / 3 for row in rows]
    judge.within("kinetic energy of the turbulence at the end of the duct, over that asked for", energies[-1], 0, 0.9 * energies[0], "it decays")
    k, densities = spectrum(table(folder / "probes.csv"))
    wanted = [spectrum_of_eddies(x) for x in k]
    ratio = math.exp(sum(math.log(a / b) for a, b in zip(densities, wanted)) / len(k))
    judge.near("spectrum of u beside the inflow, over that of the eddies, geometric mean of bands", ratio, 1, ERRORS * square_error, "exact")
    judge.show("rms of the pressure at the end of the duct, over rho u'^2", last["p_rms"] / FLUCTUATION**2)
    judge.note(f"averages from t = {rows[0]['from']:g} to {rows[0]['to']:g}, {summary['wall_seconds']:.0f} s.")
    judge.draw(chart("Turbulent inflow: spectrum of u", "k s", "E / (u'^2 s)", [Curve("rkdg", [SIZE * x for x in k], [y / SIZE for y in densities]),
               Curve("eddies", [SIZE * x for x in k], [y / SIZE for y in wanted], reference=True)], log_x=True, log_y=True))  # fmt: skip
    places = [row["x"] for row in rows]
    curves = [Curve(f"{name}'^2", places, [(row[f"{name}_rms"] / FLUCTUATION) ** 2 for row in rows]) for name in COMPONENTS]
    judge.draw(chart("Turbulent inflow: decay", "x", "over that asked for", curves))
