"""Vortex shedding from a force history, period by period, so that the scatter of the periods gives an uncertainty."""

import math
from dataclasses import dataclass


@dataclass
class Estimate:
    """Mean over the periods, and twice its standard error from their scatter."""

    value: float
    uncertainty: float


def crossings(time, lift):
    """Times at which the lift rises through its mean, once for each trough that a crest follows."""
    mean = sum(lift) / len(lift)
    band = 0.5 * math.sqrt(2 * sum((c - mean) ** 2 for c in lift) / len(lift))
    found, armed, pending = [], False, None
    for k in range(1, len(lift)):
        a, b = lift[k - 1] - mean, lift[k] - mean
        armed = armed or b < -band
        if armed and a < 0 <= b:
            pending = time[k - 1] + (time[k] - time[k - 1]) * a / (a - b)
        if armed and b > band and pending is not None:
            found.append(pending)
            armed, pending = False, None
    return found


def whole_periods(time, drag, lift):
    """(duration, mean drag, lift amplitude) of each whole period."""
    marks = crossings(time, lift)
    for begin, end in zip(marks, marks[1:]):
        inside = [k for k, t in enumerate(time) if begin <= t < end]
        area = sum(0.5 * (drag[k] + drag[k + 1]) * (time[k + 1] - time[k]) for k in inside[:-1])
        span = time[inside[-1]] - time[inside[0]]
        swing = [lift[k] for k in inside]
        yield end - begin, area / span, (max(swing) - min(swing)) / 2


def settled(periods, tolerance=0.02):
    """The last periods, back to the first whose amplitude is off theirs by more than `tolerance`."""
    reference = sum(amplitude for _, _, amplitude in periods[-3:]) / len(periods[-3:])
    first = len(periods)
    while first > 0 and abs(periods[first - 1][2] / reference - 1) <= tolerance:
        first -= 1
    return periods[first:]


def estimate(values):
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(mean, math.nan)
    variance = sum((v - mean) ** 2 for v in values) / (len(values) - 1)
    return Estimate(mean, 2 * math.sqrt(variance / len(values)))


def shedding(time, drag, lift):
    """Estimates of (frequency, mean drag, lift amplitude), and the number of periods; None without two of them."""
    periods = list(whole_periods(time, drag, lift))
    periods = settled(periods) if periods else []
    if len(periods) < 2:
        return None
    durations, drags, amplitudes = zip(*periods)
    return estimate([1 / d for d in durations]), estimate(drags), estimate(amplitudes), len(periods)
