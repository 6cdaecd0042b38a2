"""Meshes of arrays, against those of generators."""

import numpy as np
import pytest
from conftest import square_case

import rkdg

SIDES = ("left", "right", "bottom", "top")


def grid(n, dim):
    """Points of a grid in the unit square or cube, and the number of each by its place."""
    places = np.stack(np.meshgrid(*[np.arange(n + 1)] * dim, indexing="ij"), axis=-1).reshape(-1, dim)
    return places / n, {tuple(place): i for i, place in enumerate(places)}


def square_arrays(n):
    points, number = grid(n, 2)
    cells = [[number[i, j], number[i + 1, j], number[i + 1, j + 1], number[i, j + 1]] for j in range(n) for i in range(n)]
    along = range(n)
    sides = {"left": [[number[0, k], number[0, k + 1]] for k in along],
             "right": [[number[n, k], number[n, k + 1]] for k in along],
             "bottom": [[number[k, 0], number[k + 1, 0]] for k in along],
             "top": [[number[k, n], number[k + 1, n]] for k in along]}  # fmt: skip
    return points, cells, sides


def test_arrays_make_the_mesh_of_the_generator():
    points, cells, sides = square_arrays(6)
    made = rkdg.Mesh.from_arrays(points, {"quad": cells}, sides)
    generated = rkdg.Mesh.generate("square", kind="quads", n=6, xmin=0, xmax=1, ymin=0, ymax=1)
    assert (made.dim, made.cell_count, made.face_count) == (2, 36, generated.face_count)
    assert made.boundaries == generated.boundaries == dict.fromkeys(SIDES, 6)
    np.testing.assert_allclose(np.sort(made.centroids, axis=0), np.sort(generated.centroids, axis=0), atol=1e-15)
    np.testing.assert_allclose(made.volumes, 1 / 36, rtol=1e-13)

    where = np.random.default_rng(1).random((50, 2))
    sampled = []
    for mesh in (made, generated, generated.order("random", seed=3)):
        case = square_case()
        for key in ("generate", "parameters"):
            del case[f"mesh.{key}"]
        with rkdg.Simulation(case, mesh=mesh, backend="cpu") as simulation:
            simulation.advance(time=0.05)
            sampled.append(simulation.sample(where, "rho"))
    np.testing.assert_allclose(sampled[0], sampled[1], rtol=1e-12)
    np.testing.assert_allclose(sampled[0], sampled[2], rtol=1e-12)


def test_a_given_mesh_takes_the_place_of_that_of_the_case():
    coarse = rkdg.Mesh.generate("square", kind="triangles", n=4)
    with rkdg.Simulation(square_case(), mesh=coarse, backend="cpu") as simulation:
        assert simulation.info["cells"] == 32


def test_3d_cells_and_faces_of_two_kinds():
    points, number = grid(2, 3)
    corner = lambda i, j, k, a, b, c: number[i + a, j + b, k + c]  # noqa: E731
    hexahedra, wedges = [], []
    base = [(0, 0), (1, 0), (1, 1), (0, 1)]
    for i, j, k in np.ndindex(2, 2, 2):
        eight = [corner(i, j, k, a, b, c) for c in (0, 1) for a, b in base]
        if i == 0:
            hexahedra.append(eight)
        else:
            wedges += [[eight[n] for n in (0, 1, 2, 4, 5, 6)], [eight[n] for n in (0, 2, 3, 4, 6, 7)]]
    quads, triangles = [], []
    for cells, sides in ((hexahedra, [(0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]),
                         (wedges, [(0, 1, 2), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)])):  # fmt: skip
        for cell in cells:
            for side in sides:
                face = [cell[n] for n in side]
                if any(len(set(points[face, d])) == 1 and points[face[0], d] in (0, 1) for d in range(3)):
                    (quads if len(face) == 4 else triangles).append(face)
    mesh = rkdg.Mesh.from_arrays(points, {"hexahedron": hexahedra, "wedge": wedges}, {"all": [quads, triangles]})
    assert (mesh.dim, mesh.cell_count, mesh.boundaries) == (3, 12, {"all": len(quads) + len(triangles)})
    assert mesh.volumes.sum() == pytest.approx(1, rel=1e-13)


def test_files_keep_a_mesh(tmp_path):
    mesh = rkdg.Mesh.generate("square", kind="hybrid", n=4, order=2, curved=0.05)
    mesh.write(tmp_path / "m.h5")
    read = rkdg.Mesh.read(tmp_path / "m.h5")
    assert (read.cell_count, read.geometry_order, read.boundaries) == (mesh.cell_count, 2, mesh.boundaries)
    np.testing.assert_array_equal(read.points, mesh.points)


def test_meshio():
    meshio = pytest.importorskip("meshio")
    points, cells, sides = square_arrays(3)
    blocks = [("quad", np.array(cells))] + [("line", np.array(sides[name])) for name in SIDES]
    sets = {name: [np.arange(3) if k == i + 1 else np.array([], dtype=int) for k in range(5)] for i, name in enumerate(SIDES)}
    flat = np.column_stack([points, np.zeros(len(points))])
    by_sets = rkdg.Mesh.from_meshio(meshio.Mesh(flat, blocks, cell_sets=sets))
    tags = [np.zeros(9, dtype=int)] + [np.full(3, i + 1) for i in range(4)]
    groups = {name: np.array([i + 1, 1]) for i, name in enumerate(SIDES)}
    by_groups = rkdg.Mesh.from_meshio(meshio.Mesh(flat, blocks, cell_data={"gmsh:physical": tags}, field_data=groups))
    assert by_sets.boundaries == by_groups.boundaries == dict.fromkeys(SIDES, 3)
    assert by_sets.cell_count == by_groups.cell_count == 9


@pytest.mark.parametrize(("act", "words"), [
    (lambda p, c, b: (p[:, :1], c, b), "must be (points, 2) or (points, 3)"),
    (lambda p, c, b: (p, {"pentagon": [[0, 1, 2, 3, 4]]}, b), "there are no cells 'pentagon'"),
    (lambda p, c, b: (p, {"quad": [[0, 1, 2]]}, b), "4 points belong to each"),
    (lambda p, c, b: (p, {"quad": [[0, 1, 2, 99]]}, b), "names point 99; there are points 0 to 15"),
    (lambda p, c, b: (p, {"quad": np.ones((1, 4))}, b), "expected whole numbers"),
    (lambda p, c, b: (p * np.nan, c, b), "is not finite"),
    (lambda p, c, b: (p, c, {**b, "left": [[0, 1, 2, 3, 4]]}), "there are none"),
])  # fmt: skip
def test_wrong_arrays(act, words):
    points, cells, sides = square_arrays(3)
    with pytest.raises(rkdg.InputError) as caught:
        rkdg.Mesh.from_arrays(*act(points, {"quad": cells}, sides))
    assert words in str(caught.value)


def test_what_is_left_out_is_said():
    points, cells, sides = square_arrays(3)
    with pytest.warns(rkdg.CaseWarning, match="inside the mesh"):
        rkdg.Mesh.from_arrays(points, {"quad": cells}, {**sides, "left": sides["left"] + [[5, 6]]})


def test_wrong_names():
    with pytest.raises(rkdg.InputError, match="no such file|cannot"):
        rkdg.Mesh.read("/nowhere/m.msh")
    with pytest.raises(rkdg.InputError, match="sphinx"):
        rkdg.Mesh.generate("sphinx")
    with pytest.raises(rkdg.InputError, match="wall"):
        rkdg.Mesh.generate("square").order("layers", start="wall")
    assert "n" in rkdg.Mesh.generators()["square"]
