"""Files of VTK with cells of one kind: .vtu and .vtkhdf."""

from __future__ import annotations

import base64
import importlib
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import InputError

_TYPES = {"f8": "Float64", "i8": "Int64", "u1": "UInt8"}


def write_vtu(path: str, points: npt.NDArray[np.float64], cells: npt.NDArray[np.int64], kind: int,
              arrays: Mapping[str, npt.NDArray[np.float64]], time: float) -> None:  # fmt: skip
    """points: shape (points, 3); cells: numbers of points, shape (cells, points of a cell); kind: what VTK calls such a cell."""
    offsets = cells.shape[1] * np.arange(1, len(cells) + 1, dtype=np.int64)
    parts = [
        '<?xml version="1.0"?>',
        f'<VTKFile type="UnstructuredGrid" version="1.0" byte_order="{"Little" if sys.byteorder == "little" else "Big"}Endian" '
        'header_type="UInt64">',
        '<UnstructuredGrid><FieldData>', _data_array("TimeValue", np.array([time])).replace("<DataArray", '<DataArray NumberOfTuples="1"'),
        f'</FieldData><Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(cells)}"><Points>', _data_array("Points", points),
        "</Points><Cells>", _data_array("connectivity", cells.reshape(-1)), _data_array("offsets", offsets),
        _data_array("types", np.full(len(cells), kind, dtype=np.uint8)), "</Cells><PointData>",
        *(_data_array(name, array) for name, array in arrays.items()), "</PointData></Piece></UnstructuredGrid></VTKFile>", "",
    ]  # fmt: skip
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(parts))


def write_vtkhdf(path: str, points: npt.NDArray[np.float64], cells: npt.NDArray[np.int64], kind: int,
                 arrays: Mapping[str, npt.NDArray[np.float64]], time: float) -> None:  # fmt: skip
    """As `write_vtu`."""
    h5py: Any = optional_module("h5py", "save")
    with h5py.File(path, "w") as file:
        root = file.create_group("VTKHDF")
        root.attrs["Version"] = np.array([2, 0], dtype=np.int64)
        root.attrs.create("Type", np.bytes_("UnstructuredGrid"))
        for key, number in (("Points", len(points)), ("Cells", len(cells)), ("ConnectivityIds", cells.size)):
            root[f"NumberOf{key}"] = np.array([number], dtype=np.int64)
        root["Points"] = points
        root["Connectivity"] = cells.reshape(-1)
        root["Offsets"] = cells.shape[1] * np.arange(len(cells) + 1, dtype=np.int64)
        root["Types"] = np.full(len(cells), kind, dtype=np.uint8)
        data = root.create_group("PointData")
        for name, array in arrays.items():
            data[name] = array
        root.create_group("FieldData")["TimeValue"] = np.array([time])


def optional_module(name: str, what: str) -> Any:
    """A module that the package does without elsewhere; InputError says how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise InputError(f"{what}: Python has no {name}; call 'pip install {name}'") from None


def _data_array(name: str, array: npt.NDArray[Any]) -> str:
    text = name.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    components = f' NumberOfComponents="{array.shape[1]}"' if array.ndim == 2 else ""
    data = np.ascontiguousarray(array).tobytes()
    words = base64.b64encode(len(data).to_bytes(8, sys.byteorder) + data).decode()
    return f'<DataArray type="{_TYPES[array.dtype.str[1:]]}" Name="{text}"{components} format="binary">{words}</DataArray>'
