"""Draws cp.png, sections beside measured ones, and wing.png, the upper side, of the ONERA M6 wing.

    picture.py NAME=surface_wing.csv...

Files may be compressed by gzip; wing.png shows the last one."""

import csv
import gzip
import math
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.tri import Triangulation  # noqa: E402
from pressures import SPAN, SWEEP, TAPER, experiment, lines, section  # noqa: E402

COLOURS = ("#0072B2", "#009E73", "#D55E00", "#CC79A7")


def load(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def draw_sections(walls):
    figure, axes = plt.subplots(1, 3, figsize=(10, 3.6), sharey=True, layout="constrained")
    for ax, (eta, measured) in zip(axes, experiment().items()):
        for colour, (name, wall) in zip(COLOURS, walls.items()):
            found = section(wall, eta)
            for side in ("upper", "lower"):
                ax.plot(*zip(*found[side]), color=colour, linewidth=1.1, label=name if side == "upper" else None)
        for side, marker in (("upper", "o"), ("lower", "s")):
            ax.plot(*zip(*measured[side]), "k" + marker, markersize=3.2, markerfacecolor="none", label=f"measured, {side} side")
        ax.set(title=f"{eta:.2f} of the span", xlabel="x / local chord")
        ax.grid(color="0.9")
    axes[0].set_ylabel("cp")
    axes[0].invert_yaxis()
    axes[-1].legend(frameon=False, fontsize=7)
    figure.savefig("cp.png", dpi=110)


def draw_wing(wall):
    whole = lines(wall)
    x, z, cp, triangles = [], [], [], []
    count = len(next(iter(whole.values()))["upper"])
    for row, (eta, line) in enumerate(whole.items()):
        for k, (place, value) in enumerate(line["upper"]):
            x.append(math.tan(SWEEP) * eta * SPAN + place * (1 - (1 - TAPER) * eta))
            z.append(eta * SPAN)
            cp.append(value)
            if row and k:
                a = row * count + k
                triangles += [(a - 1, a, a - count), (a - 1, a - count, a - count - 1)]
    figure, ax = plt.subplots(figsize=(6.4, 4.6), layout="constrained")
    image = ax.tricontourf(Triangulation(z, x, triangles), cp, levels=40, cmap="viridis")
    figure.colorbar(image, ax=ax, label="cp", shrink=0.8)
    ax.set(aspect="equal", xlabel="z / chord at the root", ylabel="x / chord at the root")
    ax.invert_yaxis()
    figure.savefig("wing.png", dpi=110)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    given = dict(word.split("=", 1) for word in sys.argv[1:])
    loaded = {name: load(path) for name, path in given.items()}
    draw_sections(loaded)
    draw_wing(list(loaded.values())[-1])
