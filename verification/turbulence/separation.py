"""Friction of a wall that is swept along z, averaged over the span, and where the flow separates and reattaches."""

import math


def friction_along(points):
    """Places x and mean friction coefficients towards larger x, from rows of a table of surface means whose wall lies below the gas."""
    rows = {}
    for p in points:
        row = rows.setdefault(round(p["x"], 6), [0.0, 0.0])
        row[0] += p["weight"]
        # Normals point out of the gas.
        row[1] += p["weight"] * (p["cfx_mean"] * -p["ny"] + p["cfy_mean"] * p["nx"])
    places = sorted(rows)
    return places, [rows[x][1] / rows[x][0] for x in places]


def turns(places, friction, start, end=math.inf):
    """Where the friction turns negative for the first time beyond `start`, and where it turns positive after that: for the first time, or
    with an `end`, for the last time before it."""
    separation = reattachment = math.nan
    for x, y, a, b in zip(places, places[1:], friction, friction[1:]):
        if x <= start or y >= end:
            continue
        zero = x + (y - x) * a / (a - b) if a != b else x
        if a > 0 >= b and math.isnan(separation):
            separation = zero
        if a < 0 <= b and not math.isnan(separation) and (math.isnan(reattachment) or end < math.inf):
            reattachment = zero
    return separation, reattachment
