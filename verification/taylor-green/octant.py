#!/usr/bin/env python3
"""The velocity in the octant of positive coordinates, from fields of a cube of hexahedra: octant.py FIELDS.vtu OUT.xz

The flow mirrors itself at the planes x, y, z = 0, so that one octant is all of it; as 16-bit numbers it is a hundredth of the file. Needs no
packages. OUT.xz holds a line, with the cells along a side of the octant, the order of its points, and the scale of the numbers, and then the
numbers: cell after cell along x, y, z, in each its points in VTK's order, at each u, v, w.
"""

import lzma
import re
import sys
from array import array

POINTS = re.compile(rb'NumberOfPoints="(\d+)" NumberOfCells="(\d+)"')
VELOCITY = re.compile(rb'Name="velocity"[^>]*offset="(\d+)"')


def octant_of(path):
    """Cells along a side of the octant, order, and the velocities."""
    with open(path, "rb") as file:
        head = file.read(1 << 16)
        begin = head.index(b"_", head.index(b"<AppendedData")) + 1 + int(VELOCITY.search(head).group(1)) + 8
        points, cells = map(int, POINTS.search(head).groups())
        n, order = round(cells ** (1 / 3)), round((points / cells) ** (1 / 3)) - 1
        if n % 2 != 0 or n**3 * (order + 1) ** 3 != points:
            raise ValueError(f"{path}: wanted are the fields of a cube of hexahedra, an even number along each side")
        half, cell = n // 2, (order + 1) ** 3 * 3 * 8
        values = array("d")
        for k in range(half, n):
            for j in range(half, n):
                file.seek(begin + ((k * n + j) * n + half) * cell)
                values.frombytes(file.read(half * cell))
    return half, order, values


def main():
    half, order, values = octant_of(sys.argv[1])
    scale = max(map(abs, values)) / 32767
    with lzma.open(sys.argv[2], "wb", preset=1) as out:
        out.write(f"{half} {order} {scale!r}\n".encode())
        out.write(array("h", (round(value / scale) for value in values)).tobytes())


if __name__ == "__main__":
    main()
