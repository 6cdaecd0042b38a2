#!/usr/bin/env python3
"""Draws the loss of kinetic energy over time of finished runs: curve.py OUT.png NAME=HISTORY.csv ..."""

import csv
import sys
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from check import curves_of  # noqa: E402: needs the path above


def main():
    matplotlib.rcParams["font.size"] = 8
    figure = Figure(figsize=(6, 3.4), layout="constrained")
    axes = figure.subplots()
    for k, (name, path) in enumerate(argument.split("=", 1) for argument in sys.argv[2:]):
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(open(path))]
        time, _, between, rate, viscous = curves_of(rows)
        axes.plot(between, rate, color=f"C{k}", label=f"{name}: loss of energy")
        axes.plot(time, viscous, color=f"C{k}", linestyle="--", label=f"{name}: 2 nu x enstrophy")
    axes.errorbar([8.97], [0.01286], xerr=0.1, yerr=0.01 * 0.01286, color="k", capsize=2, label="largest, spectral")
    axes.set(xlabel="t V0 / L", ylabel="-dE/dt L / V0^3", xlim=(0, None), ylim=(0, None))
    axes.grid(color="0.88")
    axes.legend(frameon=False)
    figure.savefig(sys.argv[1], dpi=120)


if __name__ == "__main__":
    main()
