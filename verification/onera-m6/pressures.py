"""Pressures along sections of the ONERA M6 wing, from the points of its wall: rows x, y, z, nz, cp, lengths in chords at the root."""

import csv
import math
from pathlib import Path

here = Path(__file__).resolve().parent
SPAN, TAPER, SWEEP = 1.1963 / 0.8059, 0.562, math.radians(30)


def lines(wall):
    """{place along the span over the span: {"upper" or "lower": sorted pairs (x over the local chord, cp)}}, without the cap."""
    found = {}
    for p in wall:
        eta = p["z"] / SPAN
        if eta >= 1 or abs(p["nz"]) > 0.5:
            continue
        chord = 1 - (1 - TAPER) * eta
        side = "upper" if p["y"] > 0 else "lower"
        line = found.setdefault(round(eta, 4), {"upper": [], "lower": []})
        line[side].append(((p["x"] - math.tan(SWEEP) * p["z"]) / chord, p["cp"]))
    return {eta: {side: sorted(points) for side, points in line.items()} for eta, line in sorted(found.items())}


def section(wall, eta):
    """Both sides at a place along the span, linear between the two nearest lines of points."""
    whole = lines(wall)
    below, above = max(e for e in whole if e <= eta), min(e for e in whole if e > eta)
    part = (eta - below) / (above - below)
    return {side: [(x, a + part * (b - a)) for (x, a), (_, b) in zip(whole[below][side], whole[above][side])]
            for side in ("upper", "lower")}  # fmt: skip


def at(points, x):
    """cp there, linear between sorted points."""
    for (a, p), (b, q) in zip(points, points[1:]):
        if a <= x <= b:
            return p + (q - p) * (x - a) / (b - a) if b > a else p
    return points[0][1] if x < points[0][0] else points[-1][1]


def rises(points, least=0.15, width=0.06, step=0.005):
    """Shocks of a side between 0.05 and 0.95 of the chord, as pairs (place, rise): where cp rises by more than `least` within `width`,
    and by more than anywhere near."""
    starts = [0.05 + step * k for k in range(round((0.9 - width) / step))]
    found = [(x + 0.5 * width, at(points, x + width) - at(points, x)) for x in starts]
    near = 10
    return [(x, rise) for k, (x, rise) in enumerate(found)
            if rise > least and rise == max(r for _, r in found[max(0, k - near) : k + near + 1])]  # fmt: skip


def experiment():
    """{eta: {side: sorted pairs (x, cp)}}"""
    found = {}
    with open(here / "experiment.csv") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            found.setdefault(float(row["eta"]), {}).setdefault(row["side"], []).append((float(row["x"]), float(row["cp"])))
    return {eta: {side: sorted(points) for side, points in sides.items()} for eta, sides in found.items()}


def root_mean_square(points, measured, first=0.01):
    """Of the difference to measured values from x = `first` on."""
    differences = [at(points, x) - cp for x, cp in measured if x >= first]
    return math.sqrt(sum(d * d for d in differences) / len(differences))
