"""The mean profile of a channel with a mass flow that a force keeps: in wall units, and beside a direct numerical simulation.

Columns of a reference: y_h (distance from the wall over half of the height), y_plus, U, u_rms, v_rms, w_rms, uv in wall units.
"""

import csv
import math

from study import table


def reference(path):
    with open(path, encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [{key: float(value) for key, value in row.items()} for row in rows]


def between(places, values, at):
    """Linear between rows, whose places ascend."""
    above = next(i for i in range(1, len(places)) if places[i] >= at - 1e-12)
    part = (at - places[above - 1]) / (places[above] - places[above - 1])
    return values[above - 1] + part * (values[above] - values[above - 1])


def half_profile(rows, force, viscosity):
    """Both halves in one, in wall units: lists by name, from the wall to the middle, with the force and the Reynolds number Re_tau.
    tau_w is the force times half of the height, 1; the density is 1."""
    friction = math.sqrt(force)
    half = (len(rows) + 1) // 2

    def of(name, sign=1, unit=friction):
        return [(rows[i][name] + sign * rows[-1 - i][name]) / (2 * unit) for i in range(half)]

    profile = {"y_h": [1 + rows[i]["y"] for i in range(half)], "U": of("u_mean"), "uv": of("uv_fluctuation", -1, force)}
    profile |= {name: of(name) for name in ("u_rms", "v_rms", "w_rms")}
    profile["rho"] = of("rho_mean", 1, 1)
    if len(rows) % 2 == 0:  # no row in the middle, where all is even but the shear stress
        for name, values in profile.items():
            values.append({"y_h": 1.0, "uv": 0.0}.get(name, values[-1]))
    profile["y_plus"] = [y * friction / viscosity for y in profile["y_h"]]
    return profile | {"force": force, "Re_tau": friction / viscosity}


def slope_at(places, values, i):
    """Of the parabola through a row and its neighbours, which lie at different distances."""
    before, after = places[i] - places[i - 1], places[i + 1] - places[i]
    return ((values[i + 1] - values[i]) / after * before + (values[i] - values[i - 1]) / before * after) / (before + after)


def stress_error(profile):
    """The largest difference of the total shear stress from a line, in units of tau_w."""
    y, u = profile["y_h"], profile["U"]
    return max(abs(slope_at(y, u, i) / profile["Re_tau"] - profile["rho"][i] * profile["uv"][i] - (1 - y[i])) for i in range(1, len(y) - 1))


def mean_force(history, start):
    rows = [row for row in history if row["time"] >= start]
    return sum(row["force"] for row in rows) / len(rows)


def largest_difference(profile, dns, name, least=1.0):
    """From y+ = `least` on; of fluctuations, as a part of the largest value of the reference."""
    at = [row for row in dns if row["y_plus"] >= least]
    found = [between(profile["y_h"], profile[name], row["y_h"]) for row in at]
    if name == "U":
        return max(abs(value / row[name] - 1) for value, row in zip(found, at))
    scale = max(abs(row[name]) for row in dns)
    return max(abs(value - row[name]) / scale for value, row in zip(found, at))


def profile_of(folder, viscosity):
    """Of a run with `profile = y` in [average], and the time when its averages begin and end."""
    rows = table(folder / "profile_mean.csv")
    profile = half_profile(rows, mean_force(table(folder / "history.csv"), rows[0]["from"]), viscosity)
    return profile | {"from": rows[0]["from"], "to": rows[0]["to"]}
