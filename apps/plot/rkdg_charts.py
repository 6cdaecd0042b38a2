"""The charts of `rkdg plot`."""

from __future__ import annotations

import csv
import json
import os
import re

import matplotlib

matplotlib.use("Agg")  # no screen is needed
import numpy as np  # noqa: E402
import rkdg_fields  # noqa: E402
import rkdg_planes  # noqa: E402
import rkdg_views  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from rkdg_fields import reading  # noqa: E402

# Okabe and Ito's colours, which the colour-blind tell apart, without the yellow that is hard to see on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
STYLE = {"font.size": 9, "legend.frameon": False, "axes.grid": True, "grid.color": "0.88", "grid.linewidth": 0.6,
         "axes.axisbelow": True, "lines.linewidth": 1.2, "axes.prop_cycle": matplotlib.cycler(color=COLOURS)}  # fmt: skip
SIGNED = ("vorticity", "uv_fluctuation")  # drawn about zero


def table(path, needed):
    """The columns of a CSV file: numbers, or texts where one is none. Those that are needed must be there."""
    with reading(path), open(path, newline="", encoding="utf-8", errors="replace") as file:
        rows = list(csv.reader(file))
        columns = {}
        for k, name in enumerate(rows[0] if rows else []):
            cells = [row[k] for row in rows[1:] if len(row) == len(rows[0])]
            try:
                columns[name] = np.array([float(cell) for cell in cells])
            except ValueError:
                columns[name] = np.array(cells)
    for name in needed:
        if name not in columns:
            raise ValueError(f"{path}: is no such table of rkdg: it has no column '{name}'")
        if name != "boundary" and columns[name].dtype.kind != "f":
            raise ValueError(f"{path}: column '{name}' holds what is no number")
    return columns


def abscissa(columns):
    """What histories run over: time, or where there is none, steps."""
    time = columns["time"]
    return ("time", time) if len(time) > 1 and time[-1] > time[0] else ("step", columns["step"])


def figure(rows=1, height=3.2, columns=1, layout="constrained", **options):
    drawing = Figure(figsize=(6.4, height * rows), layout=layout)
    return drawing, np.array(drawing.subplots(rows, columns, squeeze=columns == 1, **options)).reshape(-1)


