#!/usr/bin/env python3
"""Draws a finished cube beside the published velocities: picture.py FOLDER OUT.png"""

import json
import sys
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from cavity.check import ALBENSOEDER, LINES, here, profile, speeds  # noqa: E402: needs the path above
from study import table  # noqa: E402


def main():
    folder, target = Path(sys.argv[1]), sys.argv[2]
    cells = json.loads((folder / "summary.json").read_text())["cells"]
    reference = table(here / "albensoeder_kuhlmann.csv")
    matplotlib.rcParams["font.size"] = 8
    figure = Figure(figsize=(9, 2.9), layout="constrained")
    field, *lines = figure.subplots(1, 3)
    image = field.imshow(speeds(folder, cells), origin="lower", extent=(0, 1, 0, 1), cmap="viridis", vmax=0.6)
    field.set(title="speed in the plane across the middle", xlabel="x", ylabel="y")
    figure.colorbar(image, ax=field, extend="max")
    for axes, (velocity, axis) in zip(lines, LINES.items()):
        rows = [row for row in reference if row["quantity"] == velocity]
        axes.plot(*profile(folder, velocity), label=f"{cells[0]} cells a side")
        axes.plot([row["coord"] for row in rows], [row["cube"] for row in rows], "k.", label=ALBENSOEDER.split(",")[0])
        axes.set(title=f"{velocity} along {axis}", xlabel=axis, xlim=(0, 1))
        axes.grid(color="0.88")
    lines[0].legend(frameon=False)
    figure.savefig(target, dpi=110)


if __name__ == "__main__":
    main()
