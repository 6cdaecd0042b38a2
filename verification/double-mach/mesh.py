"""The rectangle 0..4 x 0..1, whose lower side is a wall from x = 1/6 on, in squares or squares cut into triangles."""

from msh import Msh


def write(path, n, triangles):
    """`n` cells along a unit of length; a multiple of 6."""
    mesh = Msh(2)
    sides = {
        (0, 0): "behind", (0, 1): "right", (1, 1): "top",
        (1, 0): lambda place: "behind" if 6 * place[0] < n else "wall",
    }  # fmt: skip
    mesh.add((4 * n, n), lambda x, y: (4 * x, y), sides, simplices=triangles)
    mesh.write(path)
