"""Errors of velocity, pressure and temperature of a run with an exact solution, from its case file and its last field file."""

import configparser
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cylinder"))

from vtu import Vtu  # noqa: E402: needs the path above

FIELDS = ("u", "v", "p", "T")


class Exact:
    """The formulas of [exact], with those of [expressions]; `settings` replace entries of the case file as `--set` does."""

    def __init__(self, case, settings=()):
        file = configparser.ConfigParser(inline_comment_prefixes=("#", ";"), interpolation=None)
        file.optionxform = str
        with open(case) as text:
            file.read_file(text)
        for setting in settings:
            place, _, value = setting.partition("=")
            section, _, key = place.rpartition(".")
            if not file.has_section(section):
                file.add_section(section)
            file[section][key] = value
        self._names = {"pi": math.pi, "sin": math.sin, "cos": math.cos, "exp": math.exp, "sqrt": math.sqrt}
        self._names["gamma"] = file.getfloat("gas", "gamma", fallback=1.4)
        self._names["prandtl"] = file.getfloat("gas", "prandtl", fallback=0.72)
        formulas = list(file["expressions"].items()) if file.has_section("expressions") else []
        self._formulas = [(name, self._compile(text)) for name, text in formulas]
        self._fields = [self._compile(file["exact"][name]) for name in ("rho", "u", "v", "p")]

    @staticmethod
    def _compile(text):
        return compile(text.replace("^", "**"), text, "eval")

    def __call__(self, x, y):
        """u, v, p, T at a point; T = gamma p / rho."""
        names = {**self._names, "x": x, "y": y}
        for name, formula in self._formulas:
            names[name] = eval(formula, {"__builtins__": {}}, names)
        rho, u, v, p = (eval(field, {"__builtins__": {}}, names) for field in self._fields)
        return u, v, p, names["gamma"] * p / rho


def deviations(exact, folder):
    """Of each cell its area, the places of its points, and [point][field] what the run deviates there."""
    file = Vtu(max(Path(folder).glob("fields_*.vtu"), key=lambda path: path.stem))
    places, velocity, pressure, temperature = file.points(), file.array("velocity"), file.array("pressure"), file.array("temperature")
    size = len(velocity) // len(places)
    for kind, points in file.cells():
        corners = [places[i] for i in points[: 3 if kind in (5, 69) else 4]]
        area = 0.5 * abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1])))
        off = []
        for i in points:
            found = velocity[size * i], velocity[size * i + 1], pressure[i], temperature[i]
            off.append([value - wanted for value, wanted in zip(found, exact(*places[i]))])
        yield area, [places[i] for i in points], off


def errors(exact, folder):
    """Root of the mean square over the points of each cell, cells weighted by their area."""
    total, squares = 0.0, [0.0] * len(FIELDS)
    for area, _, off in deviations(exact, folder):
        total += area
        for k in range(len(FIELDS)):
            squares[k] += area * sum(values[k] ** 2 for values in off) / len(off)
    return {name: math.sqrt(square / total) for name, square in zip(FIELDS, squares)}
