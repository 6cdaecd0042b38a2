#!/usr/bin/env python3
"""Times `rkdg convert`, which reads, checks and writes, of one mesh of tetrahedra, numbered at random, from each format.

Files are written by NumPy and h5py into a folder, which needs a few GiB, and are removed once they have been read.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import h5py
import numpy

# Vertices of the faces of a tetrahedron: as rkdg numbers its faces, and as CGNS and HOPR do theirs.
FACES = numpy.array([[1, 0, 2], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
AT_A_TIME = 1 << 18


class Mesh:
    """The arrays of an HDF5 mesh of rkdg, all of whose cells are tetrahedra."""

    def __init__(self, path):
        with h5py.File(path) as file:
            self.nodes = file["nodes"][:]
            self.cells = file["cell_nodes"][:].reshape(-1, 4)
            self.minus, self.plus = file["face_cells"][:].T
            self.minus_face, self.plus_face = file["face_local_faces"][:].T
            self.boundaries = file["face_boundaries"][:]
            self.names = [name.decode() if isinstance(name, bytes) else name for name in file["boundary_names"][:]]

    def faces_of(self, boundary):
        """Vertices of the faces of a boundary, counted from 0."""
        chosen = self.boundaries == boundary
        return numpy.take_along_axis(self.cells[self.minus[chosen]], FACES[self.minus_face[chosen]], axis=1)


def write_rows(file, form, rows):
    """Lines of text in the form of '%d %d', a few at a time."""
    for begin in range(0, len(rows), AT_A_TIME):
        part = rows[begin : begin + AT_A_TIME]
        file.write((form + "\n") * len(part) % tuple(part.ravel().tolist()))


def write_su2(mesh, path):
    with open(path, "w", encoding="ascii") as file:
        file.write(f"NDIME= 3\nNELEM= {len(mesh.cells)}\n")
        write_rows(file, "10 %d %d %d %d", mesh.cells)
        file.write(f"NPOIN= {len(mesh.nodes)}\n")
        write_rows(file, "%.17g %.17g %.17g", mesh.nodes)
        file.write(f"NMARK= {len(mesh.names)}\n")
        for boundary, name in enumerate(mesh.names):
            faces = mesh.faces_of(boundary)
            file.write(f"MARKER_TAG= {name}\nMARKER_ELEMS= {len(faces)}\n")
            write_rows(file, "5 %d %d %d", faces)


def write_vtu(mesh, path):
    faces = [mesh.faces_of(boundary) for boundary in range(len(mesh.names))]
    count = len(mesh.cells) + sum(map(len, faces))
    sizes = numpy.repeat([4, 3], [len(mesh.cells), count - len(mesh.cells)])
    groups = numpy.concatenate([numpy.zeros(len(mesh.cells)), *(numpy.full(len(f), b + 1) for b, f in enumerate(faces))])
    arrays = {
        "": mesh.nodes,
        "connectivity": numpy.concatenate([mesh.cells.ravel(), *(f.ravel() for f in faces)]).astype(numpy.int64),
        "offsets": numpy.cumsum(sizes, dtype=numpy.int64),
        "types": numpy.where(sizes == 4, 10, 5).astype(numpy.uint8),
        "CellEntityIds": groups.astype(numpy.int32),
    }
    offset, tags = 0, []
    kinds = {"f": "Float", "i": "Int", "u": "UInt"}
    for name, values in arrays.items():
        kind = f"{kinds[values.dtype.kind]}{8 * values.dtype.itemsize}"
        components = 3 if name == "" else 1
        tags.append(f'<DataArray type="{kind}" Name="{name or "Points"}" NumberOfComponents="{components}" '
                    f'format="appended" offset="{offset}"/>')  # fmt: skip
        offset += 8 + values.nbytes
    with open(path, "wb") as file:
        file.write(f'<VTKFile type="UnstructuredGrid" version="2.2" byte_order="LittleEndian" header_type="UInt64">'
                   f'<UnstructuredGrid><Piece NumberOfPoints="{len(mesh.nodes)}" NumberOfCells="{count}">'
                   f"<Points>{tags[0]}</Points><Cells>{''.join(tags[1:4])}</Cells><CellData>{tags[4]}</CellData>"
                   f'</Piece></UnstructuredGrid><AppendedData encoding="raw">_'.encode())  # fmt: skip
        for values in arrays.values():
            file.write(numpy.uint64(values.nbytes).tobytes() + values.tobytes())
        file.write(b"</AppendedData></VTKFile>")


def write_hopr(mesh, path):
    count = len(mesh.cells)
    elements = numpy.zeros((count, 6), numpy.int32)
    elements[:, 0], elements[:, 1] = 104, 1
    elements[:, 2] = elements[:, 4] = 4 * numpy.arange(count)
    elements[:, 3] = elements[:, 5] = elements[:, 2] + 4
    sides = numpy.zeros((4 * count, 5), numpy.int32)
    sides[:, 0] = 3
    own, inner = 4 * mesh.minus + mesh.minus_face, mesh.plus >= 0
    other = 4 * mesh.plus[inner] + mesh.plus_face[inner]
    sides[own, 1] = numpy.arange(len(own)) + 1
    sides[other, 1] = -(numpy.arange(len(own))[inner] + 1)
    sides[own[inner], 2], sides[other, 2] = mesh.plus[inner] + 1, mesh.minus[inner] + 1
    sides[own, 4] = mesh.boundaries + 1
    with h5py.File(path, "w") as file:
        file.attrs["Ngeo"] = numpy.int32(1)
        file["ElemInfo"], file["SideInfo"] = elements, sides
        file["GlobalNodeIDs"] = (mesh.cells.ravel() + 1).astype(numpy.int32)
        places = file.create_dataset("NodeCoords", (4 * count, 3), numpy.float64)
        for begin in range(0, count, AT_A_TIME):
            part = mesh.cells[begin : begin + AT_A_TIME].ravel()
            places[4 * begin : 4 * begin + len(part)] = mesh.nodes[part]
        file["BCType"] = numpy.array([[4, 0, 0, 0]] * len(mesh.names), numpy.int32)
        file["BCNames"] = numpy.array([name.ljust(255) for name in mesh.names], "S255")


class CgnsNode:
    """A node of a CGNS file, as its standard lays it into HDF5."""

    def __init__(self, group, name, label, kind, values=None):
        self.group = group
        for key, text, length in (("name", name, 33), ("label", label, 33), ("type", kind, 3)):
            group.attrs.create(key, text, dtype=h5py.string_dtype("ascii", length))
        if name != "HDF5 MotherNode":
            group.attrs["flags"] = numpy.array([1], numpy.int32)
        if values is not None:
            group.create_dataset(" data", data=values)

    def add(self, name, label, values=None):
        kinds = {"int8": "C1", "int32": "I4", "int64": "I8", "float32": "R4", "float64": "R8"}
        if isinstance(values, str):
            values = numpy.frombuffer(values.encode(), numpy.int8)
        kind = "MT" if values is None else kinds[values.dtype.name]
        return CgnsNode(self.group.create_group(name, track_order=True), name, label, kind, values)


def write_cgns(mesh, path):
    tetra_4, tri_3 = 10, 5
    with h5py.File(path, "w", track_order=True) as file:
        root = CgnsNode(file["/"], "HDF5 MotherNode", "Root Node of HDF5 File", "MT")
        for name, text, size in ((" format", b"IEEE_LITTLE_32", 15), (" hdf5version", b"HDF5 Version 1.10.8", 33)):
            file[name] = numpy.frombuffer(text.ljust(size, b"\0"), numpy.int8)
        root.add("CGNSLibraryVersion", "CGNSLibraryVersion_t", numpy.array([3.4], numpy.float32))
        base = root.add("Base", "CGNSBase_t", numpy.array([3, 3], numpy.int32))
        zone = base.add("Zone", "Zone_t", numpy.array([[len(mesh.nodes)], [len(mesh.cells)], [0]], numpy.int32))
        zone.add("ZoneType", "ZoneType_t", "Unstructured")
        grid = zone.add("GridCoordinates", "GridCoordinates_t")
        for d in range(3):
            grid.add(f"Coordinate{'XYZ'[d]}", "DataArray_t", numpy.ascontiguousarray(mesh.nodes[:, d]))
        conditions, first = zone.add("ZoneBC", "ZoneBC_t"), 1
        for name, kind, rows in (("Cells", tetra_4, mesh.cells), *((f"Faces of {name}", tri_3, mesh.faces_of(boundary))
                                 for boundary, name in enumerate(mesh.names))):  # fmt: skip
            last = first + len(rows) - 1
            section = zone.add(name, "Elements_t", numpy.array([kind, 0], numpy.int32))
            section.add("ElementRange", "IndexRange_t", numpy.array([first, last], numpy.int32))
            section.add("ElementConnectivity", "DataArray_t", (rows.ravel() + 1).astype(numpy.int32))
            if kind == tri_3:
                condition = conditions.add(name.removeprefix("Faces of "), "BC_t", "BCWall")
                condition.add("PointRange", "IndexRange_t", numpy.array([[first], [last]], numpy.int32))
                condition.add("GridLocation", "GridLocation_t", "FaceCenter")
            first = last + 1


WRITERS = {"su2": write_su2, "cgns": write_cgns, "hopr": write_hopr, "vtu": write_vtu}
ENDINGS = {"su2": "su2", "cgns": "cgns", "hopr": "h5", "vtu": "vtu", "msh": "msh", "rkdg": "h5"}


def convert(rkdg, path, output):
    """Seconds on the wall and of processors, and the peak memory in GiB of the largest process."""
    start = time.monotonic()
    child = subprocess.Popen([rkdg, "convert", path, output], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{path} cannot be read")
    return time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 2**20


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rkdg", type=Path, help="the program")
    parser.add_argument("--cells", type=float, default=1e7, help="about so many (default 1e7)")
    parser.add_argument("--formats", default=",".join(ENDINGS), help=f"of {', '.join(ENDINGS)}; default: all")
    parser.add_argument("--folder", type=Path, default=Path("."), help="for the files")
    arguments = parser.parse_args()
    n = round((arguments.cells / 6) ** (1 / 3))
    original = arguments.folder / "reading-rkdg.h5"
    subprocess.run([arguments.rkdg, "mesh", "box", "kind=tetrahedra", f"n={n}", "numbering=random", "-o", original], check=True)
    output = arguments.folder / "reading-out.h5"
    print("format,seconds,cpu_seconds,peak_gib,file_gib")
    for name in arguments.formats.split(","):
        path = original if name == "rkdg" else arguments.folder / f"reading-{name}.{ENDINGS[name]}"
        if name == "msh":
            subprocess.run([arguments.rkdg, "convert", original, path], check=True, stdout=subprocess.DEVNULL)
        elif name != "rkdg":
            WRITERS[name](Mesh(original), path)
        seconds, cpu_seconds, peak = convert(arguments.rkdg, path, output)
        print(f"{name},{seconds:.1f},{cpu_seconds:.1f},{peak:.1f},{path.stat().st_size / 2**30:.2f}", flush=True)
        if path != original:
            path.unlink()
    original.unlink()
    output.unlink()


if __name__ == "__main__":
    main()
