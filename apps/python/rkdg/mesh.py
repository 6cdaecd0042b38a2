"""Meshes: from files, generators, arrays and meshio."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import CaseWarning, InputError, translated

# The cells of which a boundary is made, by dimension and number of points.
_FACES = {(2, 2): "line", (2, 3): "line3", (3, 3): "triangle", (3, 4): "quad"}
_DIMENSIONS = {"vertex": 0, "line": 1, "line3": 1, "triangle": 2, "triangle6": 2, "quad": 2, "quad9": 2}


class Mesh:
    """A checked mesh: its faces are known, and its cells have positive orientation."""

    def __init__(self, core: _core.MeshHolder) -> None:
        self._core = core

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Mesh:
        """Reads a mesh of Gmsh (.msh), SU2, CGNS or rkdg (.h5)."""
        with translated():
            core, notes = _core.read_mesh(os.fspath(path))
        return cls._noted(core, notes)

    @classmethod
    def generate(cls, name: str, level: int = 0, **parameters: Any) -> Mesh:
        """Makes a parametric mesh; `Mesh.generators()` lists the generators."""
        with translated():
            return cls(_core.generate_mesh(name, level, {key: str(value) for key, value in parameters.items()}))

    @staticmethod
    def generators() -> dict[str, str]:
        """The generators and their parameters."""
        return dict(_core.mesh_generators())

    @classmethod
    def from_arrays(
        cls,
        points: npt.ArrayLike,
        cells: Mapping[str, npt.ArrayLike],
        boundaries: Mapping[str, npt.ArrayLike | Sequence[npt.ArrayLike]],
    ) -> Mesh:
        """A mesh made of arrays.

        points: shape (points, 2) or (points, 3), coordinates.
        cells: for each kind of cell ("triangle", "quad", "tetra", "wedge", "hexahedron", "pyramid", and with curved sides
            "triangle6", "quad9") the numbers of its points, shape (cells, points of a cell), in the order of VTK.
        boundaries: for each name the numbers of the points of its faces, shape (faces, points of a face); a list of such arrays
            where faces have three and four points.
        """
        coordinates = np.ascontiguousarray(points, dtype=np.float64)
        if coordinates.ndim != 2 or coordinates.shape[1] not in (2, 3):
            raise InputError(f"Mesh: 'points' has shape {coordinates.shape}; it must be (points, 2) or (points, 3)")
        blocks: list[tuple[str, npt.NDArray[np.int64], str]] = []
        for kind, numbers in cells.items():
            blocks.append((kind, _numbers(numbers, f"cells '{kind}'"), ""))
        for name, faces in boundaries.items():
            if not name:
                raise InputError("Mesh: a boundary has an empty name")
            for numbers in _arrays(faces):
                array = _numbers(numbers, f"boundary '{name}'")
                if len(array) == 0:
                    continue
                kind_of_face = _FACES.get((coordinates.shape[1], array.shape[1]))
                if kind_of_face is None:
                    raise InputError(f"Mesh: boundary '{name}' has faces of {array.shape[1]} points; "
                                     f"in {coordinates.shape[1]} dimensions there are none")
                blocks.append((kind_of_face, array, name))
        with translated():
            core, notes = _core.mesh_from_arrays(coordinates, blocks)
        return cls._noted(core, notes)

    @classmethod
    def from_meshio(cls, mesh: Any) -> Mesh:
        """Converts a meshio.Mesh. Its cell sets name the boundaries, or else its physical groups."""
        dim = max((_DIMENSIONS.get(block.type, 3) for block in mesh.cells), default=0)
        if dim < 2:
            raise InputError("Mesh: the mesh of meshio has no cells")
        points = np.asarray(mesh.points, dtype=np.float64)[:, :dim]
        cells: dict[str, list[Any]] = {}
        boundaries: dict[str, list[Any]] = {}
        for number, block in enumerate(mesh.cells):
            of_block = _DIMENSIONS.get(block.type, 3)
            if of_block == dim:
                cells.setdefault(block.type, []).append(block.data)
            elif of_block == dim - 1:
                for name, which in _groups_of_block(mesh, number, dim - 1).items():
                    boundaries.setdefault(name, []).append(block.data[which])
        return cls.from_arrays(points, {kind: np.concatenate(data) for kind, data in cells.items()}, boundaries)

    @classmethod
    def _noted(cls, core: _core.MeshHolder, notes: Iterable[str]) -> Mesh:
        for note in notes:
            warnings.warn(note, CaseWarning, stacklevel=3)
        return cls(core)

    def order(self, method: str, start: str | Sequence[str] = (), seed: int = 1) -> Mesh:
        """The mesh with its cells and faces in another order.

        method: "layers", "tiled-layers", "rcm", "hilbert", "metis" or "random".
        start: boundaries where layers begin.
        """
        starts = [start] if isinstance(start, str) else list(start)
        with translated():
            return Mesh(self._core.ordered(method, starts, seed))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes rkdg's own file (.h5) or one of Gmsh (.msh)."""
        with translated():
            self._core.write(os.fspath(path))

    @property
    def dim(self) -> int:
        """2 or 3."""
        return self._core.dim

    @property
    def geometry_order(self) -> int:
        """1: straight cells."""
        return self._core.order

    @property
    def cell_count(self) -> int:
        return self._core.cell_count

    @property
    def face_count(self) -> int:
        return self._core.face_count

    @property
    def boundaries(self) -> dict[str, int]:
        """Names of the boundaries, and their numbers of faces."""
        return self._core.boundaries

    @property
    def points(self) -> npt.NDArray[np.float64]:
        """Coordinates of the points, shape (points, dim); a copy."""
        return self._core.points()

    @property
    def centroids(self) -> npt.NDArray[np.float64]:
        """Centres of mass of the cells, shape (cells, dim); a copy."""
        return self._core.centroids()

    @property
    def volumes(self) -> npt.NDArray[np.float64]:
        """Areas or volumes of the cells, shape (cells,); a copy."""
        return self._core.volumes()

    def __repr__(self) -> str:
        return f"<rkdg.Mesh of {self.cell_count} cells in {self.dim} dimensions, boundaries {', '.join(self.boundaries) or 'none'}>"


def _numbers(numbers: npt.ArrayLike, what: str) -> npt.NDArray[np.int64]:
    array = np.asarray(numbers)
    if array.ndim != 2 or (array.size and array.dtype.kind not in "iu"):
        raise InputError(f"Mesh: {what}: expected whole numbers of points in two axes, "
                         f"not {array.dtype} of shape {array.shape}")
    return np.ascontiguousarray(array, dtype=np.int64)


def _arrays(faces: Any) -> list[Any]:
    """One array of faces, or those of a list."""
    is_list = isinstance(faces, (list, tuple)) and len(faces) > 0 and np.ndim(faces[0]) == 2
    return list(faces) if is_list else [faces]


def _groups_of_block(mesh: Any, number: int, dim: int) -> dict[str, Any]:
    sets = getattr(mesh, "cell_sets", None) or {}
    groups = {name: which[number] for name, which in sets.items()
              if not name.startswith("gmsh:") and which[number] is not None and len(which[number]) > 0}
    if groups or "gmsh:physical" not in (mesh.cell_data or {}):
        return groups
    tags = np.asarray(mesh.cell_data["gmsh:physical"][number])
    names = {int(tag): name for name, (tag, of_dim) in (mesh.field_data or {}).items() if int(of_dim) == dim}
    return {names.get(int(tag), str(int(tag))): np.flatnonzero(tags == tag) for tag in np.unique(tags)}
