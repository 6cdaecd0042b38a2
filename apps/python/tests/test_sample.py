"""Samples and tables for other programs."""

import base64
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import rkdg_run, square_case

import rkdg

AXES = [np.array([0.1, 0.4, 0.9]), np.array([0.2, 0.8]), np.array([0.0, 1.0, 2.0, 4.0])]


def grid(dim):
    return np.stack(np.meshgrid(*AXES[:dim], indexing="ij"), axis=-1)


def arrays_of_vtu(path):
    """Arrays of a .vtu file by name, by a reader that shares nothing with the writer."""
    types = {"Float64": "<f8", "Int64": "<i8", "UInt8": "u1"}
    found = {}
    for element in ElementTree.parse(path).iter("DataArray"):
        data = base64.b64decode(element.text)
        assert int.from_bytes(data[:8], "little") == len(data) - 8
        array = np.frombuffer(data[8:], types[element.get("type")])
        found[element.get("Name")] = array.reshape(-1, int(element.get("NumberOfComponents", 1)))
    return found


def signed_volume(points):
    """Of the hexahedron of VTK in these eight points, by the determinants of its corners; exact for boxes."""
    p = points
    return np.linalg.det([p[1] - p[0], p[3] - p[0], p[4] - p[0]])


def test_samples_know_names_places_and_time(simulation):
    simulation.advance(steps=1)
    places = grid(2)
    sample = simulation.sample(places, "rho", "velocity")
    rho, velocity = sample
    assert (rho.shape, velocity.shape) == ((3, 2), (3, 2, 2))
    assert sample["velocity"] is velocity
    assert sample.time == simulation.time
    np.testing.assert_array_equal(sample.points, places)
    np.testing.assert_array_equal(rho.reshape(-1), simulation.sample(places.reshape(-1, 2), "rho"))
    with pytest.raises(rkdg.InputError, match="there is no 'p'; there are: rho, velocity"):
        _ = sample["p"]
    with pytest.raises(rkdg.InputError, match="name each once"):
        simulation.sample(places, "rho", "rho")
    with pytest.raises(rkdg.InputError, match=r"'q' has shape \(2,\); it must begin with that of the points, \(3, 2\)"):
        rkdg.Sample(places, {"q": [1, 2]})
    with pytest.raises(rkdg.InputError, match=r"points have shape \(3,\)"):
        rkdg.Sample([1, 2, 3], {})


def test_vtu_of_single_points(tmp_path):
    sample = rkdg.Sample(grid(2).reshape(-1, 2), {"q": np.arange(6.0), 'a<"b"': np.ones((6, 2))}, time=2.5)
    sample.save(tmp_path / "a.vtu")
    found = arrays_of_vtu(tmp_path / "a.vtu")
    np.testing.assert_array_equal(found["Points"][:, :2], grid(2).reshape(-1, 2))
    np.testing.assert_array_equal(found["types"], [[1]] * 6)
    np.testing.assert_array_equal(found["q"][:, 0], np.arange(6))
    np.testing.assert_array_equal(found['a<"b"'], [[1, 1, 0]] * 6)
    assert found["TimeValue"][0, 0] == 2.5
    with pytest.raises(rkdg.InputError, match="must end in .vtu or .vtkhdf"):
        sample.save(tmp_path / "a.h5")


def test_cells_of_grids_are_the_right_way_round(tmp_path):
    for dim, shape, kind in ((2, (3, 2), 9), (3, (3, 2, 4), 12)):
        rkdg.Sample(grid(dim), {"q": np.zeros(shape)}).save(tmp_path / "a.vtu")
        found = arrays_of_vtu(tmp_path / "a.vtu")
        cells = found["connectivity"].reshape(-1, 2**dim)
        assert set(found["types"][:, 0]) == {kind}
        np.testing.assert_array_equal(found["offsets"][:, 0], 2**dim * np.arange(1, len(cells) + 1))
        corners = found["Points"][cells]
        if dim == 2:
            edges = corners[:, [1, 3]] - corners[:, [0, 0]]
            sizes = edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0]
            np.testing.assert_allclose(corners[:, 0] + corners[:, 2], corners[:, 1] + corners[:, 3])  # around, not across
        else:
            sizes = np.array([signed_volume(c) for c in corners])
            np.testing.assert_allclose(corners[:, 0] + corners[:, 6], corners[:, 1] + corners[:, 7])
        assert sizes.min() > 0
        assert sizes.sum() == pytest.approx(np.prod([axis[-1] - axis[0] for axis in AXES[:dim]]))


