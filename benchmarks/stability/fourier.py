#!/usr/bin/env python3
"""Stability limits of discontinuous Galerkin schemes by Fourier analysis, as libdg/time/stability.cpp has them.

    python3 fourier.py tetrahedra sound 1,2,3           # largest dt c / h of SSP-RK3
    python3 fourier.py triangles diffusion 3 --height 0.1   # spectral radii of BR2 times h^2 / nu, for five eta
    python3 fourier.py triangles sound 3 --height 0.8660254 --shear 0.5     # equilateral

Cells fill a lattice of cubes, squares or parallelograms: a wave of numbers k multiplies what it is in one of them by exp(i k . o) in
that o further. The scheme is written down here from its definition, with bases of monomials that are made orthonormal; it shares
nothing with the program. `sound` is the linearised flow of a gas at rest with the local Lax-Friedrichs flux.
"""

import argparse
import itertools

import numpy as np

ETAS = (1, 2, 3, 4, 6)


def line_rule(n):
    x, w = np.polynomial.legendre.leggauss(n)
    return (x + 1) / 2, w / 2


def simplex_rule(corners, n):
    """Points and weights on a line, triangle or tetrahedron, by products in collapsed coordinates."""
    corners = np.asarray(corners, float)
    dim = len(corners) - 1
    x, w = line_rule(n)
    points, weights = [], []
    for index in itertools.product(range(n), repeat=dim):
        rest, weight, at = 1.0, 1.0, corners[0].copy()
        for axis, i in enumerate(index, 1):
            at += rest * x[i] * (corners[axis] - corners[0])
            weight *= w[i] * rest
            rest *= 1 - x[i]
        points.append(at)
        weights.append(weight)
    edges = corners[1:] - corners[0]
    return np.array(points), np.array(weights) * np.sqrt(max(np.linalg.det(edges @ edges.T), 0.0))


class Cell:
    """A cell by its vertices and faces, lists of vertices, with an orthonormal basis of polynomials of total degree p."""

    def __init__(self, vertices, faces, degree):
        self.vertices, self.faces, self.degree = np.asarray(vertices, float), faces, degree
        self.dim = self.vertices.shape[1]
        self.centre = self.vertices.mean(0)
        self.exponents = [e for e in itertools.product(range(degree + 1), repeat=self.dim) if sum(e) <= degree]
        parts = [simplex_rule([self.centre, *(self.vertices[list(t)])], degree + 3) for f in faces for t in simplices(f, self.dim)]
        self.points, self.weights = np.vstack([x for x, _ in parts]), np.hstack([w for _, w in parts])
        self.volume = self.weights.sum()
        self.to_basis = np.eye(len(self.exponents))
        for _ in range(2):  # once more, for rounding
            values = self.basis(self.points)[0]
            self.to_basis = self.to_basis @ np.linalg.inv(np.linalg.qr(values * np.sqrt(self.weights)[:, None])[1])

    def basis(self, x):
        """Values of all functions, and derivatives along each coordinate, at points."""
        scale = self.volume ** (1 / self.dim) if hasattr(self, "volume") else 1.0
        powers = ((x - self.centre) / scale)[:, :, None] ** np.arange(self.degree + 1)

        def product(exponents):
            return np.prod([powers[:, d, e] for d, e in enumerate(exponents)], axis=0)

        def derivative(exponents, d):
            lower = tuple(e - (i == d) for i, e in enumerate(exponents))
            return exponents[d] / scale * product(lower) if exponents[d] else np.zeros(len(x))

        values = np.array([product(e) for e in self.exponents]).T @ self.to_basis
        return values, [np.array([derivative(e, d) for e in self.exponents]).T @ self.to_basis for d in range(self.dim)]


def simplices(face, dim):
    return [tuple(face)] if dim == 2 else [(face[0], face[i], face[i + 1]) for i in range(1, len(face) - 1)]


PRISM = [(0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)]
CUBE = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]


