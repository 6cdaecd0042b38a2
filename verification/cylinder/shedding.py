"""Strouhal number, mean drag and lift amplitude of a vortex street, from the history of the force coefficients."""

import csv
from dataclasses import dataclass


@dataclass
class Forces:
    """Columns of forces.csv: equal lengths, time ascending."""

    time: list
    cd: list
    cl: list


@dataclass
class Shedding:
    """Means over whole periods of the lift; `growth` is the last lift amplitude over the one a period before."""

    periods: int
    strouhal: float
    mean_cd: float
    cl_amplitude: float
    growth: float


def read_forces(path):
    """Reads time, cd and cl from a forces.csv; raises ValueError naming a column that is not there."""
    with open(path, newline="") as file:
        rows = csv.DictReader(file, skipinitialspace=True)
        missing = {"time", "cd", "cl"} - set(rows.fieldnames or [])
        if missing:
            raise ValueError(f"{path}: no column '{sorted(missing)[0]}' (it has: {', '.join(rows.fieldnames or [])})")
        columns = [(float(row["time"]), float(row["cd"]), float(row["cl"])) for row in rows]
    return Forces(*map(list, zip(*columns))) if columns else Forces([], [], [])


def upward_crossings(time, signal, level, dead_band):
    """Times at which the signal rises through the level, each after a fall of at least dead_band below it."""
    crossings = []
    armed = False
    for i in range(1, len(signal)):
        armed = armed or signal[i - 1] < level - dead_band
        if armed and signal[i - 1] < level <= signal[i]:
            fraction = (level - signal[i - 1]) / (signal[i] - signal[i - 1])
            crossings.append(time[i - 1] + fraction * (time[i] - time[i - 1]))
            armed = False
    return crossings


def mean_between(time, signal, begin, end):
    """Mean of the piecewise linear signal over [begin, end], which lies inside the record."""
    integral = 0.0
    for t0, t1, s0, s1 in zip(time, time[1:], signal, signal[1:]):
        a, b = max(t0, begin), min(t1, end)
        if a < b:
            slope = (s1 - s0) / (t1 - t0)
            integral += (b - a) * (s0 + slope * (0.5 * (a + b) - t0))
    return integral / (end - begin)


def amplitude_between(time, signal, begin, end):
    inside = [s for t, s in zip(time, signal) if begin <= t <= end]
    return 0.5 * (max(inside) - min(inside))


def shedding(forces, speed, length, smallest_amplitude=0.01):
    """Evaluates the second half of the record, between the first and the last upward crossing of the lift's middle.

    speed and length make the Strouhal number f * length / speed. Returns None without two whole periods, or while the lift
    stays below smallest_amplitude.
    """
    if len(forces.time) < 3:
        return None
    half = 0.5 * (forces.time[0] + forces.time[-1])
    begin = next(i for i, t in enumerate(forces.time) if t >= half)
    time, cd, cl = forces.time[begin:], forces.cd[begin:], forces.cl[begin:]
    if len(time) < 3:
        return None
    amplitude = 0.5 * (max(cl) - min(cl))
    if amplitude < smallest_amplitude:
        return None

    level = 0.5 * (max(cl) + min(cl))
    crossings = upward_crossings(time, cl, level, 0.1 * amplitude)
    periods = len(crossings) - 1
    if periods < 2:
        return None
    first, last = crossings[0], crossings[-1]
    return Shedding(
        periods=periods,
        strouhal=periods / (last - first) * length / speed,
        mean_cd=mean_between(time, cd, first, last),
        cl_amplitude=amplitude_between(time, cl, crossings[-2], last),
        growth=amplitude_between(time, cl, crossings[-2], last) / amplitude_between(time, cl, crossings[-3], crossings[-2]),
    )
