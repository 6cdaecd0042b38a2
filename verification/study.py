"""What the checks of the cases share: running rkdg, judging values by their references, and collecting pictures."""

from __future__ import annotations

import csv
import json
import math
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Verdict:
    """A value beside what it should be; `holds` is None where nothing is asked of it."""

    what: str
    value: float
    reference: str
    source: str
    tolerance: str
    holds: bool | None

    def text(self):
        return {True: "ok", False: "FAIL", None: "not judged"}[self.holds]


@dataclass
class Section:
    """The part of the report that belongs to one case."""

    name: str
    verdicts: list = field(default_factory=list)
    charts: list = field(default_factory=list)
    notes: list = field(default_factory=list)


class Judge:
    """Prints one line for each thing that is judged, and keeps them all for the report."""

    def __init__(self, output, data=None):
        self.output = output  # folder for the results of runs
        self.data = data  # folder of the user's reference files, or None
        self.sections = []

    @property
    def failures(self):
        return sum(verdict.holds is False for section in self.sections for verdict in section.verdicts)

    def begin(self, name):
        print(f"{name}:", flush=True)
        self.sections.append(Section(name))

    def _add(self, verdict, wanted):
        self.sections[-1].verdicts.append(verdict)
        mark = {True: "ok  ", False: "FAIL", None: "    "}[verdict.holds]
        print(f"  {mark}  {verdict.what}: {verdict.value:.5g}{wanted}", flush=True)

    def within(self, what, value, low, high, source=""):
        """`low` <= value <= `high`."""
        wanted = f"at least {low:.4g}" if high == math.inf else f"{low:.4g} to {high:.4g}"
        holds = low <= value <= high  # false for NaN
        self._add(Verdict(what, value, wanted, source, "", holds), f" (wanted: {wanted})")

    def at_least(self, what, value, low, source=""):
        self.within(what, value, low, math.inf, source)

    def near(self, what, value, reference, tolerance, source=""):
        """|value - reference| <= tolerance."""
        holds = abs(value - reference) <= tolerance
        verdict = Verdict(what, value, f"{reference:.5g}", source, f"{tolerance:.2g}", holds)
        self._add(verdict, f" (wanted: {reference:.5g} +- {tolerance:.2g})")

    def show(self, what, value, reference="", source=""):
        """A value that is not judged, beside its reference if there is one."""
        self._add(Verdict(what, value, reference, source, "", None), f" ({reference})" if reference else "")

    def note(self, text):
        self.sections[-1].notes.append(text)
        print(f"        {text}", flush=True)

    def fail(self, what):
        self.sections[-1].verdicts.append(Verdict(what, math.nan, "", "", "", False))
        print(f"  FAIL  {what}", flush=True)

    def draw(self, svg):
        """Takes a chart, or None where there is nothing to draw it with."""
        if svg is not None:
            self.sections[-1].charts.append(svg)

    def user_file(self, name):
        """Path of a reference file that the project does not contain; None, with a note, where it is absent."""
        if self.data is not None and (self.data / name).exists():
            return self.data / name
        missing = f"{self.data / name} is not there" if self.data else f"it needs {name} in the folder given by --data"
        self.note(f"skipped: {missing}")
        return None


def settings_of(settings):
    return [word for setting in settings for word in ("--set", setting)]


NOT_CONVERGED = 3  # exit status of `rkdg run`; whether that is a failure is for the check to judge


def call(command, accepted=(0,)):
    done = subprocess.run([str(word) for word in command], check=False)
    if done.returncode not in accepted:
        raise subprocess.CalledProcessError(done.returncode, done.args)


def shock_capturing(cells):
    """Settings of strong shocks on such cells, for cases that damp them: on simplices damping leaves noise behind a shock (docs/shocks.md)."""
    return ("space.shocks=viscosity", "time.cfl=0.9") if cells in ("triangles", "tetrahedra") else ()


def converge(rkdg, case, degrees, levels, *settings):
    """Rows of `rkdg converge` as dictionaries."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.json"
        call([rkdg, "converge", case, "--degrees", ",".join(map(str, degrees)), "--levels", levels, "--json", table]
             + settings_of(settings))  # fmt: skip
        return json.loads(table.read_text())["rows"]


def run(rkdg, case, folder, *settings, restart=None):
    """Runs a case into `folder`, from a checkpoint if there is one; summary.json as a dictionary."""
    start = [] if restart is None else ["--restart", restart]
    call([rkdg, "run", case, "--output", folder, *start, *settings_of(settings)], accepted=(0, NOT_CONVERGED))
    return json.loads((Path(folder) / "summary.json").read_text())


def table(path):
    """The rows of a CSV file as dictionaries; numbers where the text is one, lines that start with # ignored."""
    def value(text):
        try:
            return float(text)
        except ValueError:
            return text

    with open(path) as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [{key: value(text) for key, text in row.items()} for row in rows]


def spectrum_of(rkdg, folder):
    """E at whole wave numbers, {k: E}, of the checkpoint of a run."""
    call([rkdg, "spectrum", Path(folder) / "checkpoint.h5", "-o", Path(folder) / "spectrum.csv"])
    return {round(row["k"]): row["E"] for row in table(Path(folder) / "spectrum.csv")}


def finest(rows, degree):
    """The row of the finest mesh, whose order is that of the finest pair."""
    return max((row for row in rows if row["degree"] == degree), key=lambda row: row["level"])


def errors_of(rows, field="rho"):
    """A convergence study as {degree: (widths, errors)}."""
    curves = {}
    for row in rows:
        widths, errors = curves.setdefault(row["degree"], ([], []))
        widths.append(row["h"])
        errors.append(row["errors"]["l2"][field])
    return curves


WIDTH = "h = sqrt(area / cells), in lengths of the case"
WIDTH_3D = "h = (volume / cells)^(1/3), in lengths of the case"


WEIGHT_ADJUSTED = "space.mass_inverse=weight-adjusted"


def judge_curved(judge, name, degree, exact, adjusted):
    """Order of a study on curved cells, from its finest row, and that the weight-adjusted mass inverse changes nothing."""
    judge.at_least(f"{name}, order of rho", exact["order"]["rho"], degree + 0.7, "theory")
    ratio = adjusted["errors"]["l2"]["rho"] / exact["errors"]["l2"]["rho"]
    judge.near(f"{name}, error with the weight-adjusted over that with the exact mass inverse", ratio, 1.0, 0.01,
               "Chan, Hewett, Warburton, SIAM J. Sci. Comput. 39 (2017) A2395: they agree to higher order")  # fmt: skip
