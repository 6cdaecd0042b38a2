"""What a run has left in its folder."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from .errors import InputError


class Run:
    """The files of a run. Tables are those of the .csv files: a pandas.DataFrame where pandas is installed, else a dict of arrays
    by the names of columns."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.summary: dict[str, Any] = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        """summary.json."""

    @property
    def history(self) -> Any:
        """Residuals and totals over time."""
        return self._table("history.csv")

    @property
    def forces(self) -> Any:
        """Force coefficients over time, of all boundaries; the column `boundary` says which."""
        return self._table("forces.csv")

    @property
    def probes(self) -> Any:
        """Values at probes over time, with the coordinates of each."""
        return self._table("probes.csv")

    @property
    def errors(self) -> Any:
        """Errors against the exact solution."""
        return self._table("errors.csv")

    @property
    def tables(self) -> list[str]:
        """The names of all tables there are, for `table()`."""
        return sorted(path.stem for path in self.folder.glob("*.csv"))

    def table(self, name: str) -> Any:
        """A table by name, as "surface_wall"."""
        return self._table(f"{name}.csv")

    @property
    def fields(self) -> list[Path]:
        """The files of fields, in the order of time."""
        return sorted(self.folder.glob("fields_*.vtu")) or sorted(self.folder.glob("fields.vtkhdf"))

    @property
    def checkpoint(self) -> Path | None:
        """The last checkpoint."""
        path = self.folder / "checkpoint.h5"
        return path if path.exists() else None

    def _table(self, name: str) -> Any:
        path = self.folder / name
        if not path.exists():
            there = ", ".join(self.tables) or "none"
            raise InputError(f"{path}: the run has not written this table; there are: {there}")
        columns = _columns(path)
        try:
            import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
        except ImportError:
            return columns
        return pandas.DataFrame(columns)

    def __repr__(self) -> str:
        return f"<rkdg.Run in {str(self.folder)!r}, {self.summary.get('status', 'unknown')}>"


def _columns(path: Path) -> dict[str, Any]:
    """Numbers where all of a column are, else text."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    if not rows:
        raise InputError(f"{path}: is empty; it should begin with the names of its columns")
    columns: dict[str, Any] = {}
    for i, name in enumerate(rows[0]):
        cells = [row[i] for row in rows[1:] if len(row) == len(rows[0])]
        try:
            columns[name] = np.array([float(cell) for cell in cells])
        except ValueError:
            columns[name] = np.array(cells)
    return columns


def read_run(folder: str | os.PathLike[str]) -> Run:
    """Reads what `rkdg run` has left in a folder. Raises InputError if there is no run."""
    path = Path(folder)
    if not (path / "summary.json").exists():
        raise InputError(f"{path}: holds no summary.json; name the folder of a run")
    return Run(path)
