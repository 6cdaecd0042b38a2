"""What the cases of turbulent channels share: profiles in wall units beside a direct numerical simulation."""

import csv
import math


def reference(path):
    """Rows of a direct numerical simulation in wall units, from the wall to the middle."""
    with open(path, encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [{key: float(value) for key, value in row.items()} for row in rows]


def between(places, values, at):
    """Linear between rows, whose places ascend."""
    above = next(i for i in range(1, len(places)) if places[i] >= at - 1e-12)
    part = (at - places[above - 1]) / (places[above] - places[above - 1])
    return values[above - 1] + part * (values[above] - values[above - 1])


def half_profile(rows, force, viscosity):
    """Both halves in one, in wall units: lists by name, from the wall to the middle. tau_w is force times half of the height, 1."""
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
    return profile | {"force": force, "viscosity": viscosity}


def stress_error(profile):
    """The largest difference of the total shear stress from a line, in units of tau_w, away from the wall cell."""
    y, u = profile["y_h"], profile["U"]
    reynolds = math.sqrt(profile["force"]) / profile["viscosity"]
    errors = []
    for i in range(1, len(y) - 1):
        slope = (u[i + 1] - u[i - 1]) / (y[i + 1] - y[i - 1]) / reynolds
        errors.append(abs(slope - profile["rho"][i] * profile["uv"][i] - (1 - y[i])))
    return max(errors)


def mean_force(history, start):
    rows = [row for row in history if row["time"] >= start]
    return sum(row["force"] for row in rows) / len(rows)


def largest_difference(profile, dns, name, least=1.0):
    """From y+ = 1 on; of fluctuations, as a part of the largest value of the reference."""
    at = [row for row in dns if row["y_plus"] >= least]
    found = [between(profile["y_h"], profile[name], row["y_h"]) for row in at]
    if name == "U":
        return max(abs(value / row[name] - 1) for value, row in zip(found, at))
    scale = max(abs(row[name]) for row in dns)
    return max(abs(value - row[name]) / scale for value, row in zip(found, at))