class Plotter:
    """Writes charts into a folder, and remembers which."""

    def __init__(self, run, arguments):
        self.run, self.arguments, self.written = run, arguments, []
        self.window = None  # what of a field is shown; all
        self.output = arguments.output or run
        self.output.mkdir(parents=True, exist_ok=True)

    def save(self, drawing, name):
        path, kind = self.output / f"{name}.{self.arguments.format}", self.arguments.format
        temporary = path.with_name(f"{path.stem}.rkdg-tmp{os.getpid()}{path.suffix}")
        try:
            drawing.savefig(temporary, dpi=self.arguments.dpi, format=kind)
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        self.written.append(path)

    def moment(self, time):
        """When fields were written. Files of a steady run, whose time stands still, have steps in place of times."""
        if time <= 0:
            return ""
        history = self.run / "history.csv"
        steady = history.is_file() and not np.any(table(history, ("step", "time"))["time"] > 0)
        return f" at {'step' if steady else 'time'} {time:.6g}"

    def residuals(self, path):
        columns = table(path, ("step", "time", "residual"))
        if len(columns["step"]) < 2:
            return
        drawing, (axes,) = figure()
        name, x = abscissa(columns)
        axes.semilogy(x, columns["residual"], color="0.2", linewidth=1.8, label="largest, scaled")
        for field in [key for key in columns if key.startswith("residual_")]:
            axes.semilogy(x, columns[field], label=field.removeprefix("residual_"))
        axes.set(xlabel=name, ylabel="norm of dU/dt")
        axes.legend(ncols=3)
        self.save(drawing, "residuals")

    def lattice_history(self, path):
        columns = table(path, ("step", "time", "kinetic_energy", "change"))
        if len(columns["step"]) < 2:
            return
        drawing, axes = figure(2, 2.2, sharex=True)
        name, x = abscissa(columns)
        axes[0].plot(x, columns["kinetic_energy"])
        axes[0].set_ylabel("mean kinetic energy")
        axes[1].semilogy(x, columns["change"])
        axes[1].set(xlabel=name, ylabel="change a unit of time")
        self.save(drawing, "history")

    def centre_lines(self, paths):
        drawing, axes = figure(len(paths), 2.2)
        for path, ax in zip(paths, axes):
            axis = path.stem[-1]
            columns = table(path, (axis, "u", "v", "w"))
            for name in "uvw":
                ax.plot(columns[axis], columns[name], label=name)
            ax.set(xlabel=axis, ylabel="velocity")
        axes[0].legend(ncols=3)
        self.save(drawing, "lines")

    def forces(self, path):
        columns = table(path, ("step", "time", "boundary", "cd", "cl"))
        if len(columns["step"]) == 0:
            return
        keys = [key for key in ("cd", "cl", "cz") if key in columns]
        drawing, axes = figure(len(keys), 2.2, sharex=True)
        for name in dict.fromkeys(columns["boundary"]):
            chosen = columns["boundary"] == name
            label, x = abscissa({key: columns[key][chosen] for key in ("time", "step")})
            for ax, key in zip(axes, keys):
                ax.plot(x, columns[key][chosen], label=name)
                ax.set_ylabel(f"$c_{key[1]}$")
        show_settled(axes)
        axes[-1].set_xlabel(label)
        if len(set(columns["boundary"])) > 1:
            axes[0].legend()
        self.save(drawing, "forces")

    def errors(self, path):
        columns = table(path, ("step", "time", "l2_rho"))
        if len(columns["step"]) < 2:
            return
        drawing, (axes,) = figure()
        name, x = abscissa(columns)
        for field in [key for key in columns if key.startswith("l2_")]:
            axes.semilogy(x, columns[field], label=field.removeprefix("l2_"))
        axes.set(xlabel=name, ylabel="L2 norm of the error")
        axes.legend(ncols=2)
        self.save(drawing, "errors")

    def surface(self, path):
        columns = table(path, ("x", "y", "nx", "ny"))
        values = surface_values(path, columns)
        if "z" in columns:
            return self.surface_in_space(path, columns, values)
        drawing, axes = figure(len(values), 2.4 if len(values) == 2 else 3.2, sharex=True)
        # Upper and lower sides, told apart by the normal out of the fluid, each in the order of x.
        upper = columns["ny"] <= 0
        for side, colour, label in ((upper, COLOURS[0], "above"), (~upper, COLOURS[1], "below")):
            order = np.flatnonzero(side)[np.argsort(columns["x"][side], kind="stable")]
            for ax, (key, value) in zip(axes, values.items()):
                ax.plot(columns["x"][order], value[order], ".", color=colour, markersize=3, label=label)
                ax.set_ylabel(f"$c_{key[1]}$")
        axes[0].invert_yaxis()
        axes[0].legend()
        axes[-1].set_xlabel("x")
        return self.save(drawing, path.stem)

    def surface_in_space(self, path, columns, values):
        """Seen along the axis of its shortest extent, from both sides if it has two."""
        extents = [np.ptp(columns[axis]) if columns[axis].size else 0.0 for axis in "xyz"]
        across = int(np.argmin(extents))
        a, b = (axis for k, axis in enumerate("xyz") if k != across)
        # The normal leads out of the fluid, into the body.
        normal = columns["n" + "xyz"[across]]
        sides = [(f"seen from {sign}{'xyz'[across]}", chosen)
                 for sign, chosen in (("+", normal <= 0), ("-", normal > 0)) if chosen.any()]  # fmt: skip
        if not sides:
            return
        drawing, axes = figure(len(values), 3.2, len(sides), "compressed", sharex=True, sharey=True)
        for row, (key, value) in zip(axes.reshape(len(values), -1), values.items()):
            low, high = limits(value, False)
            for ax, (label, chosen) in zip(row, sides):
                size = np.clip((180 / np.sqrt(chosen.sum())) ** 2, 3, 300)  # so that the squares about meet
                dots = ax.scatter(columns[a][chosen], columns[b][chosen], c=value[chosen], s=size, marker="s", vmin=low,
                                  vmax=high, cmap="viridis", linewidths=0)  # fmt: skip
                ax.set(title=label, xlabel=a, ylabel=b, aspect="equal")
                ax.grid(False)
            drawing.colorbar(dots, ax=row, label=f"$c_{key[1]}$", shrink=0.9)
        self.save(drawing, path.stem)

    def field(self, path):
        file = rkdg_fields.open_fields(path)
        name = self.arguments.field or file.default()
        self.window = rkdg_views.window_of(file, self.arguments.window)
        picture = rkdg_planes.picture_of(file, name, self.window, self.arguments.plane)
        drawing = self.frame(picture)
        self.paint(drawing, picture, name, self.arguments.range or limits(picture.values, name in SIGNED), self.moment(file.time()))
        self.save(drawing, "field_" + re.sub(r"[^\w.-]", "_", name))

    def frame(self, picture):
        """An empty figure of the shape of a picture of a field."""
        x0, x1, y0, y1 = self.window or picture.box()
        return Figure(figsize=(6.4, min(9.0, max(2.0, 5.6 * (y1 - y0) / (x1 - x0) + 0.6))), layout="constrained")

    def paint(self, drawing, picture, name, ends, moment):
        """Paints a field between the values at the ends of its colours."""
        x0, x1, y0, y1 = self.window or picture.box()
        axes = drawing.subplots()
        colours = picture.paint(axes, vmin=ends[0], vmax=ends[1], rasterized=True,
                                cmap="RdBu_r" if name in SIGNED else "viridis")  # fmt: skip
        axes.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", xlabel=picture.axes[0], ylabel=picture.axes[1],
                 title=picture.title)  # fmt: skip
        axes.grid(False)
        drawing.colorbar(colours, label=name + moment, shrink=0.9, extend="both")


