"""Orders of cells and faces, and their effect on memory access: `rkdg reorder`, with arrays.

    mesh = rkdg.Mesh.generate("cylinder")
    cells, faces = rkdg.reorder.order(mesh, "layers", start="wall")
    rkdg.reorder.measure(mesh)["mean_distance"]

Functions take a `Mesh`, or a `Graph` made of your own arrays. `Mesh.order` returns the reordered mesh.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import InputError, translated
from .mesh import Mesh

Numbers = npt.NDArray[np.int64]


class Ordering(NamedTuple):
    """Item i of the new order is item cells[i], or faces[i], of the old one."""

    cells: Numbers
    """Shape (cells,)."""
    faces: Numbers
    """Shape (faces,)."""


class Graph:
    """Cells and the faces between them, on which orders depend."""

    def __init__(self, cells: int, faces: npt.ArrayLike, boundaries: Mapping[str, npt.ArrayLike] | None = None,
                 centroids: npt.ArrayLike | None = None) -> None:
        """
        cells: their number.
        faces: shape (faces, 2), the cells on both sides of each; the second is -1 on a boundary.
        boundaries: for each name the numbers of its faces, all of which have -1.
        centroids: shape (cells, dim), which "hilbert" needs.
        """
        sides = _numbers(faces, "faces")
        if sides.ndim != 2 or sides.shape[1] != 2:
            raise InputError(f"Graph: 'faces' has shape {sides.shape}; it must be (faces, 2)")
        names = list(boundaries or {})
        of_face = np.full(len(sides), -1, dtype=np.int64)
        for number, name in enumerate(names):
            numbers = _numbers((boundaries or {})[name], f"boundary '{name}'")
            if numbers.size and not 0 <= numbers.min() <= numbers.max() < len(sides):
                raise InputError(f"Graph: boundary '{name}' names a face that is not there; there are 0 to {len(sides) - 1}")
            of_face[numbers] = number
        places = np.zeros((cells, 0)) if centroids is None else np.ascontiguousarray(centroids, dtype=np.float64)
        if places.ndim != 2 or len(places) != cells:
            raise InputError(f"Graph: 'centroids' has shape {places.shape}; it must be ({cells}, dim)")
        with translated():
            self._core = _core.graph_of_arrays(cells, sides, of_face, names, places)

    @classmethod
    def of_mesh(cls, mesh: Mesh) -> Graph:
        """The graph of a mesh, with what its boundaries are connected by."""
        with translated():
            return cls._of_core(_core.graph_of_mesh(mesh._core))

    @classmethod
    def _of_core(cls, core: _core.CellGraph) -> Graph:
        graph = cls.__new__(cls)
        graph._core = core
        return graph

    @property
    def cell_count(self) -> int:
        return self._core.cell_count

    @property
    def faces(self) -> Numbers:
        """The cells on both sides of each face, shape (faces, 2); -1 on a boundary."""
        return self._core.faces()

    @property
    def boundaries(self) -> dict[str, Numbers]:
        """The numbers of the faces of each boundary."""
        of_face = self._core.boundaries()
        return {name: np.flatnonzero(of_face == number) for number, name in enumerate(self._core.names)}

    @property
    def centroids(self) -> npt.NDArray[np.float64]:
        """Shape (cells, dim); without columns if they are not known."""
        return self._core.centroids()

    def permuted(self, ordering: tuple[npt.ArrayLike, npt.ArrayLike]) -> Graph:
        """The graph with its cells and faces in this order."""
        cells, faces = ordering
        with translated():
            return Graph._of_core(_core.permuted_graph(self._core, _numbers(cells, "cells"), _numbers(faces, "faces")))


def order(of: Mesh | Graph, method: str = "layers", start: str | Sequence[str] = (), seed: int = 1) -> Ordering:
    """The order of a method: "layers", "tiled-layers", "rcm", "hilbert", "metis", "random" or "none".

    start: boundaries where layers begin; none: the one with the fewest faces.
    seed: of "random" and "metis".
    """
    with translated():
        return Ordering(*_core.order_graph(_graph(of), method, _names(start), seed))


def measure(of: Mesh | Graph, start: str | Sequence[str] = ()) -> dict[str, Any]:
    """Metrics of an order: bandwidth, mean distance of neighbours, segments of memory of a warp, hits in caches, layers and
    colours. They are those of the order of the graph; `report` has those of the order in which the solver stores the cells."""
    with translated():
        quality: dict[str, Any] = json.loads(_core.graph_quality(_graph(of), _names(start)))
    return quality


def report(mesh: Mesh, method: str = "layers", start: str | Sequence[str] = (), seed: int = 1, assembly: str = "gather",
           degree: int = 3) -> dict[str, Any]:  # fmt: skip
    """What `rkdg reorder --report` writes: the metrics before and after. Cells of a 2-D mesh are in the order in which the
    solver stores them with this assembly and degree."""
    with translated():
        text = _core.reorder_report(mesh._core, method, _names(start), seed, assembly, degree)
    content: dict[str, Any] = json.loads(text)
    return content


def colour(of: Mesh | Graph, rule: str = "greedy") -> Numbers:
    """The colour of each face, shape (faces,): no two faces of a colour share a cell.

    rule: "greedy", "balanced" or "few".
    """
    with translated():
        return _core.colours(_graph(of), rule)


def partition(of: Mesh | Graph, parts: int, weights: npt.ArrayLike | None = None, seed: int = 1) -> Numbers:
    """The part of each cell, shape (cells,), from 0 to parts - 1, with few faces between parts. By METIS.

    weights: whole numbers, the cost of each cell.
    """
    graph = _graph(of)
    costs = _numbers([] if weights is None else weights, "weights")
    if costs.size not in (0, graph.cell_count) or np.any(costs < 0):
        raise InputError(f"partition: weights are {costs.size} numbers; they must be {graph.cell_count} that are not negative")
    if not 1 <= parts <= graph.cell_count:
        raise InputError(f"partition: {parts} parts of {graph.cell_count} cells; there must be at least one, and a cell for each")
    with translated():
        return _core.parts(graph, parts, costs, seed)


def _graph(of: Mesh | Graph) -> _core.CellGraph:
    return of._core if isinstance(of, Graph) else Graph.of_mesh(of)._core


def _names(start: str | Sequence[str]) -> list[str]:
    return [start] if isinstance(start, str) else list(start)


def _numbers(values: npt.ArrayLike, what: str) -> Numbers:
    array = np.asarray(values)
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise InputError(f"Graph: {what} must be whole numbers, not {array.dtype}")
    return np.ascontiguousarray(array, dtype=np.int64)
