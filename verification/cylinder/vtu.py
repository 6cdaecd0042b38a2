"""Reads the field files of rkdg: VTK unstructured grids of linear and Lagrange cells, arrays appended as raw bytes."""

import struct
from array import array
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

TYPE_CODES = {"Float64": "d", "Float32": "f", "Int64": "q", "Int32": "i", "UInt8": "B"}
TRIANGLES = (5, 69)
QUADRILATERALS = (9, 70)


class Vtu:
    """An open field file; raises ValueError if it is not one of rkdg's."""

    def __init__(self, path):
        self._path = path
        self._bytes = Path(path).read_bytes()
        marker = self._bytes.find(b"<AppendedData")
        if marker < 0:
            raise ValueError(f"{path}: no appended data")
        try:
            self._header = ElementTree.fromstring(self._bytes[:marker] + b"</VTKFile>")
        except ElementTree.ParseError as error:
            raise ValueError(f"{path}: {error}") from None
        self._order = "<" if self._header.get("byte_order") == "LittleEndian" else ">"
        self._begin = self._bytes.index(b"_", marker) + 1

    def time(self):
        return float(self._header.find(".//DataArray[@Name='TimeValue']").text)

    def array(self, name):
        """The values of an array, components side by side."""
        entry = self._header.find(f".//DataArray[@Name='{name}']")
        if entry is None:
            raise ValueError(f"{self._path}: no array '{name}'")
        place = self._begin + int(entry.get("offset"))
        (size,) = struct.unpack_from(self._order + "Q", self._bytes, place)
        values = array(TYPE_CODES[entry.get("type")])
        values.frombytes(self._bytes[place + 8 : place + 8 + size])
        return values

    def points(self):
        """The places of the points, (x, y)."""
        values = self.array("points")
        return list(zip(values[0::3], values[1::3]))

    def cells(self):
        """Yields, for each cell, its VTK type and the numbers of its points."""
        connectivity, begin = self.array("connectivity"), 0
        for end, kind in zip(self.array("offsets"), self.array("types")):
            yield kind, connectivity[begin:end]
            begin = end


def triangle_lattice(order, offset=0):
    """Lattice places (i, j) of a Lagrange triangle's points, in VTK's order."""
    if order == 0:
        return [(offset, offset)]
    places = [(0, 0), (order, 0), (0, order)]
    places += [(k, 0) for k in range(1, order)]
    places += [(order - k, k) for k in range(1, order)]
    places += [(0, order - k) for k in range(1, order)]
    places = [(offset + i, offset + j) for i, j in places]
    return places + (triangle_lattice(order - 3, offset + 1) if order >= 3 else [])


def quadrilateral_lattice(order):
    """Lattice places (i, j) of a Lagrange quadrilateral's points, in VTK's order."""
    inside = range(1, order)
    places = [(0, 0), (order, 0), (order, order), (0, order)]
    places += [(k, 0) for k in inside] + [(order, k) for k in inside]
    places += [(k, order) for k in inside] + [(0, k) for k in inside]
    return places + [(i, j) for j in inside for i in inside]


@lru_cache(maxsize=None)
def linear_triangles(kind, count):
    """A cell of `count` points cut into linear triangles between neighbours of its lattice: triples of local numbers."""
    if kind in TRIANGLES:
        order = next(n for n in range(1, count) if (n + 1) * (n + 2) // 2 == count)
        places = triangle_lattice(order)
    elif kind in QUADRILATERALS:
        order = next(n for n in range(1, count) if (n + 1) ** 2 == count)
        places = quadrilateral_lattice(order)
    else:
        raise ValueError(f"no cell of VTK type {kind} is expected")
    number = {place: k for k, place in enumerate(places)}
    candidates = [((i, j), (i + 1, j), (i, j + 1)) for i, j in places]
    candidates += [((i + 1, j), (i + 1, j + 1), (i, j + 1)) for i, j in places]
    return [tuple(number[p] for p in corners) for corners in candidates if all(p in number for p in corners)]