def cells_of(kind):
    """Vertices and faces of the cells of a unit square or cube."""
    if kind == "squares":
        return [([(0, 0), (1, 0), (1, 1), (0, 1)], [(0, 1), (1, 2), (2, 3), (3, 0)])]
    if kind == "triangles":
        return [(v, [(0, 1), (1, 2), (2, 0)]) for v in ([(0, 0), (1, 0), (0, 1)], [(1, 0), (1, 1), (0, 1)])]
    if kind == "cubes":
        return [(CORNERS, CUBE)]
    if kind == "prisms":
        return [([CORNERS[i] for i in ends], PRISM) for ends in ((0, 1, 3, 4, 5, 7), (1, 2, 3, 5, 6, 7))]
    if kind == "pyramids":
        sides = [(0, 1), (1, 2), (2, 3), (3, 0)]
        return [([*(CORNERS[i] for i in f), (0.5, 0.5, 0.5)], [(0, 1, 2, 3)] + [(a, b, 4) for a, b in sides]) for f in CUBE]
    cells = []
    for order in itertools.permutations(range(3)):  # the six tetrahedra along the diagonal
        path = [np.zeros(3)]
        for axis in order:
            path.append(path[-1] + np.eye(3)[axis])
        cells.append((path, [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]))
    return cells


class Lattice:
    def __init__(self, kind, height, shear, degree):
        dim = 2 if kind in ("squares", "triangles") else 3
        self.axes = np.eye(dim)
        self.axes[-1, -1] = height
        self.axes[-1, 0] = shear
        self.cells = [Cell(np.asarray(v, float) @ self.axes, f, degree) for v, f in cells_of(kind)]
        self.kind, self.dim, self.modes = kind, dim, len(self.cells[0].exponents)
        self.links = list(self._find_links(degree))

    def _find_links(self, degree):
        """Of each face: cell, points, weights, normal, neighbour, its place in the lattice and its shift."""
        middles = [[c.vertices[list(f)].mean(0) for f in c.faces] for c in self.cells]
        for i, cell in enumerate(self.cells):
            for face, middle in zip(cell.faces, middles[i]):
                corners = cell.vertices[list(face)]
                edges = corners[1:] - corners[0]
                normal = np.array([edges[0][1], -edges[0][0]]) if self.dim == 2 else np.cross(edges[0], edges[1])
                normal = normal * np.sign(normal @ (middle - cell.centre)) / np.linalg.norm(normal)
                parts = [simplex_rule(cell.vertices[list(t)], degree + 3) for t in simplices(face, self.dim)]
                x, w = np.vstack([p for p, _ in parts]), np.hstack([q for _, q in parts])
                (j, place), = [(j, o) for j, other in enumerate(middles) for o in itertools.product((-1, 0, 1), repeat=self.dim)
                               if (j, any(o)) != (i, False) and any(np.allclose(m + o @ self.axes, middle) for m in other)]  # fmt: skip
                yield i, x, w, normal, j, place, place @ self.axes

    def length(self):
        """h of libdg/space/cell_length.hpp."""
        def of(cell):
            faces = [sum(simplex_rule(cell.vertices[list(t)], 2)[1].sum() for t in simplices(f, self.dim)) for f in cell.faces]
            if self.dim == 2 and len(faces) == 3:
                return cell.volume / np.sqrt(0.10 * sum(a * a for a in faces) + 0.19 * max(faces) ** 2)
            return cell.volume / (np.sqrt(sum(a * a for a in faces) / 1.5) if self.kind == "pyramids" else max(faces))
        return min(map(of, self.cells))

    def waves(self, fine):
        numbers = np.linspace(-np.pi, np.pi, 2 * fine + 1)
        return [k for k in itertools.product(numbers, repeat=self.dim) if k[0] >= 0]


class Operator:
    """A matrix for each place of the lattice that a cell depends on."""

    def __init__(self, lattice, variables=1):
        self.size, self.lattice, self.parts = lattice.modes * variables, lattice, {}

    def add(self, i, j, place, block):
        n = self.size * len(self.lattice.cells)
        part = self.parts.setdefault(tuple(place), np.zeros((n, n)))
        part[i * self.size:(i + 1) * self.size, j * self.size:(j + 1) * self.size] += block

    def at(self, k):
        return sum(part * np.exp(1j * np.dot(k, place)) for place, part in self.parts.items())