def test_a_line_of_a_grid_and_a_single_point_of_one(tmp_path):
    for shape, kind, cells in (((1, 4), 3, 3), ((1, 1), 1, 1)):
        rkdg.Sample(np.random.default_rng(1).random((*shape, 2)), {"q": np.zeros(shape)}).save(tmp_path / "a.vtu")
        found = arrays_of_vtu(tmp_path / "a.vtu")
        assert found["types"].tolist() == [[kind]] * cells


def test_xarray_of_a_sample():
    pytest.importorskip("xarray")
    sample = rkdg.Sample(grid(3), {"q": grid(3)[..., 1], "v": grid(3)}, time=3)
    data = sample.to_xarray()
    assert data["q"].dims == ("i", "j", "k")
    assert data["v"].dims == ("i", "j", "k", "component")
    assert data.attrs["time"] == 3
    np.testing.assert_array_equal(data["q"], data["y"])
    assert rkdg.Sample(grid(2).reshape(-1, 2), {"q": np.zeros(6)}).to_xarray()["q"].dims == ("point",)


def test_pyvista_of_a_sample(tmp_path):
    pyvista = pytest.importorskip("pyvista")
    sample = rkdg.Sample(grid(3), {"q": grid(3)[..., 1], "v": grid(3)}, time=3)
    made = sample.to_pyvista()
    assert made.compute_cell_sizes()["Volume"].sum() == pytest.approx(0.8 * 0.6 * 4)
    sample.save(tmp_path / "a.vtu")
    read = pyvista.read(tmp_path / "a.vtu")
    for name in ("q", "v"):
        np.testing.assert_array_equal(read.point_data[name], made.point_data[name])
    np.testing.assert_array_equal(read.cells, made.cells)


def test_vtkhdf_of_a_sample(tmp_path):
    try:
        import h5py
    except (ImportError, ValueError) as error:  # that of pip, after rkdg
        pytest.skip(str(error))
    rkdg.Sample(grid(2), {"q": np.arange(6.0).reshape(3, 2)}, time=3).save(tmp_path / "a.vtkhdf")
    rkdg.Sample(grid(2), {"q": np.arange(6.0).reshape(3, 2)}, time=3).save(tmp_path / "a.vtu")
    expected = arrays_of_vtu(tmp_path / "a.vtu")
    with h5py.File(tmp_path / "a.vtkhdf") as file:
        root = file["VTKHDF"]
        assert root.attrs["Type"] == b"UnstructuredGrid"
        assert [root[f"NumberOf{key}"][0] for key in ("Points", "Cells", "ConnectivityIds")] == [6, 2, 8]
        np.testing.assert_array_equal(root["Connectivity"], expected["connectivity"][:, 0])
        np.testing.assert_array_equal(root["Offsets"], [0, 4, 8])
        np.testing.assert_array_equal(root["Points"], expected["Points"])
        np.testing.assert_array_equal(root["PointData/q"], expected["q"][:, 0])
        assert root["FieldData/TimeValue"][0] == 3


def test_what_other_programs_lack_is_said(monkeypatch):
    import importlib

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(rkdg.InputError, match="Python has no xarray; call 'pip install xarray'"):
        rkdg.Sample(grid(2), {"q": np.zeros((3, 2))}).to_xarray()


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    (folder / "p.txt").write_text("0.6 0.7\n0.2 0.3\n0.6 0.1\n")
    case = square_case(output={"directory": "o", "monitor": 5, "probes": "p.txt", "format": "vtu", "every": 10})
    case.write(folder / "c.ini")
    done = rkdg_run(folder, "run", "c.ini", "-q")
    assert done.returncode == 0, done.stderr
    return rkdg.read_run(folder / "o")


def test_probes_of_a_run_have_places(run):
    np.testing.assert_array_equal(run.probe_points, [[0.6, 0.7], [0.2, 0.3], [0.6, 0.1]])


def test_xarray_of_a_run(run):
    pytest.importorskip("xarray")
    probes = run.to_xarray("probes")
    table = run.probes
    assert probes["rho"].dims == ("time", "probe")
    np.testing.assert_array_equal(np.column_stack([probes["x"], probes["y"]]), run.probe_points)
    for time, probe, rho in zip(table["time"], table["probe"], table["rho"]):
        assert float(probes["rho"].sel(time=time, probe=int(probe))) == rho
    history = run.to_xarray()
    np.testing.assert_array_equal(history["step"], run.history["step"])
    with pytest.raises(rkdg.InputError, match="has not written this table"):
        run.to_xarray("forces")


def test_pyvista_of_a_run(run):
    pytest.importorskip("pyvista")
    field = run.to_pyvista()
    assert field.compute_cell_sizes()["Area"].sum() == pytest.approx(1)
    assert "rho" in field.point_data
    with pytest.raises(rkdg.InputError, match="no field file 7; there are"):
        run.to_pyvista(7)
