"""Values at points, with their names and places, for other programs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import InputError
from .vtk_files import optional_module, write_vtkhdf, write_vtu

Array = npt.NDArray[np.float64]

# Numbers of VTK for the cells between points: a point alone, a line, a quadrilateral, a hexahedron.
_VTK_CELLS = {0: 1, 1: 3, 2: 9, 3: 12}


class Sample(tuple[Array, ...]):
    """Values at points, one array for each name: what `Simulation.sample` returns for several names. Unpack it as a tuple, or use
    names: `sample["rho"]`.

    Points of shape (points, dim) are single points. Those of shape (n, m, dim) or (n, m, l, dim) are a grid, whose last index of
    points runs fastest; a grid keeps its neighbours in files.
    """

    points: Array
    """Places, shape (..., dim)."""
    names: tuple[str, ...]
    """Names of the arrays."""
    time: float
    """Time of these values."""

    def __new__(cls, points: npt.ArrayLike, values: Mapping[str, npt.ArrayLike], time: float = 0.0) -> Sample:
        """values: by name, arrays of the shape of the points, or one axis of components longer; so that results of your own,
        such as modes of a decomposition, can be written likewise."""
        places = np.asarray(points, dtype=np.float64)
        if places.ndim < 2 or places.shape[-1] not in (2, 3) or places.ndim > 4:
            raise InputError(f"Sample: points have shape {places.shape}; it must be (points, dim), or that of a grid, (n, m, dim)")
        arrays = {name: np.asarray(array, dtype=np.float64) for name, array in values.items()}
        for name, array in arrays.items():
            if array.shape[: places.ndim - 1] != places.shape[:-1] or array.ndim > places.ndim:
                raise InputError(f"Sample: '{name}' has shape {array.shape}; it must begin with that of the points, {places.shape[:-1]}")
        made = super().__new__(cls, arrays.values())
        made.points, made.names, made.time = places, tuple(arrays), float(time)
        return made

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return super().__getitem__(key)
        if key not in self.names:
            raise InputError(f"Sample: there is no '{key}'; there are: {', '.join(self.names)}")
        return super().__getitem__(self.names.index(key))

    def __repr__(self) -> str:
        return f"<rkdg.Sample of {', '.join(self.names)} at {self._count} points, time {self.time:g}>"

    @property
    def _count(self) -> int:
        return int(np.prod(self.points.shape[:-1]))

    def to_xarray(self) -> Any:
        """An xarray.Dataset: dimensions `point`, or `i`, `j`, `k` of a grid, and `component` of vectors; coordinates x, y, z; the
        time is an attribute. Needs xarray."""
        xarray: Any = optional_module("xarray", "to_xarray")
        shape = ("point",) if self.points.ndim == 2 else ("i", "j", "k")[: self.points.ndim - 1]
        places = {axis: (shape, self.points[..., i]) for i, axis in enumerate("xyz"[: self.points.shape[-1]])}
        values = {name: (shape if array.ndim == len(shape) else (*shape, "component"), array)
                  for name, array in zip(self.names, self)}  # fmt: skip
        return xarray.Dataset(values, coords=places, attrs={"time": self.time})

    def to_pyvista(self) -> Any:
        """A pyvista.UnstructuredGrid of points, or of the cells between the points of a grid. Vectors have three components.
        Needs PyVista."""
        pyvista: Any = optional_module("pyvista", "to_pyvista")
        cells, kind = self._cells()
        words = np.column_stack([np.full(len(cells), cells.shape[1]), cells]).reshape(-1)
        grid = pyvista.UnstructuredGrid(words, np.full(len(cells), kind, dtype=np.uint8), _with_z(self._flat(self.points)))
        for name, array in zip(self.names, self):
            grid.point_data[name] = self._values(array)
        grid.field_data["TimeValue"] = [self.time]
        return grid

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file .vtu or .vtkhdf for ParaView, of points or of the cells between the points of a grid. The latter needs
        h5py; that of pip brings an HDF5 of its own, and must be imported before rkdg."""
        name = os.fspath(path)
        cells, kind = self._cells()
        arrays = {key: self._values(array) for key, array in zip(self.names, self)}
        if name.endswith(".vtu"):
            write_vtu(name, _with_z(self._flat(self.points)), cells, kind, arrays, self.time)
        elif name.endswith(".vtkhdf"):
            write_vtkhdf(name, _with_z(self._flat(self.points)), cells, kind, arrays, self.time)
        else:
            raise InputError(f"save: '{name}' must end in .vtu or .vtkhdf")

    def _flat(self, array: Array) -> Array:
        return array.reshape(self._count, *array.shape[self.points.ndim - 1 :])

    def _values(self, array: Array) -> Array:
        flat = self._flat(array)
        return _with_z(flat) if flat.ndim == 2 and flat.shape[1] == 2 else flat

    def _cells(self) -> tuple[npt.NDArray[np.int64], int]:
        """Numbers of the points of each cell, in the order of VTK, and what VTK calls such a cell."""
        shape = self.points.shape[:-1]
        numbers = np.arange(self._count, dtype=np.int64).reshape(shape)
        longer = [axis for axis, n in enumerate(shape) if n > 1] if len(shape) > 1 else []
        if not longer:
            return numbers.reshape(-1, 1), _VTK_CELLS[0]
        numbers = numbers.reshape([shape[axis] for axis in longer])
        corners: list[npt.NDArray[np.int64]] = [numbers]
        for axis in range(len(longer)):
            begin = [np.take(c, range(c.shape[axis] - 1), axis) for c in corners]
            end = [np.take(c, range(1, c.shape[axis]), axis) for c in corners]
            # Along the second axis VTK goes back: the corners of a quadrilateral are met one after the other.
            corners = begin + (end[::-1] if axis == 1 else end)
        return np.column_stack([c.reshape(-1) for c in corners]), _VTK_CELLS[len(longer)]


def _with_z(array: Array) -> Array:
    """Three components, the last 0 in 2-D."""
    if array.shape[1] == 3:
        return array
    return np.column_stack([array, np.zeros(len(array))])


def places(points: npt.ArrayLike, dim: int) -> tuple[Array, Sequence[int]]:
    """Points in one row each, and the shape that they had without their coordinates."""
    array = np.ascontiguousarray(points, dtype=np.float64)
    if array.ndim < 2 or array.ndim > 4 or array.shape[-1] != dim:
        raise InputError(f"sample: points have shape {array.shape}; it must be (points, {dim}), or that of a grid, (n, m, {dim})")
    return array.reshape(-1, dim), array.shape[:-1]
