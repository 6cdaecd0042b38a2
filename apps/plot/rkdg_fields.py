"""Field files of rkdg at their full order: the polynomials of all cells, evaluated wherever they are wanted."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np

TYPES = {"Float64": "f8", "Int64": "i8", "Int32": "i4", "UInt8": "u1"}
TRIANGLES, QUADRILATERALS = (5, 69), (9, 70)  # VTK's cell types: linear, Lagrange


class FieldFile:
    """A .vtu file; raises ValueError if it is none of rkdg's."""

    def __init__(self, path):
        self.path = path
        self._bytes = Path(path).read_bytes()
        marker = self._bytes.find(b"<AppendedData")
        if marker < 0:
            raise ValueError(f"{path}: is no field file of rkdg: it has no appended data")
        try:
            self._header = ElementTree.fromstring(self._bytes[:marker] + b"</VTKFile>")
        except ElementTree.ParseError as error:
            raise ValueError(f"{path}: is no field file of rkdg: {error}") from None
        self._order = "<" if self._header.get("byte_order") == "LittleEndian" else ">"
        self._begin = self._bytes.index(b"_", marker) + 1

    def time(self):
        return float(self._header.find(".//DataArray[@Name='TimeValue']").text)

    def names(self):
        """Names of the fields."""
        return [entry.get("Name") for entry in self._header.iterfind(".//PointData/DataArray")]

    def array(self, name):
        """The values of an array, [tuple][component] if it has several components."""
        entry = self._header.find(f".//DataArray[@Name='{name}']")
        if entry is None:
            raise ValueError(f"{self.path}: has no field '{name}' (it has: {', '.join(self.names())})")
        place = self._begin + int(entry.get("offset"))
        size = int(np.frombuffer(self._bytes, self._order + "u8", 1, place)[0])
        kind = np.dtype(self._order + TYPES[entry.get("type")])
        values = np.frombuffer(self._bytes, kind, size // kind.itemsize, place + 8)
        components = int(entry.get("NumberOfComponents", 1))
        return values.reshape(-1, components) if components > 1 else values

    def cells(self):
        """For each shape that there is: its name, its order, and the points of its cells, [cell][point]."""
        ends, kinds, points = self.array("offsets"), self.array("types"), self.array("connectivity")
        for shape, codes in (("triangle", TRIANGLES), ("quadrilateral", QUADRILATERALS)):
            chosen = np.flatnonzero(np.isin(kinds, codes))
            if chosen.size == 0:
                continue
            begins = np.concatenate(([0], ends[:-1]))[chosen]
            size = int(ends[chosen[0]] - begins[0])
            order = round((np.sqrt(8 * size + 1) - 3) / 2) if shape == "triangle" else round(np.sqrt(size)) - 1
            yield shape, order, points[begins[:, None] + np.arange(size)]


def vtk_lattice(shape, order):
    """Places (i, j) of the points of a Lagrange cell in VTK's order, on a lattice of `order` steps a side."""
    places = []

    def add_triangle(offset, m):
        corners = [(0, 0)] if m == 0 else [(0, 0), (m, 0), (0, m)]
        edges = ([(k, 0) for k in range(1, m)] + [(m - k, k) for k in range(1, m)] + [(0, m - k) for k in range(1, m)])
        places.extend((offset + i, offset + j) for i, j in corners + edges)
        if m >= 3:
            add_triangle(offset + 1, m - 3)

    m = order
    if shape == "triangle":
        add_triangle(0, m)
        return places
    inner = range(1, m)
    return ([(0, 0), (m, 0), (m, m), (0, m)] + [(k, 0) for k in inner] + [(m, k) for k in inner]
            + [(k, m) for k in inner] + [(0, k) for k in inner] + [(i, j) for j in inner for i in inner])  # fmt: skip


def monomials(shape, order, points):
    """The monomials of P^order or Q^order at points, [point][monomial]."""
    powers = [(a, b) for b in range(order + 1) for a in range(order + 1) if shape != "triangle" or a + b <= order]
    return np.stack([points[:, 0] ** a * points[:, 1] ** b for a, b in powers], axis=1)


def refined(shape, order, parts):
    """`parts` steps a side: the matrix from the nodes of a cell to the finer points, and triangles between these."""
    nodes = np.array(vtk_lattice(shape, order)) / order * 2.0 - 1.0
    three = shape == "triangle"
    lattice = [(i, j) for j in range(parts + 1) for i in range(parts + 1 - (j if three else 0))]
    number = {place: k for k, place in enumerate(lattice)}
    points = np.array(lattice) / parts * 2.0 - 1.0
    triangles = []
    for i, j in lattice:
        if (i + 1, j) in number and (i, j + 1) in number:
            triangles.append([number[i, j], number[i + 1, j], number[i, j + 1]])
        if (i + 1, j + 1) in number:
            triangles.append([number[i + 1, j], number[i + 1, j + 1], number[i, j + 1]])
    matrix = monomials(shape, order, points) @ np.linalg.inv(monomials(shape, order, nodes))
    return matrix, np.array(triangles)


def evaluate(file, name, window=None, parts=None):
    """A field at the points of finer triangles, cell after cell: x, y, values, triangles.

    `window` is (x0, x1, y0, y1); cells outside are left out. `parts` cuts each side of a cell, by default into as many
    as the order asks for. Of a vector the length is taken. Neighbouring cells share no points: jumps stay jumps.
    """
    places, values = file.array("points"), file.array(name)
    if values.ndim > 1:
        values = np.linalg.norm(values, axis=1)
    x, y, f, triangles, begin = [], [], [], [], 0
    for shape, order, cells in file.cells():
        corners = places[cells]
        if window is not None:
            x0, x1, y0, y1 = window
            inside = ((corners[:, :, 0].max(1) >= x0) & (corners[:, :, 0].min(1) <= x1)
                      & (corners[:, :, 1].max(1) >= y0) & (corners[:, :, 1].min(1) <= y1))  # fmt: skip
            cells, corners = cells[inside], corners[inside]
        matrix, local = refined(shape, order, parts or (1 if order == 1 else 2 * order))
        x.append((corners[:, :, 0] @ matrix.T).ravel())
        y.append((corners[:, :, 1] @ matrix.T).ravel())
        f.append((values[cells] @ matrix.T).ravel())
        first = begin + np.arange(len(cells)) * len(matrix)
        triangles.append((first[:, None, None] + local).reshape(-1, 3))
        begin += cells.shape[0] * len(matrix)
    if begin == 0:
        raise ValueError(f"{file.path}: no cell lies in the window")
    return np.concatenate(x), np.concatenate(y), np.concatenate(f), np.concatenate(triangles)
