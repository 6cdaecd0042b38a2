#!/usr/bin/env python3
"""Draws the vortices behind the sphere, the surface Q = LEVEL (U / D)^2, coloured by the vorticity along x: vortices.py FIELDS.vtu OUT.png [LEVEL]

Q = (|W|^2 - |S|^2) / 2 of the antisymmetric and the symmetric part of grad u, from the polynomials of the cells. Needs VTK's Python modules, numpy,
scipy and matplotlib, and no screen.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib import colormaps, image
from scipy.spatial import cKDTree
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "taylor-green"))
from picture import derivative, vtk_hexahedron  # noqa: E402: needs the path above

MACH = 0.1
LOW, HIGH, STEP = np.array([-0.8, -1.4, -1.2]), np.array([10.0, 1.2, 1.2]), 0.05  # of the lattice, in diameters
VIEW = np.array([0.25, -0.35, -1.0])  # along which one looks
WIDTH, HEIGHT, DEPTHS = 1100, 330, 300  # pixels, and steps of a ray
SAMPLES = 8  # along each direction of a cell


def read(path):
    """Places and velocities over U at the points of the cells that reach into the lattice, [cell][z, y, x of the cell][component]."""
    reader = vtkXMLUnstructuredGridReader()
    reader.SetFileName(path)
    reader.Update()
    grid = reader.GetOutput()
    points = grid.GetCell(0).GetNumberOfPoints()
    order = round(points ** (1 / 3)) - 1
    i, j, k = np.array(vtk_hexahedron(order)).T

    def of_cells(array):
        listed = vtk_to_numpy(array).reshape(-1, points, 3)
        values = np.empty((len(listed), order + 1, order + 1, order + 1, 3))
        values[:, k, j, i] = listed
        return values

    places = of_cells(grid.GetPoints().GetData())
    flat = places.reshape(len(places), -1, 3)
    inside = np.all((flat.max(axis=1) > LOW) & (flat.min(axis=1) < HIGH), axis=1)
    return places[inside], of_cells(grid.GetPointData().GetArray("velocity"))[inside] / MACH


def at_samples(values):
    """Of [cell][z, y, x][...] at SAMPLES^3 inner points of each cell, by the polynomials through the points."""
    order = values.shape[1] - 1
    nodes, samples = np.linspace(0, 1, order + 1), (np.arange(SAMPLES) + 0.5) / SAMPLES
    powers = np.arange(order + 1)
    matrix = samples[:, None] ** powers @ np.linalg.inv(nodes[:, None] ** powers)
    for axis in (1, 2, 3):
        values = np.moveaxis(np.tensordot(matrix, values, (1, axis)), 0, axis)
    return values


def q_and_vorticity(places, velocity):
    """At samples of the cells: places, Q and the vorticity along x, over (U / D)^2 and U / D."""
    slopes = derivative(places.shape[1] - 1)

    def along(values):  # [...][component][x, y, z of the cell]
        return np.stack([at_samples(np.moveaxis(np.tensordot(slopes, values, (1, axis)), 0, axis)) for axis in (3, 2, 1)], axis=-1)

    gradient = along(velocity) @ np.linalg.inv(along(places))  # d u_i / d x_d: [i][d]
    q = -0.5 * np.einsum("...id,...di->...", gradient, gradient)
    return at_samples(places).reshape(-1, 3), q.ravel(), (gradient[..., 2, 1] - gradient[..., 1, 2]).ravel()


def on_lattice(places, *fields):
    """[z][y][x]: weighted means of the eight nearest samples."""
    axes = [np.arange(low, high + 0.5 * STEP, STEP) for low, high in zip(LOW, HIGH)]
    lattice = np.stack(np.meshgrid(*reversed(axes), indexing="ij")[::-1], axis=-1)
    distance, nearest = cKDTree(places).query(lattice.reshape(-1, 3), 8)
    weight = 1 / (distance + 1e-6) ** 2
    weight /= weight.sum(axis=1, keepdims=True)
    return [np.sum(weight * field[nearest], axis=1).reshape(lattice.shape[:3]) for field in fields]


def at(field, places):
    """Trilinear, at places in diameters, [..., (x, y, z)]."""
    steps = (places - LOW) / STEP
    low = np.clip(np.floor(steps).astype(int), 0, np.array(field.shape[::-1]) - 2)
    part, value = steps - low, 0
    for corner in range(8):
        bits = [corner >> d & 1 for d in range(3)]
        weight = np.prod([part[..., d] if bits[d] else 1 - part[..., d] for d in range(3)], axis=0)
        value = value + weight * field[low[..., 2] + bits[2], low[..., 1] + bits[1], low[..., 0] + bits[0]]
    return value


def draw(q, vorticity, level):
    """The first surface that each parallel ray meets, that of the sphere among them, lit from behind the viewer."""
    forward = VIEW / np.linalg.norm(VIEW)
    right = np.cross(forward, [0, 1.0, 0])
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    middle, pixel = 0.5 * (LOW + HIGH), (HIGH - LOW)[0] / WIDTH
    across = (np.arange(WIDTH) - WIDTH / 2) * pixel
    upward = (HEIGHT / 2 - np.arange(HEIGHT)) * pixel
    reach = 0.6 * np.linalg.norm(HIGH - LOW)
    starts = middle - reach * forward + upward[:, None, None] * up + across[None, :, None] * right
    hit, body = np.full((HEIGHT, WIDTH), np.nan), np.zeros((HEIGHT, WIDTH), bool)
    for depth in np.linspace(0, 2 * reach, DEPTHS):
        places = starts + depth * forward
        solid = np.linalg.norm(places, axis=2) < 0.5
        near = np.all((places > LOW) & (places < HIGH), axis=2) & (np.linalg.norm(places, axis=2) > 0.75)
        found = solid.copy()
        found[near] = at(q, places[near]) > level
        found &= np.isnan(hit)
        hit[found], body[found] = depth, solid[found]
    seen = ~np.isnan(hit)
    places = starts[seen] + hit[seen][:, None] * forward
    margin = 1.5 * STEP
    inside = np.clip(places, LOW + margin, HIGH - margin)
    slope = np.stack([at(q, inside + STEP * e) - at(q, inside - STEP * e) for e in np.eye(3)], axis=-1)
    slope[body[seen]] = places[body[seen]]
    slope /= np.linalg.norm(slope, axis=1, keepdims=True)
    colour = colormaps["coolwarm"](np.clip(0.5 + at(vorticity, inside) / 2, 0, 1))[:, :3]
    colour[body[seen]] = 0.75
    picture = np.ones((HEIGHT, WIDTH, 3))
    picture[seen] = colour * (0.35 + 0.65 * np.abs(slope @ forward))[:, None]
    return picture


def main():
    q, vorticity = on_lattice(*q_and_vorticity(*read(sys.argv[1])))
    level = float(sys.argv[3]) if len(sys.argv) > 3 else 0.005
    image.imsave(sys.argv[2], np.clip(draw(q, vorticity, level), 0, 1))


if __name__ == "__main__":
    main()
