"""Gmsh files of blocks of cells: cubes of a lattice, whole or cut into simplices, which follow a map and are curved where it is."""

from itertools import permutations, product

LINE, TRIANGLE, QUADRILATERAL, TETRAHEDRON, HEXAHEDRON = "line", "triangle", "quadrilateral", "tetrahedron", "hexahedron"
TYPES = {
    LINE: {1: 1, 2: 8, 3: 26}, TRIANGLE: {1: 2, 2: 9, 3: 21}, QUADRILATERAL: {1: 3, 2: 10, 3: 36},
    TETRAHEDRON: {1: 4, 2: 11}, HEXAHEDRON: {1: 5, 2: 12},
}  # fmt: skip
HEXAHEDRON_CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
HEXAHEDRON_EDGES = [(0, 1), (0, 3), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (4, 7), (5, 6), (6, 7)]
HEXAHEDRON_FACES = [(0, 3, 2, 1), (0, 1, 5, 4), (0, 4, 7, 3), (1, 2, 6, 5), (2, 3, 7, 6), (4, 5, 6, 7)]
TETRAHEDRON_CORNERS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
TETRAHEDRON_EDGES = [(0, 1), (1, 2), (2, 0), (3, 0), (2, 3), (1, 3)]


def polygon_places(corners, order):
    """Corners, points between them, and the smaller polygon inside: the order of Gmsh in the plane."""
    places = list(corners)
    for a, b in zip(corners, corners[1:] + corners[:1]):
        step = [(q > p) - (q < p) for p, q in zip(a, b)]
        places += [tuple(p + k * s for p, s in zip(a, step)) for k in range(1, order)]
    return places


