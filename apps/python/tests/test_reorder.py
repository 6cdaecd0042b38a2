"""Orders, metrics, colours and parts as arrays, against `rkdg reorder` and what they must be by definition."""

import json

import numpy as np
import pytest
from conftest import rkdg_run

import rkdg
from rkdg import reorder


@pytest.fixture(scope="module")
def mesh():
    return rkdg.Mesh.generate("square", kind="triangles", n=12)


def line_graph(n):
    """Cells in a row, each joined to the next, with an end on either side."""
    faces = [(i, i + 1) for i in range(n - 1)] + [(0, -1), (n - 1, -1)]
    return reorder.Graph(n, faces, {"begin": [n - 1], "end": [n]}, np.arange(n)[:, None] * 1.0)


def test_a_report_is_that_of_the_program(mesh, tmp_path):
    mesh.write(tmp_path / "m.h5")
    words = ["reorder", "m.h5", "-o", "o.h5", "--report", "r.json", "--method", "tiled-layers", "--start", "left"]
    done = rkdg_run(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    said = json.loads((tmp_path / "r.json").read_text())
    here = reorder.report(mesh, "tiled-layers", start="left")
    assert said.pop("seconds") > 0
    assert here.pop("seconds") > 0
    assert here == said

    cells, _ = reorder.order(mesh, "tiled-layers", start="left")
    np.testing.assert_array_equal(mesh.centroids[cells], rkdg.Mesh.read(tmp_path / "o.h5").centroids)


def test_metrics_of_a_3d_mesh_are_those_of_the_program(tmp_path):
    mesh = rkdg.Mesh.generate("box", kind="tetrahedra", n=3)
    mesh.write(tmp_path / "m.h5")
    assert rkdg_run(tmp_path, "reorder", "m.h5", "--method", "rcm", "--report", "r.json").returncode == 0
    said = json.loads((tmp_path / "r.json").read_text())
    assert reorder.measure(mesh) == said["before"]
    graph = reorder.Graph.of_mesh(mesh)
    assert reorder.measure(graph.permuted(reorder.order(graph, "rcm"))) == said["after"]


def test_an_order_of_arrays():
    n = 40
    graph = line_graph(n)
    assert (graph.cell_count, graph.faces.shape, graph.centroids.shape) == (n, (n + 1, 2), (n, 1))
    assert {name: list(faces) for name, faces in graph.boundaries.items()} == {"begin": [n - 1], "end": [n]}
    assert reorder.measure(graph)["bandwidth"] == 1

    mixed = graph.permuted(reorder.order(graph, "random", seed=3))
    assert reorder.measure(mixed)["bandwidth"] > 10
    # Layers from one end follow the line, whatever the numbers were.
    back = reorder.order(mixed, "layers", start="end")
    np.testing.assert_array_equal(mixed.centroids[back.cells, 0], np.arange(n)[::-1])
    assert reorder.measure(mixed.permuted(back), start="end")["bandwidth"] == 1
    with pytest.raises(rkdg.InputError):
        mixed.permuted((back.cells[1:], back.faces))


@pytest.mark.parametrize("rule", ["greedy", "balanced", "few"])
def test_faces_of_a_colour_share_no_cell(mesh, rule):
    colours, faces = reorder.colour(mesh, rule), reorder.Graph.of_mesh(mesh).faces
    assert colours.shape == (mesh.face_count,)
    for colour in range(colours.max() + 1):
        cells = faces[colours == colour].reshape(-1)
        cells = cells[cells >= 0]
        assert 0 < len(cells) == len(set(cells.tolist()))


def test_parts_are_balanced(mesh):
    try:
        parts = reorder.partition(mesh, 4)
    except rkdg.InputError as error:
        pytest.skip(str(error))
    assert sorted(set(parts.tolist())) == [0, 1, 2, 3]
    assert np.bincount(parts).max() <= 1.1 * mesh.cell_count / 4
    faces = reorder.Graph.of_mesh(mesh).faces
    inner = faces[faces[:, 1] >= 0]
    # A cut of the square in four has four sides of six cells; a random part would cut three faces of four.
    assert np.sum(parts[inner[:, 0]] != parts[inner[:, 1]]) < 0.25 * len(inner)
    # A cell that costs as much as all others has a part nearly for itself.
    weights = np.ones(mesh.cell_count, dtype=int)
    weights[7] = mesh.cell_count
    halves = reorder.partition(mesh, 2, weights)
    assert np.sum(halves == halves[7]) < 0.2 * mesh.cell_count


@pytest.mark.parametrize(("act", "words"), [
    (lambda m: reorder.order(m, "layer"), "tiled-layers"),
    (lambda m: reorder.order(m, "layers", start="wal"), "left"),
    (lambda m: reorder.colour(m, "any"), "greedy, balanced, few"),
    (lambda m: reorder.partition(m, 0), "at least one"),
    (lambda m: reorder.partition(m, 2, [1, 2]), "weights are 2 numbers"),
    (lambda m: reorder.report(m, assembly="auto"), "name one, such as gather"),
    (lambda m: reorder.report(m, degree=99), "expected 0 to"),
    (lambda m: reorder.Graph(2, [(0, 2)]), "2"),
    (lambda m: reorder.Graph(2, [(0.5, 1)]), "whole numbers"),
    (lambda m: reorder.Graph(2, [(0, -1)], {"a": [4]}), "there are 0 to 0"),
    (lambda m: reorder.Graph(2, [0, 1]), "must be (faces, 2)"),
])  # fmt: skip
def test_errors_are_one_line(mesh, act, words):
    with pytest.raises(rkdg.InputError) as caught:
        act(mesh)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
