"""Field files of rkdg: unstructured ones at their full order, in 2-D evaluated wherever they are wanted, and those of
lattices."""

from __future__ import annotations

import contextlib
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

TYPES = {"Float64": "f8", "Float32": "f4", "Int64": "i8", "Int32": "i4", "UInt8": "u1"}
TRIANGLES, QUADRILATERALS = (5, 69), (9, 70)  # VTK's cell types: linear, Lagrange
CORNERS = {10: 4, 71: 4, 12: 8, 72: 8, 13: 6, 73: 6, 14: 5}  # of 3-D cells, which come first among their points


@contextlib.contextmanager
def reading(path):
    """Says in one line that a file is not what is read."""
    try:
        yield
    except (ElementTree.ParseError, KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        if str(path) in str(error):
            raise
        raise ValueError(f"{path}: is no file of rkdg, or is damaged: {error}") from None


class XmlFile:
    """A file of VTK with appended data; raises ValueError if it is none of rkdg's."""

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

    def kind(self):
        return self._header.get("type")

    def time(self):
        entry = self._header.find(".//DataArray[@Name='TimeValue']")
        return 0.0 if entry is None or entry.text is None else float(entry.text)

    def names(self):
        """Names of the fields."""
        return [entry.get("Name") for kind in ("PointData", "CellData")
                for entry in self._header.iterfind(f".//{kind}/DataArray")]  # fmt: skip

    def default(self):
        """The field to draw where none is named."""
        return default_of(self)

    def array(self, name):
        """The values of an array, [tuple][component] if it has several components."""
        with reading(self.path):
            entry = next((e for e in self._header.iter("DataArray") if e.get("Name") == name), None)
            if entry is None:
                raise ValueError(f"{self.path}: has no field '{name}' (it has: {', '.join(self.names())})")
            place = self._begin + int(entry.get("offset"))
            size = int(np.frombuffer(self._bytes, self._order + "u8", 1, place)[0])
            kind = np.dtype(self._order + TYPES[entry.get("type")])
            values = np.frombuffer(self._bytes, kind, size // kind.itemsize, place + 8)
            components = int(entry.get("NumberOfComponents", 1))
            return values.reshape(-1, components) if components > 1 else values


class Cells:
    """What unstructured files share."""

    def cells(self):
        """For each plane shape that there is: its name, its order, and the points of its cells, [cell][point]."""
        ends, kinds, points = self.array("offsets"), self.array("types"), self.array("connectivity")
        for shape, codes in (("triangle", TRIANGLES), ("quadrilateral", QUADRILATERALS)):
            chosen = np.flatnonzero(np.isin(kinds, codes))
            if chosen.size == 0:
                continue
            begins = np.concatenate(([0], ends[:-1]))[chosen]
            size = int(ends[chosen[0]] - begins[0])
            order = round((np.sqrt(8 * size + 1) - 3) / 2) if shape == "triangle" else round(np.sqrt(size)) - 1
            yield shape, order, points[begins[:, None] + np.arange(size)]

    def is_3d(self):
        return bool(np.isin(self.array("types"), list(CORNERS)).any())

    def cells_3d(self):
        """For each number of corners: the corners of its cells, [cell][corner]."""
        ends, kinds, points = self.array("offsets"), self.array("types"), self.array("connectivity")
        for count in sorted(set(CORNERS.values())):
            chosen = np.flatnonzero(np.isin(kinds, [kind for kind, corners in CORNERS.items() if corners == count]))
            if chosen.size > 0:
                yield points[np.concatenate(([0], ends[:-1]))[chosen][:, None] + np.arange(count)]


class FieldFile(XmlFile, Cells):
    """A .vtu file."""


class SeriesFile(Cells):
    """One time of a .vtkhdf file, by its number: the last one by default."""

    LISTS = {"points": "Points", "offsets": "Offsets", "types": "Types", "connectivity": "Connectivity"}

    def __init__(self, path, number=None):
        try:
            import h5py
        except ImportError:
            raise ValueError(f"{path}: needs h5py to be drawn (Debian: python3-h5py); or use 'format = vtu'") from None
        self.path = path
        with reading(path), h5py.File(path, "r") as file:
            root = file["VTKHDF"]
            steps = root["Steps"]
            self.count = int(steps.attrs["NSteps"])
            if self.count < 1:
                raise ValueError("it holds no time")
            number = self.count - 1 if number is None else number
            self._time = float(steps["Values"][number])
            count = int(root["NumberOfPoints"][0])
            self._arrays = {name: np.array(root[entry]) for name, entry in self.LISTS.items()}
            self._arrays["offsets"] = self._arrays["offsets"][1:]
            self._names = list(root["PointData"])
            for name in self._names:
                begin = int(steps["PointDataOffsets"][name][number])
                self._arrays[name] = np.array(root["PointData"][name][begin : begin + count])

    def time(self):
        return self._time

    def names(self):
        return self._names

    def default(self):
        return default_of(self)

    def array(self, name):
        if name not in self._arrays:
            raise ValueError(f"{self.path}: has no field '{name}' (it has: {', '.join(self.names())})")
        return self._arrays[name]


class ImageFile(XmlFile):
    """A .vti file: cubes in a box."""

    def edges(self):
        """Where the cubes begin and end along each axis."""
        with reading(self.path):
            image = self._header.find("ImageData")
            extent = [int(word) for word in image.get("WholeExtent").split()]
            spacing, origin = ([float(word) for word in image.get(key).split()] for key in ("Spacing", "Origin"))
            return [origin[d] + spacing[d] * np.arange(extent[2 * d], extent[2 * d + 1] + 1) for d in range(3)]


def default_of(file):
    names = file.names()
    return next((name for name in ("Mach", "velocity") if name in names), names[0] if names else "Mach")


def open_fields(path):
    """A file of any of these kinds, told by what it holds."""
    if not Path(path).exists():
        raise ValueError(f"{path}: no such file")
    with open(path, "rb") as file:
        is_hdf = file.read(8) == b"\x89HDF\r\n\x1a\n"
    if is_hdf:
        return SeriesFile(path)
    kind = XmlFile(path).kind()
    if kind == "ImageData":
        return ImageFile(path)
    if kind == "UnstructuredGrid":
        return FieldFile(path)
    raise ValueError(f"{path}: is no field file of rkdg: it is a {kind}")


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
