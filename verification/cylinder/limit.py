#!/usr/bin/env python3
"""What runs at falling Mach numbers tend to: compressibility changes a subsonic flow in proportion to the square of its Mach number.

limit.py mach.csv prints the table of README.md.
"""

import csv
import math
import sys
from dataclasses import dataclass
from pathlib import Path

here = Path(__file__).resolve().parent


@dataclass
class Limit:
    """value + slope mach^2, fitted to runs; `uncertainty` of the value follows from theirs."""

    value: float
    slope: float
    uncertainty: float


def limit(machs, values, uncertainties):
    """The straight line in mach^2 with the least squares of deviations."""
    squares = [mach**2 for mach in machs]
    middle = sum(squares) / len(squares)
    spread = sum((square - middle) ** 2 for square in squares)
    weights = [1 / len(squares) - middle * (square - middle) / spread for square in squares]
    slope = sum((square - middle) * value for square, value in zip(squares, values)) / spread
    value = sum(weight * v for weight, v in zip(weights, values))
    return Limit(value, slope, math.sqrt(sum((weight * u) ** 2 for weight, u in zip(weights, uncertainties))))


NAMES = {"strouhal": "Strouhal number", "mean_cd": "mean CD", "cl_amplitude": "CL amplitude"}


@dataclass
class Quantity:
    """What runs at falling Mach numbers say of one quantity, and the smallest and largest published value."""

    name: str
    values: list
    uncertainties: list
    limit: Limit
    published: tuple


def read(path):
    """The rows of a table as dictionaries of text."""
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def quantities(rows, published):
    """Each quantity of the rows of mach.csv, by its key, beside the rows of published.csv; highest Mach number first."""
    rows = sorted(rows, key=lambda row: -float(row["mach"]))
    machs = [float(row["mach"]) for row in rows]
    result = {}
    for key, name in NAMES.items():
        values = [float(row[key]) for row in rows]
        uncertainties = [float(row[f"{key}_uncertainty"]) for row in rows]
        known = [float(row[key]) for row in published if row[key]]
        result[key] = Quantity(name, values, uncertainties, limit(machs, values, uncertainties), (min(known), max(known)))
    return machs, result


def markdown(path):
    """The table of README.md."""
    machs, found = quantities(read(path), read(here / "published.csv"))
    lines = ["| Mach number | " + " | ".join(q.name for q in found.values()) + " |", "|" + "---|" * (1 + len(found))]
    for k, mach in enumerate(machs):
        cells = (f"{q.values[k]:.5f} +- {q.uncertainties[k]:.5f}" for q in found.values())
        lines.append(f"| {mach:g} | " + " | ".join(cells) + " |")
    cells = (f"{q.limit.value:.5f} +- {q.limit.uncertainty:.5f}" for q in found.values())
    lines.append("| limit | " + " | ".join(cells) + " |")
    lines.append("| published | " + " | ".join(f"{q.published[0]:.4g} - {q.published[1]:.4g}" for q in found.values()) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(markdown(sys.argv[1]))
