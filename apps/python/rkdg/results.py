"""Results of a run in its folder."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import InputError
from .vtk_files import optional_module


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
    def probe_points(self) -> npt.NDArray[np.float64]:
        """Coordinates of the probes, shape (probes, dim), in the order of their numbers."""
        columns = self._columns("probes.csv")
        first = np.unique(columns["probe"], return_index=True)[1]
        return np.column_stack([columns[axis][first] for axis in "xyz" if axis in columns])

    @property
    def errors(self) -> Any:
        """Errors against the exact solution."""
        return self._table("errors.csv")

    @property
    def tables(self) -> list[str]:
        """The names of all tables, for `table()`."""
        return sorted(path.stem for path in self.folder.glob("*.csv"))

    def table(self, name: str) -> Any:
        """A table by name, such as "surface_wall"."""
        return self._table(f"{name}.csv")

    def to_xarray(self, name: str = "history") -> Any:
        """A table as an xarray.Dataset over `time`, or over `step` where there is no time. "probes" has a second dimension
        `probe` with coordinates x, y, z; "forces" and others with a column of text have one named by that column. A surface or
        other table without time has the one dimension `row`. Needs xarray."""
        xarray = optional_module("xarray", "to_xarray")
        columns = self._columns(f"{name}.csv")
        along = next((key for key in ("time", "step") if key in columns), None)
        if along is None:
            return xarray.Dataset({key: ("row", array) for key, array in columns.items()})
        across = next((key for key in ("probe", "boundary") if key in columns), None)
        if across is None:
            return xarray.Dataset({key: (along, array) for key, array in columns.items() if key != along}, coords={along: columns[along]})
        rows, row = np.unique(columns[along], return_inverse=True)
        cells, cell = np.unique(columns[across], return_inverse=True)
        first = np.unique(columns[across], return_index=True)[1]
        coords: dict[str, Any] = {along: rows, across: cells.astype(np.int64) if across == "probe" else cells}
        coords |= {axis: (across, columns[axis][first]) for axis in "xyz" if axis in columns}
        values = {}
        for key in columns.keys() - coords.keys():
            if key == "step":
                coords[key] = (along, columns[key][np.unique(columns[along], return_index=True)[1]])
                continue
            grid = np.full((len(rows), len(cells)), np.nan)
            grid[row, cell] = columns[key]
            values[key] = ((along, across), grid)
        return xarray.Dataset({key: values[key] for key in columns if key in values}, coords=coords)

    def to_pyvista(self, number: int = -1) -> Any:
        """The field file of this number, the last by default, as PyVista reads it. Needs PyVista."""
        pyvista = optional_module("pyvista", "to_pyvista")
        files = self.fields
        if not -len(files) <= number < len(files):
            raise InputError(f"{self.folder}: there is no field file {number}; there are {len(files)}")
        return pyvista.read(files[number])

    @property
    def fields(self) -> list[Path]:
        """The files of fields, in the order of time."""
        return sorted(self.folder.glob("fields_*.vtu")) or sorted(self.folder.glob("fields.vtkhdf"))

    @property
    def checkpoint(self) -> Path | None:
        """The last checkpoint."""
        path = self.folder / "checkpoint.h5"
        return path if path.exists() else None

    def _columns(self, name: str) -> dict[str, Any]:
        path = self.folder / name
        if not path.exists():
            there = ", ".join(self.tables) or "none"
            raise InputError(f"{path}: the run has not written this table; there are: {there}")
        return _columns(path)

    def _table(self, name: str) -> Any:
        columns = self._columns(name)
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
    """Reads the results of `rkdg run` in a folder. Raises InputError if there is no run."""
    path = Path(folder)
    if not (path / "summary.json").exists():
        raise InputError(f"{path}: holds no summary.json; name the folder of a run")
    return Run(path)