def diffusion(lattice):
    """BR2 without its stabilisation, and what eta multiplies."""
    plain, stabilisation, here = Operator(lattice), Operator(lattice), (0,) * lattice.dim
    for i, cell in enumerate(lattice.cells):
        plain.add(i, i, here, -sum(g.T @ (cell.weights[:, None] * g) for g in cell.basis(cell.points)[1]))
    for i, x, w, normal, j, place, shift in lattice.links:
        cell = lattice.cells[i]
        (u, grad_u), (v, grad_v) = cell.basis(x), lattice.cells[j].basis(x - shift)
        lift = {(a, b): -0.5 * p.T @ (w[:, None] * q) for a, p in ((0, u), (1, v)) for b, q in ((0, u), (1, v))}
        inside, slopes = cell.basis(cell.points)
        volume = sum(n * g for n, g in zip(normal, slopes)).T @ (cell.weights[:, None] * inside)
        weighted = u.T * w
        plain.add(i, i, here, -volume @ lift[0, 0] + 0.5 * weighted @ sum(n * g for n, g in zip(normal, grad_u)))
        plain.add(i, j, place, volume @ lift[0, 1] + 0.5 * weighted @ sum(n * g for n, g in zip(normal, grad_v)))
        stabilisation.add(i, i, here, 0.5 * weighted @ (u @ lift[0, 0] + v @ lift[1, 0]))
        stabilisation.add(i, j, place, -0.5 * weighted @ (u @ lift[0, 1] + v @ lift[1, 1]))
    return plain, stabilisation


def sound(lattice):
    """Pressure and velocity in units of the speed of sound, and the entropy, which nothing but the flux damps."""
    size = lattice.dim + 2
    flux = [np.zeros((size, size)) for _ in range(lattice.dim)]
    for d, matrix in enumerate(flux):
        matrix[0, d + 1] = matrix[d + 1, 0] = 1
    operator, one = Operator(lattice, size), np.eye(size)
    for i, cell in enumerate(lattice.cells):
        values, slopes = cell.basis(cell.points)
        operator.add(i, i, (0,) * lattice.dim, sum(np.kron(g.T @ (cell.weights[:, None] * values), a) for g, a in zip(slopes, flux)))
    for i, x, w, normal, j, place, shift in lattice.links:
        u, v = lattice.cells[i].basis(x)[0], lattice.cells[j].basis(x - shift)[0]
        across = sum(n * a for n, a in zip(normal, flux))
        operator.add(i, i, (0,) * lattice.dim, -np.kron(u.T @ (w[:, None] * u), (across + one) / 2))
        operator.add(i, j, place, -np.kron(u.T @ (w[:, None] * v), (across - one) / 2))
    return operator


def largest_step(eigenvalues):
    """Of SSP-RK3."""
    low, high = 0.0, 4.0
    while high - low > 1e-6:
        z = (low + high) / 2 * eigenvalues
        grows = np.abs(1 + z + z**2 / 2 + z**3 / 6).max() > 1 + 1e-8
        low, high = (low, (low + high) / 2) if grows else ((low + high) / 2, high)
    return low


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("squares", "triangles", "tetrahedra", "cubes", "prisms", "pyramids"))
    parser.add_argument("what", choices=("sound", "diffusion"))
    parser.add_argument("degrees")
    parser.add_argument("--height", type=float, default=1.0, help="of squares and cubes that are 1 wide")
    parser.add_argument("--shear", type=float, default=0.0, help="how far the upper side lies to the right")
    parser.add_argument("--waves", type=int, default=2, help="numbers from 0 to pi")
    arguments = parser.parse_args()
    for degree in map(int, arguments.degrees.split(",")):
        lattice = Lattice(arguments.kind, arguments.height, arguments.shear, degree)
        h, waves = lattice.length(), lattice.waves(arguments.waves)
        if arguments.what == "sound":
            operator = sound(lattice)
            print(degree, f"{largest_step(np.hstack([np.linalg.eigvals(operator.at(k)) for k in waves])) / h:.4f}", flush=True)
            continue
        plain, stabilisation = diffusion(lattice)
        pairs = [(plain.at(k), stabilisation.at(k)) for k in waves]
        print(degree, *(f"{max(np.abs(np.linalg.eigvals(a + eta * b)).max() for a, b in pairs) * h * h:.2f}" for eta in ETAS), flush=True)


if __name__ == "__main__":
    main()
