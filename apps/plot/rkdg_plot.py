#!/usr/bin/env python3
"""Draws what a run of rkdg has left in its folder: residuals, forces, errors, surfaces, and a field at full order."""

from __future__ import annotations

import argparse
import csv
import re
import sys
from pathlib import Path

try:
    import matplotlib

    matplotlib.use("Agg")  # no screen is needed
    import numpy as np
    import rkdg_fields
    from matplotlib.figure import Figure
except ImportError as error:
    sys.exit(f"error: rkdg plot: {sys.executable}: {error} (Debian: packages python3-matplotlib, python3-numpy)")

# Okabe and Ito's colours, which the colour-blind tell apart, without the yellow that is hard to see on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
STYLE = {"font.size": 9, "legend.frameon": False, "axes.grid": True, "grid.color": "0.88", "grid.linewidth": 0.6,
         "axes.axisbelow": True, "lines.linewidth": 1.2, "axes.prop_cycle": matplotlib.cycler(color=COLOURS)}  # fmt: skip
SIGNED = ("vorticity", "uv_fluctuation")  # drawn about zero


def table(path):
    """The columns of a CSV file: numbers, or texts where one is none."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    columns = {}
    for k, name in enumerate(rows[0]):
        cells = [row[k] for row in rows[1:] if len(row) == len(rows[0])]
        try:
            columns[name] = np.array([float(cell) for cell in cells])
        except ValueError:
            columns[name] = np.array(cells)
    return columns


def abscissa(columns):
    """What histories run over: time, or where there is none, steps."""
    time = columns["time"]
    return ("time", time) if len(time) > 1 and time[-1] > time[0] else ("step", columns["step"])


def figure(rows=1, height=3.2):
    drawing = Figure(figsize=(6.4, height * rows), layout="constrained")
    return drawing, np.atleast_1d(drawing.subplots(rows, sharex=True))


class Plotter:
    """Writes charts into a folder, and remembers which."""

    def __init__(self, run, arguments):
        self.run, self.arguments, self.written = run, arguments, []
        self.output = arguments.output or run
        self.output.mkdir(parents=True, exist_ok=True)

    def save(self, drawing, name):
        path = self.output / f"{name}.{self.arguments.format}"
        drawing.savefig(path, dpi=self.arguments.dpi)
        self.written.append(path)

    def residuals(self):
        columns = table(self.run / "history.csv")
        if len(columns["step"]) < 2:
            return
        drawing, (axes,) = figure()
        name, x = abscissa(columns)
        axes.semilogy(x, columns["residual"], color="0.2", linewidth=1.8, label="largest, scaled")
        for field in ("rho", "rhou", "rhov", "rhoE"):
            axes.semilogy(x, columns[f"residual_{field}"], label=field)
        axes.set(xlabel=name, ylabel="norm of dU/dt")
        axes.legend(ncols=3)
        self.save(drawing, "residuals")

    def forces(self):
        columns = table(self.run / "forces.csv")
        drawing, axes = figure(2, 2.2)
        for name in dict.fromkeys(columns["boundary"]):
            chosen = columns["boundary"] == name
            label, x = abscissa({key: columns[key][chosen] for key in ("time", "step")})
            for ax, key in zip(axes, ("cd", "cl")):
                ax.plot(x, columns[key][chosen], label=name)
                ax.set_ylabel(f"$c_{key[1]}$")
        axes[-1].set_xlabel(label)
        if len(set(columns["boundary"])) > 1:
            axes[0].legend()
        self.save(drawing, "forces")

    def errors(self):
        columns = table(self.run / "errors.csv")
        if len(columns["step"]) < 2:
            return
        drawing, (axes,) = figure()
        name, x = abscissa(columns)
        for field in ("rho", "rhou", "rhov", "rhoE"):
            axes.semilogy(x, columns[f"l2_{field}"], label=field)
        axes.set(xlabel=name, ylabel="L2 norm of the error")
        axes.legend(ncols=2)
        self.save(drawing, "errors")

    def surface(self, path):
        columns = table(path)
        names = {key: key if key in columns else f"{key}_mean" for key in ("cp", "cf")}
        if not np.any(columns[names["cf"]]):
            del names["cf"]  # a flow without friction
        drawing, axes = figure(len(names), 2.4 if len(names) == 2 else 3.2)
        # Upper and lower sides, told apart by the normal out of the fluid, each in the order of x.
        upper = columns["ny"] <= 0
        for side, colour, label in ((upper, COLOURS[0], "above"), (~upper, COLOURS[1], "below")):
            order = np.flatnonzero(side)[np.argsort(columns["x"][side], kind="stable")]
            for ax, (key, name) in zip(axes, names.items()):
                ax.plot(columns["x"][order], columns[name][order], ".", color=colour, markersize=3, label=label)
                ax.set_ylabel(f"$c_{key[1]}$")
        axes[0].invert_yaxis()
        axes[0].legend()
        axes[-1].set_xlabel("x")
        self.save(drawing, path.stem)

    def field(self, path):
        file = rkdg_fields.FieldFile(path)
        name = self.arguments.field
        x, y, values, triangles = rkdg_fields.evaluate(file, name, self.arguments.window)
        x0, x1, y0, y1 = self.arguments.window or (x.min(), x.max(), y.min(), y.max())
        drawing = Figure(figsize=(6.4, min(9.0, max(2.0, 5.6 * (y1 - y0) / (x1 - x0) + 0.6))), layout="constrained")
        axes = drawing.subplots()
        low, high = self.arguments.range or self.limits(values)
        colours = axes.tripcolor(x, y, triangles, values, shading="gouraud", vmin=low, vmax=high, rasterized=True,
                                 cmap="RdBu_r" if name in SIGNED else "viridis")  # fmt: skip
        axes.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", xlabel="x", ylabel="y")
        axes.grid(False)
        drawing.colorbar(colours, label=f"{name} at time {file.time():.6g}" if file.time() > 0 else name, shrink=0.9, extend="both")
        self.save(drawing, f"field_{name}")

    def limits(self, values):
        """Where most values lie: single points, as at a sharp edge, do not take the colours from all others."""
        low, high = np.percentile(values, (0.5, 99.5))
        if self.arguments.field in SIGNED:
            high = max(abs(low), abs(high))
            low = -high
        return (low, high) if high > low else (low - 1e-12, low + 1e-12)


def numbers(count):
    def parse(text):
        values = tuple(float(word) for word in text.split(","))
        if len(values) != count or any(b <= a for a, b in zip(values[::2], values[1::2])):
            raise ValueError
        return values

    parse.__name__ = f"{count} numbers, each second one larger than the one before,"
    return parse


def parse(words):
    parser = argparse.ArgumentParser(prog="rkdg plot", description=__doc__)
    parser.add_argument("run", type=Path, metavar="RUN_DIR", help="folder of a run")
    parser.add_argument("--output", type=Path, help="folder of the pictures (default: that of the run)")
    parser.add_argument("--field", default="Mach", help="field to draw, by its name in the files (default: Mach)")
    parser.add_argument("--window", type=numbers(4), metavar="X0,X1,Y0,Y1", help="what of the field (default: all)")
    parser.add_argument("--range", type=numbers(2), metavar="LOW,HIGH", help="values at the ends of the colours")
    parser.add_argument("--file", type=Path, help="field file (default: the last of the run)")
    parser.add_argument("--format", choices=("png", "svg", "pdf"), default="png", help="default: png")
    parser.add_argument("--dpi", type=int, default=150, help="resolution (default: 150)")
    return parser.parse_args(words)


def draw(arguments):
    run = arguments.run
    if not (run / "summary.json").exists():
        raise ValueError(f"{run}: is no folder of a run: it has no summary.json")
    plotter = Plotter(run, arguments)
    for name in ("residuals", "forces", "errors"):
        if (run / {"residuals": "history.csv"}.get(name, f"{name}.csv")).exists():
            getattr(plotter, name)()
    for path in sorted(run.glob("surface_*.csv")):
        if not re.search(r"_\d{9}\.csv$", path.name):
            plotter.surface(path)
    fields = sorted(run.glob("fields_*.vtu"))
    file = arguments.file or (fields[-1] if fields else None)
    if file is not None:
        plotter.field(file)
    return plotter.written


def main():
    arguments = parse(sys.argv[1:])
    with matplotlib.rc_context(STYLE):
        try:
            written = draw(arguments)
        except (ValueError, OSError) as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
    for path in written:
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
