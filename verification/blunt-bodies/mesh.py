"""Curved cells in front of a circular cylinder and of a sphere of radius 1, up to an ellipse that encloses the bow shock at Mach 3."""

import math

from msh import Msh

# Half axes of the outer boundary. Billig's shock crosses the axis at 1.649 and x = 0 at y = 3.70 (cylinder), 1.205 and 1.92 (sphere).
CYLINDER = (2.2, 4.6)
SPHERE = (1.5, 2.4)


def cylinder(path, around, out, triangles):
    """`around` cells along the half circle, `out` from the wall to the outer boundary, of third order."""
    a, b = CYLINDER

    def point(u, s):
        angle = math.pi * (u - 0.5)
        x, y = -math.cos(angle), math.sin(angle)
        return (1 + s * (a - 1)) * x, (1 + s * (b - 1)) * y

    mesh = Msh(2)
    sides = {(0, 0): "outflow", (0, 1): "outflow", (1, 0): "wall", (1, 1): "inflow"}
    mesh.add((around, out), point, sides, order=3, simplices=triangles)
    mesh.write(path)


def sphere(path, edge, out, tetrahedra):
    """The octant x < 0, y > 0, z > 0 of second order: three patches of `edge` x `edge` cells, `out` cells deep."""
    a, b = SPHERE
    corners = [(-1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)]
    planes = ["side", "outflow", "floor"]  # y = 0, x = 0 and z = 0: those of the arcs from each corner to the next

    def middle(*points):
        return tuple(sum(x) / len(points) for x in zip(*points))

    def unit(v):
        length = math.sqrt(sum(x * x for x in v))
        return tuple(x / length for x in v)

    # Cubes cut along diagonals that all lead away from the front, by symmetry, give it a wrong state: README.md.
    cut = "centred" if tetrahedra else False
    mesh = Msh(3)
    for k in range(3):
        here, after, before = corners[k], corners[(k + 1) % 3], corners[k - 1]
        ends = [here, unit(middle(here, after)), unit(middle(*corners)), unit(middle(before, here))]

        def point(u, v, s, ends=ends):
            shares = ((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v)
            x, y, z = unit(tuple(sum(share * end[axis] for share, end in zip(shares, ends)) for axis in range(3)))
            return (1 + s * (a - 1)) * x, (1 + s * (b - 1)) * y, (1 + s * (b - 1)) * z

        sides = {(2, 0): "wall", (2, 1): "inflow", (1, 0): planes[k], (0, 0): planes[k - 1]}
        mesh.add((edge, edge, out), point, sides, order=2, simplices=cut)
    mesh.write(path)
