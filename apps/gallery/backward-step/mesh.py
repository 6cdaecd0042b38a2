"""A channel that widens by a step of height 1 at x = 0, from x = -4 to 30, in rectangles: python3 mesh.py FILE N.

N cells lie along the height of the step, and as many along that of the inlet.
"""

import sys

STEP, INLET, BEFORE, BEHIND = 1.0, 1.0, -4.0, 30.0


def lines(n):
    """Coordinates along x and y: cells of the height of the others near the step, longer ones far from it."""
    x = [0.0]
    while x[-1] < BEHIND:
        x.append(x[-1] + STEP / n * max(1.0, 1.0 + 0.15 * (x[-1] - 6)))
    x = [a * BEHIND / x[-1] for a in x]
    count = int(-BEFORE * n / 2)
    upstream = [BEFORE * (1 - i / count) for i in range(count)]
    return upstream + x, [STEP * j / n for j in range(n)] + [STEP + INLET * j / n for j in range(n + 1)], count


def write(path, n):
    x, y, first = lines(n)
    number, cells, edges = {}, [], []

    def node(i, j):
        return number.setdefault((i, j), len(number) + 1)

    def is_open(i, j):
        return 0 <= i < len(x) - 1 and 0 <= j < len(y) - 1 and (i >= first or j >= n)

    for i in range(len(x) - 1):
        for j in range(len(y) - 1):
            if not is_open(i, j):
                continue
            corners = [node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)]
            cells.append(corners)
            for side, (di, dj) in enumerate([(0, -1), (1, 0), (0, 1), (-1, 0)]):
                if not is_open(i + di, j + dj):
                    tag = 1 if i == 0 and di == -1 else 2 if i == len(x) - 2 and di == 1 else 3
                    edges.append((tag, corners[side], corners[(side + 1) % 4]))
    with open(path, "w") as file:
        file.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n")
        for tag, name in enumerate(("inflow", "outflow", "wall"), 1):
            file.write(f'1 {tag} "{name}"\n')
        file.write(f'2 4 "gas"\n$EndPhysicalNames\n$Nodes\n{len(number)}\n')
        for (i, j), k in number.items():
            file.write(f"{k} {x[i]!r} {y[j]!r} 0\n")
        file.write(f"$EndNodes\n$Elements\n{len(edges) + len(cells)}\n")
        for k, (tag, a, b) in enumerate(edges, 1):
            file.write(f"{k} 1 2 {tag} {tag} {a} {b}\n")
        for k, corners in enumerate(cells, len(edges) + 1):
            file.write(f"{k} 3 2 4 4 {' '.join(map(str, corners))}\n")
        file.write("$EndElements\n")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]))
