#!/usr/bin/env python3
"""Friction that a laminar boundary layer has on the windward slope, by Thwaites's method from a pressure along the hill.

    thwaites.py    # for the pressure of the direct simulation, and for that of the run in h200/

The slope accelerates the flow so strongly that its boundary layer stays laminar. Velocities are in bulk velocities over the crest.
"""

import math
import sys
from pathlib import Path

if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    sys.path[:0] = [str(here.parent), str(here.parent.parent)]

from channel_profile import between
from hill.mesh import hill
from study import table

START, END, COUNT = 7.8, 8.85, 2000
CREST, ABOVE = 0.05, 1.3  # place of a profile, and the height below which the edge of its boundary layer lies


def total_pressure(places, cp, profile):
    """At the edge of the boundary layer over the crest, by the dynamic pressure."""
    edge = max(row["U"] ** 2 + row["V"] ** 2 for row in profile if abs(row["x"] - CREST) < 1e-9 and row["y"] < ABOVE)
    return edge + between(places, cp, CREST)


def friction(places, cp, total, reynolds):
    """Places along the slope, and the friction coefficient there."""
    x = [START + (END - START) * k / COUNT for k in range(COUNT + 1)]
    speed = [math.sqrt(total - between(places, cp, place)) for place in x]
    integral, rows = 0.0, []
    for a, b, u, v in zip(x, x[1:], speed, speed[1:]):
        step = math.hypot(b - a, hill(b) - hill(a))
        integral += step * (u**5 + v**5) / 2
        thickness = math.sqrt(0.45 * integral / reynolds / v**6)
        parameter = thickness**2 * reynolds * (v - u) / step
        shear = max(min(parameter, 0.25) + 0.09, 0.0) ** 0.62
        rows.append((b, 2 * v * shear / thickness / reynolds))
    return rows


def report(name, places, cp, profile, reynolds):
    total = total_pressure(places, cp, profile)
    # The first tenth is left out: the layer forgets that it starts with no thickness.
    x, largest = max(friction(places, cp, total, reynolds)[COUNT // 10 :], key=lambda row: row[1])
    print(f"{name}: total pressure {total:.3f}, largest friction {largest:.4f} at x = {x:.2f}")


if __name__ == "__main__":
    wall, run = table(here / "dns_wall.csv"), table(here / "h200/friction_no_model.csv")
    report("direct simulation", [row["x"] for row in wall], [2 * row["p"] for row in wall], table(here / "dns.csv"), 2808)
    report("h200", [row["x"] for row in run], [row["cp"] for row in run], table(here / "h200/sections_no_model.csv"), 2800)