def places_of(kind, order):
    """Where the nodes of a cell lie on its lattice of 0 to `order`, as Gmsh numbers them."""
    n = order
    if kind == LINE:
        return [(0,), (n,)] + [(k,) for k in range(1, n)]
    if kind == TRIANGLE:
        return polygon_places([(0, 0), (n, 0), (0, n)], n) + ([(1, 1)] if n == 3 else [])
    if kind == QUADRILATERAL:
        inside = {1: [], 2: [(1, 1)], 3: [(1, 1), (2, 1), (2, 2), (1, 2)]}[n]
        return polygon_places([(0, 0), (n, 0), (n, n), (0, n)], n) + inside
    corners, groups = {
        TETRAHEDRON: (TETRAHEDRON_CORNERS, TETRAHEDRON_EDGES),
        HEXAHEDRON: (HEXAHEDRON_CORNERS, HEXAHEDRON_EDGES + HEXAHEDRON_FACES + [tuple(range(8))]),
    }[kind]
    places = [tuple(n * x for x in corner) for corner in corners]
    if n == 2:  # the middles of edges, faces and the cell
        places += [tuple(2 * sum(corners[k][axis] for k in group) // len(group) for axis in range(3)) for group in groups]
    return places


def determinant(vectors):
    if len(vectors) == 1:
        return vectors[0][0]
    return sum((-1) ** k * vectors[0][k] * determinant([v[:k] + v[k + 1 :] for v in vectors[1:]]) for k in range(len(vectors)))


def pieces(dim, simplices, odd=False):
    """What a cube of side 2 becomes: lists of a corner and the vectors from it that span a cell.

    True cuts it along a diagonal from corner 0, into 6 tetrahedra or 2 triangles; "centred" into 24 or 4 that meet in its middle and in
    those of its faces, which favours no direction. "mirrored" cuts off the corners whose lattice places have even sums, 4 of them or 2,
    and a tetrahedron remains in the middle: neighbours are mirror images. `odd`: the place of corner 0 has an odd sum."""
    unit = [tuple(2 * int(a == b) for a in range(dim)) for b in range(dim)]
    if not simplices or dim == 1:
        return [((0,) * dim, unit)]
    cut = []
    if simplices == "centred":
        for axis, end, (corner, vectors) in product(range(dim), (0, 2), pieces(dim - 1, simplices)):
            corner = corner[:axis] + (end,) + corner[axis:]
            cut.append((corner, [v[:axis] + (0,) + v[axis:] for v in vectors] + [tuple(1 - x for x in corner)]))
    elif simplices == "mirrored":
        kept = []
        for corner in product((0, 2), repeat=dim):
            if (sum(corner) // 2 + odd) % 2:
                kept.append(corner)
            else:
                cut.append((corner, [tuple((2 - 2 * x) * int(a == b) for a, x in enumerate(corner)) for b in range(dim)]))
        if dim == 3:
            cut.append((kept[0], [tuple(x - y for x, y in zip(other, kept[0])) for other in kept[1:]]))
    else:
        for turn in permutations(range(dim)):
            corner, vectors = (0,) * dim, []
            for axis in turn:
                corner = tuple(x + y for x, y in zip(corner, unit[axis]))
                vectors.append(corner)
            cut.append(((0,) * dim, vectors))
    return [(corner, [v[1], v[0], *v[2:]] if determinant(v) < 0 else v) for corner, v in cut]


def write(path, groups, points, elements):
    """A Gmsh file of version 2.2: groups (dimension, tag, name), points of three coordinates, elements (type, tag, nodes from 1 on)."""
    with open(path, "w") as file:
        file.write(f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n{len(groups)}\n")
        for dim, tag, name in groups:
            file.write(f'{dim} {tag} "{name}"\n')
        file.write(f"$EndPhysicalNames\n$Nodes\n{len(points)}\n")
        for k, point in enumerate(points, 1):
            file.write(f"{k} {' '.join(map(repr, point))}\n")
        file.write(f"$EndNodes\n$Elements\n{len(elements)}\n")
        for k, (kind, tag, nodes) in enumerate(elements, 1):
            file.write(f"{k} {kind} 2 {tag} {tag} {' '.join(map(str, nodes))}\n")
        file.write("$EndElements\n")


class Msh:
    """A mesh that grows block by block; points of two blocks that coincide become one node."""

    def __init__(self, dim):
        self._dim = dim
        self._nodes = {}
        self._points = []
        self._groups = {}
        self._elements = []

    def _node(self, point):
        number = self._nodes.setdefault(tuple(round(x, 10) + 0.0 for x in point), len(self._nodes) + 1)
        if number > len(self._points):
            self._points.append(tuple(point))
        return number

    def _group(self, dim, name):
        return self._groups.setdefault((dim, name), len(self._groups) + 1)

    def _fill(self, at, counts, order, simplices, group, beyond=0):
        dim = len(counts)
        kind = [None, LINE, TRIANGLE if simplices else QUADRILATERAL, TETRAHEDRON if simplices else HEXAHEDRON][dim]
        places, parts = places_of(kind, order), [pieces(dim, simplices, odd) for odd in (False, True)]
        for origin in product(*(range(n) for n in counts)):
            name = group(origin) if callable(group) else group
            for corner, vectors in parts[(sum(origin) + beyond) % 2]:
                nodes = [
                    at(tuple(order * (2 * o + c) + sum(p * v[axis] for p, v in zip(place, vectors)) for axis, (o, c) in enumerate(zip(origin, corner))))
                    for place in places
                ]
                self._elements.append((TYPES[kind][order], self._group(dim, name), nodes))

    def add(self, counts, point, sides, order=1, simplices=False):
        """A block of cells on the lattice 0 to counts, which `point` maps from numbers between 0 and 1 to places.

        `sides` gives the names of boundaries by axis and end, (0, 1) being the far end of the first axis; a name may be a function of
        the lattice place of the face."""
        known = {}

        def at(place):
            if place not in known:
                known[place] = self._node(point(*(x / (2 * order * n) for x, n in zip(place, counts))))
            return known[place]

        self._fill(at, counts, order, simplices, "gas")
        for (axis, end), name in sides.items():
            fixed = 2 * end * order * counts[axis]
            rest = counts[:axis] + counts[axis + 1 :]
            self._fill(lambda p: at(p[:axis] + (fixed,) + p[axis:]), rest, order, simplices, name, end * counts[axis])

    def write(self, path):
        groups = [(dim, tag, name) for (dim, name), tag in self._groups.items()]
        write(path, groups, [point + (0.0,) * (3 - self._dim) for point in self._points], self._elements)
