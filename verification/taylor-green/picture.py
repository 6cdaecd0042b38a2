#!/usr/bin/env python3
"""Draws the vortices of the cube, the surface Q = LEVEL (V0 / L)^2, coloured by vorticity: picture.py OCTANT.xz OUT.png [LEVEL]

OCTANT.xz is what octant.py makes. Q = (|W|^2 - |S|^2) / 2 of the antisymmetric and the symmetric part of grad u, from the polynomials of the
cells. Needs numpy and matplotlib, and no screen.
"""

import lzma
import sys

import numpy as np
from matplotlib import colormaps, image

MACH = 0.1
PIXELS, STEPS = 900, 700
VIEW = np.array([-0.62, -0.42, -0.66])  # along which one looks


def vtk_hexahedron(order):
    """Places (i, j, k) of the points of a Lagrange hexahedron in VTK's order."""
    m, inner = order, range(1, order)
    ring = [(0, 0), (m, 0), (m, m), (0, m)]
    places = [(i, j, k) for k in (0, m) for i, j in ring]
    for k in (0, m):
        places += [(i, 0, k) for i in inner] + [(m, j, k) for j in inner] + [(i, m, k) for i in inner] + [(0, j, k) for j in inner]
    places += [(i, j, k) for i, j in ring for k in inner]
    places += [(i, j, k) for i in (0, m) for k in inner for j in inner]
    places += [(i, j, k) for j in (0, m) for k in inner for i in inner]
    places += [(i, j, k) for k in (0, m) for j in inner for i in inner]
    return places + [(i, j, k) for k in inner for j in inner for i in inner]


def read(path):
    """Velocities over V0 at the points of the cells, [k of cell, j, i][k of point, j, i][component]."""
    header, numbers = lzma.open(path).read().split(b"\n", 1)
    half, order, scale = int(header.split()[0]), int(header.split()[1]), float(header.split()[2])
    listed = np.frombuffer(numbers, "<i2").reshape(half, half, half, -1, 3)
    i, j, k = np.array(vtk_hexahedron(order)).T
    velocity = np.empty((half, half, half, order + 1, order + 1, order + 1, 3), np.float32)
    velocity[:, :, :, k, j, i] = listed * np.float32(scale / MACH)
    return velocity


def derivative(order):
    """Values at equally spaced points of [0, 1] to derivatives there."""
    nodes = np.linspace(0, 1, order + 1)
    powers = np.arange(order + 1)
    slopes = np.where(powers > 0, powers * nodes[:, None] ** np.maximum(powers - 1, 0), 0.0)
    return slopes @ np.linalg.inv(nodes[:, None] ** powers)


def joined(values):
    """[k of cell, j, i][k of point, j, i] on one lattice, with means where cells meet."""
    for axis in range(3):
        cells, points = values.shape[axis], values.shape[3]
        order, moved = points - 1, np.moveaxis(values, (axis, 3), (0, 1))
        lattice = np.zeros((cells * order + 1, *moved.shape[2:]), values.dtype)
        count = np.zeros(cells * order + 1, values.dtype)
        for k in range(points):
            lattice[k : k + (cells - 1) * order + 1 : order] += moved[:, k]
            count[k : k + (cells - 1) * order + 1 : order] += 1
        lattice /= count.reshape(-1, *[1] * (lattice.ndim - 1))
        values = np.moveaxis(lattice, 0, axis)  # the axis of points is gone
    return values


def q_and_vorticity(velocity):
    """On the lattice of the octant [z][y][x], over (V0 / L)^2 and V0 / L."""
    half, order = velocity.shape[0], velocity.shape[3] - 1
    slopes = derivative(order).astype(np.float32) * np.float32(half / np.pi)
    along = [np.moveaxis(np.tensordot(slopes, velocity, (1, 5 - d)), 0, 5 - d) for d in range(3)]  # d u_i / d x_d: [d][..., i]
    q = sum(-0.5 * along[d][..., i] * along[i][..., d] for d in range(3) for i in range(3))
    w2 = sum((along[(d + 1) % 3][..., (d + 2) % 3] - along[(d + 2) % 3][..., (d + 1) % 3]) ** 2 for d in range(3))
    return joined(q), np.sqrt(joined(w2))


def mirrored(octant):
    """The whole cube: the flow mirrors itself at the planes through its middle."""
    for axis in range(3):
        octant = np.concatenate([np.flip(octant, axis), np.delete(octant, 0, axis)], axis)
    return octant


def at(field, places):
    """Trilinear, at places in steps of the lattice, [..., (x, y, z)]."""
    low = np.clip(np.floor(places).astype(np.int32), 0, field.shape[0] - 2)
    part, value = places - low, 0
    for corner in range(8):
        steps = [corner >> d & 1 for d in range(3)]
        weight = np.prod([part[..., d] if steps[d] else 1 - part[..., d] for d in range(3)], axis=0)
        value = value + weight * field[low[..., 2] + steps[2], low[..., 1] + steps[1], low[..., 0] + steps[0]]
    return value


def draw(q, vorticity, level):
    """The first surface that each parallel ray meets, lit from behind the viewer."""
    n = q.shape[0] - 1
    forward = VIEW / np.linalg.norm(VIEW)
    right = np.cross(forward, [0, 0, 1.0])
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    reach = 0.87 * n
    across = np.linspace(-reach, reach, PIXELS)
    starts = n / 2 - reach * forward + across[:, None, None] * -up + across[None, :, None] * right
    step = 2 * reach / STEPS
    picture = np.ones((PIXELS, PIXELS, 3))
    hit = np.full((PIXELS, PIXELS), np.nan)
    for s in range(STEPS):
        places = starts + s * step * forward
        open_rays = np.isnan(hit) & np.all((places >= 0) & (places <= n), axis=2)
        if open_rays.any():
            inside = at(q, places[open_rays]) > level
            rows, columns = np.nonzero(open_rays)
            hit[rows[inside], columns[inside]] = s * step
    seen = ~np.isnan(hit)
    places = np.clip(starts[seen] + hit[seen][:, None] * forward, 1, n - 1)
    slope = np.stack([at(q, places + e) - at(q, places - e) for e in np.eye(3)], axis=-1)
    slope /= np.linalg.norm(slope, axis=1, keepdims=True)
    colour = colormaps["viridis"](np.clip(at(vorticity, places) / 25, 0, 1))[:, :3]
    picture[seen] = colour * (0.35 + 0.65 * np.abs(slope @ forward))[:, None]
    return picture


def main():
    q, vorticity = map(mirrored, q_and_vorticity(read(sys.argv[1])))
    level = float(sys.argv[3]) if len(sys.argv) > 3 else 10.0
    image.imsave(sys.argv[2], np.clip(draw(q, vorticity, level), 0, 1))


if __name__ == "__main__":
    main()
