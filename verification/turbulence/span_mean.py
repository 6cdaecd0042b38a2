"""Averages over the span of the means of a run, for meshes that are swept along z: from mean.vtu, and along the columns of the plane."""

from cylinder.vtu import Vtu

NAMES = ("U", "V", "uu", "vv", "ww", "uv", "p")
DIGITS = 6  # of places: points of two cells that coincide are one
ORDER = 3  # of the solution, and of quadrilaterals


def moments(row):
    u, v, w, uu, vv, ww, uv, p = (value / row[0] for value in row[1:])
    return [u, v, uu - u * u, vv - v * v, ww - w * w, uv - u * v, p]


def plane(path, of_interest=lambda x, y: True):
    """Averages over the span at the nodes of the plane: {x: {y: values by NAMES}}. Stresses are those about the average over time and span."""
    file = Vtu(path)
    points, shear, pressure = file.array("points"), file.array("uv_fluctuation"), file.array("pressure_mean")
    velocity, rms = file.array("velocity_mean"), file.array("velocity_rms")
    sums = {}
    for _, cell in file.cells():
        heights = [points[3 * k + 2] for k in cell]
        ends = min(heights), max(heights)
        for k, z in zip(cell, heights):
            x, y = points[3 * k : 3 * k + 2]
            if not of_interest(x, y):
                continue
            # Weights of the rule for cubic polynomials on four equidistant nodes: 1, 3, 3, 1.
            weight = 1 if min(abs(z - end) for end in ends) < 1e-5 else 3
            u, v, w = velocity[3 * k : 3 * k + 3]
            a, b, c = rms[3 * k : 3 * k + 3]
            values = (1, u, v, w, u * u + a * a, v * v + b * b, w * w + c * c, u * v + shear[k], pressure[k])
            row = sums.setdefault(round(x, DIGITS), {}).setdefault(round(y, DIGITS), [0.0] * len(values))
            for i, value in enumerate(values):
                row[i] += weight * value
    return {x: {y: moments(row) for y, row in column.items()} for x, column in sums.items()}


def lagrange(nodes, at):
    """Weights of the values at the nodes."""
    weights = []
    for a in nodes:
        weight = 1.0
        for b in nodes:
            if b != a:
                weight *= (at - b) / (a - b)
        weights.append(weight)
    return weights


def profile(columns, x):
    """Rows (y, values by NAMES) at a place, by the polynomials of its cells: columns of the plane are ORDER to a cell."""
    places = sorted(columns)
    first = ORDER * ((next(i for i, p in enumerate(places) if p > x) - 1) // ORDER)
    nodes = places[first : first + ORDER + 1]
    weights = lagrange(nodes, x)
    rows = [[[y, *values] for y, values in sorted(columns[node].items())] for node in nodes]
    return [[sum(weight * row[i] for weight, row in zip(weights, level)) for i in range(len(NAMES) + 1)] for level in zip(*rows)]
