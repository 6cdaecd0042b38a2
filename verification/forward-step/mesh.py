"""The channel 0..3 x 0..1 with a step of height 0.2 from x = 0.6 on, in squares or squares cut into triangles."""

import sys


def write(path, n, kind):
    """A Gmsh file with n cells along each unit of length; n is a multiple of 5."""
    number = {}

    def node(i, j):
        return number.setdefault((i, j), len(number) + 1)

    def open_at(i, j):
        return j >= n // 5 or i < 3 * n // 5

    cells, lines = [], []
    for j in range(n):
        for i in range(3 * n):
            if not open_at(i, j):
                continue
            a, b, c, d = node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)
            cells += [[a, b, c, d]] if kind == "quads" else [[a, b, c], [a, c, d]]
            if i == 0:
                lines.append((1, d, a))
            if i == 3 * n - 1:
                lines.append((2, b, c))
            if j == n - 1 or j == 0 or not open_at(i, j - 1):
                lines += [(3, c, d)] if j == n - 1 else [(3, a, b)]
            if i + 1 < 3 * n and not open_at(i + 1, j):
                lines.append((4, b, c))
    with open(path, "w") as file:
        file.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n5\n")
        for tag, name in enumerate(("inflow", "outflow", "wall", "step"), 1):
            file.write(f'1 {tag} "{name}"\n')
        file.write('2 5 "gas"\n$EndPhysicalNames\n$Nodes\n%d\n' % len(number))
        for (i, j), k in number.items():
            file.write(f"{k} {i / n!r} {j / n!r} 0\n")
        file.write("$EndNodes\n$Elements\n%d\n" % (len(lines) + len(cells)))
        for k, (tag, a, b) in enumerate(lines, 1):
            file.write(f"{k} 1 2 {tag} {tag} {a} {b}\n")
        for k, cell in enumerate(cells, len(lines) + 1):
            file.write(f"{k} {3 if len(cell) == 4 else 2} 2 5 5 {' '.join(map(str, cell))}\n")
        file.write("$EndElements\n")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), sys.argv[3])
