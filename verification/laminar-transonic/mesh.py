"""The C-grid of curved quadrilaterals around NACA 0012, and the same cut into triangles: each along the diagonal of its lattice of nodes."""

import msh
from cylinder.vtu import QUADRILATERALS, Vtu, quadrilateral_lattice
from msh import LINE, TRIANGLE, TYPES, places_of
from study import call


def write(rkdg, grid, triangles, parameters, order=3):
    """Writes the grid of quadrilaterals as a VTK file, and its triangles as a Gmsh file."""
    call([rkdg, "mesh", "naca0012", *parameters, f"order={order}", "-o", grid.with_suffix(".h5")])
    call([rkdg, "convert", grid.with_suffix(".h5"), grid])
    cut(Vtu(grid), triangles, order)


def cut(grid, path, order):
    points = grid.array("Points")
    number = {place: k for k, place in enumerate(quadrilateral_lattice(order))}
    # A corner 0, and the vectors to the other two, of both triangles.
    halves = [((1, 0), (1, 1)), ((1, 1), (0, 1))]
    elements = []
    for (kind, nodes), group in zip(grid.cells(), grid.array("CellEntityIds")):
        if kind in QUADRILATERALS:
            for e1, e2 in halves:
                places = [(a * e1[0] + b * e2[0], a * e1[1] + b * e2[1]) for a, b in places_of(TRIANGLE, order)]
                elements.append((TYPES[TRIANGLE][order], 100, [nodes[number[place]] + 1 for place in places]))
        else:
            elements.append((TYPES[LINE][order], group, [node + 1 for node in nodes]))
    groups = [(1, 1, "wall"), (1, 2, "farfield"), (2, 100, "gas")]
    msh.write(path, groups, [(points[k], points[k + 1], 0.0) for k in range(0, len(points), 3)], elements)
