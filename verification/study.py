"""What the checks of the cases share: running rkdg, and judging orders and values."""

import json
import math
import subprocess
import tempfile
from pathlib import Path


class Judge:
    """Prints one line for each thing that is judged, and remembers whether all of them held."""

    def __init__(self):
        self.failures = 0

    def within(self, what, value, low, high):
        holds = low <= value <= high  # false for NaN
        self.failures += not holds
        wanted = f"at least {low:.4g}" if high == math.inf else f"{low:.4g} to {high:.4g}"
        print(f"  {'ok  ' if holds else 'FAIL'}  {what}: {value:.4g} (wanted: {wanted})", flush=True)

    def at_least(self, what, value, low):
        self.within(what, value, low, math.inf)


def converge(rkdg, case, degrees, levels, *settings):
    """Rows of `rkdg converge` as dictionaries."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.json"
        command = [rkdg, "converge", case, "--degrees", ",".join(map(str, degrees)), "--levels", levels, "--json", table]
        for setting in settings:
            command += ["--set", setting]
        subprocess.run([str(word) for word in command], check=True)
        return json.loads(table.read_text())["rows"]


def run(rkdg, case, *arguments):
    """summary.json of `rkdg run` as a dictionary."""
    with tempfile.TemporaryDirectory() as folder:
        command = [rkdg, "run", case, "--output", folder, *arguments]
        subprocess.run([str(word) for word in command], check=True)
        return json.loads((Path(folder) / "summary.json").read_text())


def finest(rows, degree):
    """The row of the finest mesh, whose order is that of the finest pair."""
    return max((row for row in rows if row["degree"] == degree), key=lambda row: row["level"])
