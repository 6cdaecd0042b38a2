#!/usr/bin/env python3
"""Draws the velocities along both centre lines of a finished run beside the published ones: lines.py OUT.png FOLDER"""

import sys
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from cavity.check import ALBENSOEDER  # noqa: E402: needs the path above
from cube.check import here, profiles  # noqa: E402
from study import table  # noqa: E402


def main():
    matplotlib.rcParams["font.size"] = 8
    figure = Figure(figsize=(6, 2.9), layout="constrained")
    for axes, (velocity, axis, places, values) in zip(figure.subplots(1, 2), profiles(Path(sys.argv[2]))):
        rows = [row for row in table(here.parent / "cavity" / "albensoeder_kuhlmann.csv") if row["quantity"] == velocity]
        axes.plot(places, values, color="C0", label="rkdg")
        axes.plot([row["coord"] for row in rows], [row["cube"] for row in rows], "ko", markersize=3, markerfacecolor="none",
                  label=ALBENSOEDER.split(",")[0])  # fmt: skip
        axes.set(xlabel=f"{axis} / side", ylabel=f"{velocity} / speed of the lid", xlim=(0, 1))
        axes.grid(color="0.88")
        axes.legend(frameon=False)
    figure.savefig(sys.argv[1], dpi=120)


if __name__ == "__main__":
    main()