def show_settled(axes):
    """Leaves the start of each series outside where it would take the axis from the rest."""
    for ax in axes:
        ends = rkdg_views.settled_limits([line.get_data() for line in ax.get_lines()])
        if ends is not None:
            ax.set_ylim(*ends)


def surface_values(path, columns):
    """Pressure and friction by their names; friction only where there is any."""
    values = {}
    for key in ("cp", "cf"):
        name = next((name for name in (key, f"{key}_mean") if name in columns), None)
        vector = [columns[f"cf{axis}{end}"] for axis in "xyz" for end in ("", "_mean") if f"cf{axis}{end}" in columns]
        if name is not None:
            values[key] = columns[name]
        elif key == "cf" and vector:
            values[key] = np.sqrt(sum(component**2 for component in vector))
    if "cp" not in values:
        raise ValueError(f"{path}: is no surface of rkdg: it has no column 'cp'")
    if "cf" in values and not np.any(values["cf"]):
        del values["cf"]
    return values


def limits(values, signed):
    """Where most values lie: single points, as at a sharp edge, do not take the colours from all others."""
    values = values[np.isfinite(values)]
    if values.size == 0:
        raise ValueError("the field has no finite value there")
    low, high = np.percentile(values, (0.5, 99.5))
    if signed:
        high = max(abs(low), abs(high))
        low = -high
    margin = 1e-12 * max(1.0, abs(low))
    return (low, high) if high > low else (low - margin, low + margin)


def is_lattice(run):
    path = run / "summary.json"
    if not path.exists():
        raise ValueError(f"{run}: is no folder of a run: it has no summary.json")
    with reading(path):
        summary = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    if not isinstance(summary, dict) or "rkdg" not in summary:
        raise ValueError(f"{path}: is not a summary of rkdg, so that {run} is no folder of a run")
    return summary.get("method") == "lattice-boltzmann"


def field_file(run):
    """The last field file of a run, or nothing."""
    for pattern in ("fields_*.vtu", "fields_*.vti", "fields.vtkhdf"):
        files = sorted(run.glob(pattern))
        if files:
            return files[-1]
    return None


def draw(arguments):
    run = arguments.runs[0]
    lattice = is_lattice(run)
    plotter = Plotter(run, arguments)
    charts = {"history.csv": plotter.lattice_history if lattice else plotter.residuals,
              "forces.csv": plotter.forces, "errors.csv": plotter.errors}  # fmt: skip
    with matplotlib.rc_context(STYLE):
        for name, chart in charts.items():
            if (run / name).exists():
                chart(run / name)
        lines = [run / f"line_{axis}.csv" for axis in "xyz" if lattice and (run / f"line_{axis}.csv").exists()]
        if lines:
            plotter.centre_lines(lines)
        for path in sorted(run.glob("surface_*.csv")):
            if not re.search(r"_\d{9}\.csv$", path.name):
                plotter.surface(path)
        file = arguments.file or field_file(run)
        if file is not None:
            plotter.field(file)
    if not plotter.written:
        raise ValueError(f"{run}: holds nothing to draw")
    return plotter.written
