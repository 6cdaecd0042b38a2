"""Tetrahedra between the plates: cubes cut into five, each the mirror image of its neighbours."""

import math

from msh import Msh

LENGTH, SPAN = 4 * math.pi, 2 * math.pi


def channel(path, nx, ny, nz, grading):
    """Even numbers of cubes along x and z: planes that are joined are cut alike. Clustered at the plates as `generate = channel` does it."""

    def point(x, y, z):
        return LENGTH * x, math.tanh(grading * (2 * y - 1)) / math.tanh(grading), SPAN * z

    mesh = Msh(3)
    sides = {(0, 0): "left", (0, 1): "right", (1, 0): "bottom", (1, 1): "top", (2, 0): "front", (2, 1): "back"}
    mesh.add((nx, ny, nz), point, sides, simplices="mirrored")
    mesh.write(path)
