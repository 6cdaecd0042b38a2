"""Charts of what runs have left on disk, drawn by matplotlib as SVG.

Without matplotlib there are none, and MISSING says so.
"""

from __future__ import annotations

import io
import re
import sys
from dataclasses import dataclass

try:
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.ticker import LogLocator, NullLocator
except ImportError:
    matplotlib = None

MISSING = "" if matplotlib else f"No charts: {sys.executable} has no matplotlib (Debian's package python3-matplotlib)"

# Okabe and Ito's colours, which the colour-blind tell apart, without the yellow that is hard to see on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D")
STYLE = {
    "font.size": 8,
    "axes.titlesize": 9,
    "legend.frameon": False,
    "axes.grid": True,
    "grid.color": "0.88",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "lines.linewidth": 1.1,
    "lines.markersize": 3.5,
    "svg.fonttype": "none",  # text stays text
}


@dataclass
class Curve:
    """What was computed, as a coloured line or with line=False as dots, or its reference, in black."""

    label: str
    x: list
    y: list
    line: bool = True
    reference: bool = False
    marker: str = ""  # on a line, or in place of the dots
    colour: int | None = None  # number of the colour; else one after the other
    dashes: int | None = None


@dataclass
class Band:
    """Values from `low` to `high`, or the one value if they are equal, that a quantity should have; label "" for none."""

    label: str
    low: float
    high: float


def _svg(figure, name):
    """The figure as an element for a page; `name` makes its names differ from those of the page's other figures."""
    text = io.StringIO()
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": name}):
        figure.savefig(text, format="svg", dpi=200, bbox_inches="tight", pad_inches=0.05, metadata={"Date": None})
    element = text.getvalue()
    element = element[element.index("<svg") :]
    return re.sub(r' id="[A-Za-z]+_\d+"', "", element)  # nothing refers to these


def _axes(title, x_label, y_label, size=(6.2, 3.6)):
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left")
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    return figure, axes


def _round_numbers(axis):
    """Marks 1, 2, 5, 10, ... on a logarithmic axis that spans few powers of ten."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter("{x:g}")


def _legend(axes, **arguments):
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0, **arguments)


def chart(title, x_label, y_label, curves, log_x=False, log_y=False, flip_y=False, y_range=None, bands=()):
    """An <svg> element, of all values or those in a range; None without matplotlib."""
    if not matplotlib:
        return None
    with matplotlib.rc_context(STYLE):
        figure, axes = _axes(title, x_label, y_label)
        for band in bands:
            if band.high > band.low:
                axes.axhspan(band.low, band.high, color="0.85", linewidth=0, label=band.label)
            else:
                axes.axhline(band.low, color="0.5", label=band.label)
        computed, references = 0, 0
        for curve in curves:
            if curve.reference:
                colour, marker = "black", MARKERS[references % len(MARKERS)]
                dashes, references = DASHES[references % len(DASHES)], references + 1
            else:
                colour = COLOURS[(computed if curve.colour is None else curve.colour) % len(COLOURS)]
                dashes = DASHES[(computed if curve.dashes is None else curve.dashes) % len(DASHES)]
                marker, computed = ".", computed + 1
            # Open marks for references let what lies beneath be seen.
            axes.plot(curve.x, curve.y, color=colour, linestyle=dashes if curve.line else "none", label=curve.label,
                      marker=curve.marker or ("" if curve.line else marker),
                      markerfacecolor="none" if curve.reference else colour, markeredgewidth=0.7,
                      zorder=1.9 if curve.reference and curve.line else 2)  # fmt: skip
        axes.set_xscale("log" if log_x else "linear")
        axes.set_yscale("log" if log_y else "linear")
        if y_range:
            axes.set_ylim(*y_range)
        if flip_y:
            axes.invert_yaxis()
        _legend(axes)
    return _svg(figure, title)


def convergence(title, x_label, y_label, studies, floors=None):
    """An <svg> element of errors against mesh widths, beside dotted lines that fall with order p + 1.

    `studies`: {name: {degree: (widths, errors)}}; colours tell the degrees, dashes and marks the names. `floors`,
    of the same form, holds the least errors that there can be. None without matplotlib.
    """
    if not matplotlib:
        return None
    degrees = sorted({degree for study in studies.values() for degree in study})
    with matplotlib.rc_context(STYLE):
        figure, axes = _axes(title, x_label, y_label, size=(6.2, 4.4))
        handles = [Line2D([], [], color=COLOURS[k % len(COLOURS)], label=f"p = {p}") for k, p in enumerate(degrees)]
        for k, (name, study) in enumerate(studies.items()):
            dashes, marker = DASHES[k % len(DASHES)], MARKERS[k % len(MARKERS)]
            handles.append(Line2D([], [], color="0.3", linestyle=dashes, marker=marker, label=name))
            for degree, (widths, errors) in study.items():
                colour = COLOURS[degrees.index(degree) % len(COLOURS)]
                axes.plot(widths, errors, color=colour, linestyle=dashes, marker=marker)
        for degree in degrees:
            widths, errors = next(study[degree] for study in studies.values() if degree in study)
            finest = min(range(len(widths)), key=widths.__getitem__)
            slope = [0.5 * errors[finest] * (width / widths[finest]) ** (degree + 1) for width in widths]
            axes.plot(widths, slope, color="0.45", linestyle=":")
        handles.append(Line2D([], [], color="0.45", linestyle=":", label="order p + 1"))
        if floors:
            for study in floors.values():
                for widths, errors in study.values():
                    axes.plot(widths, errors, color="black", linestyle="none", marker="_", markersize=8)
            handles.append(Line2D([], [], color="black", linestyle="none", marker="_", markersize=8, label="least possible"))
        axes.set_xscale("log")
        axes.set_yscale("log")
        _round_numbers(axes.xaxis)
        _legend(axes, handles=handles)
    return _svg(figure, title)


def field(title, x_label, y_label, colour_label, window, points, triangles, values, clip):
    """An <svg> element with a picture of values, linear in each triangle, blue for -`clip` and red for `clip`.

    `points`: rows (x, y). None without matplotlib.
    """
    if not matplotlib:
        return None
    x_low, x_high, y_low, y_high = window
    with matplotlib.rc_context({**STYLE, "axes.grid": False}):
        figure, axes = _axes(title, x_label, y_label, size=(7.4, 3.2))
        axes.set_facecolor("0.3")
        x, y = zip(*points)
        image = axes.tripcolor(x, y, triangles, values, shading="gouraud", cmap="RdBu_r", vmin=-clip, vmax=clip,
                               rasterized=True)  # fmt: skip
        axes.set(xlim=(x_low, x_high), ylim=(y_low, y_high), aspect="equal")
        figure.colorbar(image, ax=axes, label=colour_label, extend="both", shrink=0.8)
    return _svg(figure, title)


def plane(title, x_label, y_label, colour_label, window, rows):
    """An <svg> element with a picture of the rows of values, from the lowest to the highest y; None without matplotlib."""
    if not matplotlib:
        return None
    with matplotlib.rc_context({**STYLE, "axes.grid": False}):
        figure, axes = _axes(title, x_label, y_label, size=(5.2, 4.2))
        image = axes.imshow(rows, origin="lower", extent=window, cmap="viridis", rasterized=True)
        figure.colorbar(image, ax=axes, label=colour_label, shrink=0.8)
    return _svg(figure, title)
