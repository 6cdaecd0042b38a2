"""What of a field file is drawn: a 2-D mesh as it is, a 3-D one and a lattice where a plane cuts them."""

from __future__ import annotations

import numpy as np
import rkdg_fields

# Tetrahedra that fill a cell, by its corners in VTK's order.
TETRAHEDRA = {4: [(0, 1, 2, 3)], 5: [(0, 1, 2, 4), (0, 2, 3, 4)], 6: [(0, 1, 2, 5), (0, 1, 4, 5), (0, 3, 4, 5)],
              8: [(0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6)]}  # fmt: skip


class Triangles:
    """Values at the corners of triangles."""

    def __init__(self, x, y, values, triangles, axes=("x", "y"), title=""):
        self.x, self.y, self.values, self.triangles, self.axes, self.title = x, y, values, triangles, axes, title

    def box(self):
        return self.x.min(), self.x.max(), self.y.min(), self.y.max()

    def paint(self, axes, **options):
        finite = np.isfinite(self.values)[self.triangles].all(axis=1)
        return axes.tripcolor(self.x, self.y, self.triangles[finite], self.values, shading="gouraud", **options)


class Squares:
    """Values of the cells of a grid, [row along y][column along x]."""

    def __init__(self, x_edges, y_edges, values, axes, title):
        self.x_edges, self.y_edges, self.values, self.axes, self.title = x_edges, y_edges, values, axes, title

    def box(self):
        return self.x_edges[0], self.x_edges[-1], self.y_edges[0], self.y_edges[-1]

    def paint(self, axes, **options):
        return axes.pcolormesh(self.x_edges, self.y_edges, self.values, **options)


def scalar(values):
    """Of a vector its length."""
    return np.linalg.norm(values, axis=1) if values.ndim > 1 else values


def chosen_plane(path, low, high, plane):
    """The axis across the plane, its place, and the words for it. By default in the middle of the shortest extent."""
    extents = np.asarray(high) - np.asarray(low)
    axis = 2 - int(np.argmin(extents[::-1]))  # z where several are as short
    place = (low[axis] + high[axis]) / 2
    if plane is not None:
        axis, place = plane
        if not low[axis] <= place <= high[axis]:
            raise ValueError(f"{path}: the plane {'xyz'[axis]} = {place:g} lies outside, where {'xyz'[axis]} is from "
                             f"{low[axis]:g} to {high[axis]:g}")  # fmt: skip
    return axis, place, f"{'xyz'[axis]} = {place:.6g}"


def cut(points, values, tetrahedra, axis, place):
    """The triangles in which a plane cuts tetrahedra, [tetrahedron][corner]: points and values of their corners."""
    above = points[tetrahedra, axis] >= place
    corners = []
    # Each triangle has three of the edges that the plane crosses, and four edges make two triangles.
    for pattern in range(1, 15):
        is_above = np.array([pattern >> k & 1 == 1 for k in range(4)])
        chosen = tetrahedra[(above == is_above).all(axis=1)]
        up, down = np.flatnonzero(is_above), np.flatnonzero(~is_above)
        if len(up) == 2:
            edges = [(up[0], down[0]), (up[0], down[1]), (up[1], down[1]), (up[1], down[0])]
            parts = [edges[:3], [edges[0], edges[2], edges[3]]]
        else:
            parts = [[(i, j) for i in up for j in down]]
        for part in parts:
            corners.append(np.stack([chosen[:, edge] for edge in part], axis=1))
    edges = np.concatenate(corners).reshape(-1, 2)
    a, b = points[edges[:, 0]], points[edges[:, 1]]
    share = (place - a[:, axis]) / (b[:, axis] - a[:, axis])
    fields = values[edges[:, 0]] + share * (values[edges[:, 1]] - values[edges[:, 0]])
    return a + share[:, None] * (b - a), fields


def plane_of_cells(file, name, window, plane):
    """A 3-D mesh, linear between the corners of its cells."""
    points, values = file.array("points"), scalar(file.array(name))
    axis, place, title = chosen_plane(file.path, points.min(axis=0), points.max(axis=0), plane)
    tetrahedra = np.concatenate([cells[:, TETRAHEDRA[cells.shape[1]]].reshape(-1, 4) for cells in file.cells_3d()])
    heights = points[tetrahedra, axis]
    found, fields = cut(points, values, tetrahedra[(heights.min(1) < place) & (heights.max(1) >= place)], axis, place)
    across = [d for d in range(3) if d != axis]
    x, y = (found[:, d] for d in across)
    triangles = np.arange(len(x)).reshape(-1, 3)
    if window is not None:
        x0, x1, y0, y1 = window
        inside = (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
        triangles = triangles[inside[triangles].any(axis=1)]
    if len(triangles) == 0:
        raise ValueError(f"{file.path}: no cell lies in the window")
    used, numbers = np.unique(triangles, return_inverse=True)
    return Triangles(x[used], y[used], fields[used], numbers.reshape(-1, 3), ["xyz"[d] for d in across], title)


def plane_of_lattice(file, name, plane):
    edges = file.edges()
    axis, place, title = chosen_plane(file.path, [e[0] for e in edges], [e[-1] for e in edges], plane)
    with rkdg_fields.reading(file.path):
        values = scalar(file.array(name)).reshape([len(e) - 1 for e in reversed(edges)])  # [z][y][x]
        layer = int(np.clip(np.searchsorted(edges[axis], place, side="right") - 1, 0, len(edges[axis]) - 2))
        values = np.take(values, layer, axis=2 - axis)
    across = [d for d in range(3) if d != axis]
    return Squares(*(edges[d] for d in across), values, ["xyz"[d] for d in across], title)


def picture_of(file, name, window, plane):
    """What is drawn of a field."""
    if isinstance(file, rkdg_fields.ImageFile):
        return plane_of_lattice(file, name, plane)
    if file.is_3d():
        return plane_of_cells(file, name, window, plane)
    if plane is not None:
        raise ValueError(f"{file.path}: is of two dimensions; --plane is for three")
    return Triangles(*rkdg_fields.evaluate(file, name, window))
