"""Charts of `rkdg plot` that show several runs at once, a colour for each."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib
from rkdg_charts import COLOURS, STYLE, Plotter, figure, is_lattice, show_settled, surface_values, table

LINES = {"u": "-", "v": "--", "w": ":"}


def names_of(runs):
    """The shortest ends of the paths that tell the folders apart."""
    paths = [run.resolve().parts for run in runs]
    for count in range(1, max(map(len, paths)) + 1):
        names = ["/".join(parts[-count:]) for parts in paths]
        if len(set(names)) == len(names):
            return names
    twice = next(run for k, run in enumerate(runs) if paths[k] in paths[:k])
    raise ValueError(f"{twice}: is named twice")


class Comparison:
    """Draws what several runs have, into the folder of a Plotter."""

    def __init__(self, arguments):
        self.runs = dict(zip(names_of(arguments.runs), arguments.runs))
        self.colours = dict(zip(self.runs, (COLOURS[k % len(COLOURS)] for k in range(len(self.runs)))))
        self.plotter = Plotter(Path(), arguments)

    def tables(self, file, needed):
        """The tables of this name by run, of those runs that have more than one row in it."""
        found = {name: table(run / file, needed) for name, run in self.runs.items() if (run / file).exists()}
        return {name: columns for name, columns in found.items() if len(columns[needed[0]]) > 1}

    def histories(self, file, keys, labels, name, scale, needed=()):
        """Columns over time, or over steps where a run has no time."""
        found = self.tables(file, ("step", "time", *keys, *needed))
        if not found:
            return
        timed = all(columns["time"][-1] > columns["time"][0] for columns in found.values())
        x = "time" if timed else "step"
        drawing, axes = figure(len(keys), 3.2 if len(keys) == 1 else 2.2, sharex=True)
        for run, columns in found.items():
            groups = dict.fromkeys(columns["boundary"]) if "boundary" in columns else [None]
            for k, group in enumerate(groups):
                chosen = slice(None) if group is None else columns["boundary"] == group
                label = run if len(groups) == 1 else f"{run}, {group}"
                for ax, key in zip(axes, keys):
                    ax.plot(columns[x][chosen], columns[key][chosen], color=self.colours[run], label=label,
                            linestyle=list(LINES.values())[k % 3])  # fmt: skip
        for ax, label in zip(axes, labels):
            ax.set(ylabel=label, yscale=scale)
        if file == "forces.csv":
            show_settled(axes)
        axes[-1].set_xlabel(x)
        axes[0].legend()
        self.plotter.save(drawing, name)

    def surface(self, file):
        """Pressure and friction of 2-D runs along x."""
        found = {}
        for name, run in self.runs.items():
            if (run / file).exists():
                columns = table(run / file, ("x", "y", "nx", "ny"))
                if "z" not in columns:
                    found[name] = columns["x"], surface_values(run / file, columns)
        keys = [key for key in ("cp", "cf") if any(key in values for _, values in found.values())]
        if not keys:
            return
        drawing, axes = figure(len(keys), 2.4 if len(keys) == 2 else 3.2, sharex=True)
        for name, (x, values) in found.items():
            for ax, key in zip(axes, keys):
                if key in values:
                    ax.plot(x, values[key], ".", color=self.colours[name], markersize=3, label=name)
                ax.set_ylabel(f"$c_{key[1]}$")
        axes[0].invert_yaxis()
        axes[0].legend()
        axes[-1].set_xlabel("x")
        self.plotter.save(drawing, file.removesuffix(".csv"))

    def centre_lines(self):
        """Velocities along the lines through the middle of lattices."""
        found = {axis: self.tables(f"line_{axis}.csv", (axis, "u", "v", "w")) for axis in "xyz"}
        found = {axis: tables for axis, tables in found.items() if tables}
        if not found:
            return
        drawing, axes = figure(len(found), 2.2)
        for ax, (axis, tables) in zip(axes, found.items()):
            for name, columns in tables.items():
                for key, line in LINES.items():
                    ax.plot(columns[axis], columns[key], color=self.colours[name], linestyle=line, label=f"{name}, {key}")
            ax.set(xlabel=axis, ylabel="velocity")
        axes[0].legend(ncols=3)
        self.plotter.save(drawing, "lines")


def draw(arguments):
    """Writes the charts; their names."""
    kinds = {run: is_lattice(run) for run in arguments.runs}
    if len(set(kinds.values())) > 1:
        lattice = next(run for run, is_one in kinds.items() if is_one)
        raise ValueError(f"{lattice}: is the run of a lattice, and others are not; draw them apart")
    comparison = Comparison(arguments)
    with matplotlib.rc_context(STYLE):
        if any(kinds.values()):
            comparison.histories("history.csv", ("kinetic_energy",), ("mean kinetic energy",), "history", "linear")
            comparison.centre_lines()
        else:
            comparison.histories("history.csv", ("residual",), ("largest scaled norm of dU/dt",), "residuals", "log")
            comparison.histories("forces.csv", ("cd", "cl"), ("$c_d$", "$c_l$"), "forces", "linear", ("boundary",))
            comparison.histories("errors.csv", ("l2_rho",), ("L2 norm of the error of rho",), "errors", "log")
        surfaces = {path.name for run in arguments.runs for path in run.glob("surface_*.csv")}
        for file in sorted(surfaces):
            if not re.search(r"_\d{9}\.csv$", file):
                comparison.surface(file)
    if not comparison.plotter.written:
        raise ValueError(f"{', '.join(map(str, arguments.runs))}: hold nothing to draw together")
    return comparison.plotter.written
