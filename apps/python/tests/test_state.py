"""The state as arrays, rates, samples and files, against `rkdg run` and exact values."""

import gc
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import SQUARE, lid_case, rkdg_run, square_case

import rkdg


def test_a_run_from_python_is_that_of_the_program(tmp_path):
    case = square_case(kind="hybrid", checkpoint={"every": 20})
    case.write(tmp_path / "c.ini")
    assert rkdg_run(tmp_path, "run", "c.ini", "-q").returncode == 0
    with rkdg.Simulation(case, backend="cpu") as here, rkdg.Simulation(case, backend="cpu") as there:
        there.restart(tmp_path / "out/checkpoint.h5")
        here.advance(steps=7)
        here.advance()
        assert (here.step, here.time) == (there.step, there.time) == (20, here.time)
        assert here.coefficients.tobytes() == there.coefficients.tobytes()

        here.checkpoint(tmp_path / "again.h5")
        here.advance(steps=5)
        there.restart(tmp_path / "again.h5")
        there.advance(steps=5)
        assert here.coefficients.tobytes() == there.coefficients.tobytes()
    done = rkdg_run(tmp_path, "run", "c.ini", "-q", "--restart", "again.h5", "--set", "time.steps=25", "--output", "b")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("kind", ["quads", "hybrid"])
@pytest.mark.parametrize("layout", ["blocked", "flat"])
def test_batches_are_the_state_itself(kind, layout):
    case = square_case(kind=kind, space={"layout": layout})
    with rkdg.Simulation(case, backend="cpu") as simulation:
        u, begin, batches = simulation.coefficients, {}, simulation.batches
        modes_of = {int(cell): batch.modes.shape[2] for batch in batches for cell in batch.cells}
        place = 0
        for cell in sorted(modes_of):
            begin[cell] = place
            place += 4 * modes_of[cell]
        assert place == len(u)
        for batch in batches:
            blocks, variables, modes, size = batch.modes.shape
            assert (variables, batch.modes.dtype) == (4, np.float64)
            for i, cell in enumerate(batch.cells):
                of_cell = u[begin[cell] : begin[cell] + 4 * modes].reshape(4, modes)
                np.testing.assert_array_equal(batch.modes[i // size, :, :, i % size], of_cell)

        # The same numbers at the same address, before and after steps.
        addresses = [batch.modes.__array_interface__["data"][0] for batch in batches]
        simulation.advance(steps=3)
        again = simulation.batches
        assert [batch.modes.__array_interface__["data"][0] for batch in again] == addresses
        assert np.shares_memory(again[0].modes, batches[0].modes)

        # What is written there is the state: the density doubled doubles the mass.
        mass = simulation.totals()[0]
        for batch in again:
            batch.modes[:, 0] *= 2
        assert simulation.totals()[0] == pytest.approx(2 * mass, rel=1e-14)
        assert simulation.sample([[0.3, 0.4]], "rho")[0] == pytest.approx(2 * 1.1, abs=0.5)


def test_arrays_outlive_their_simulation():
    simulation = rkdg.Simulation(square_case(), backend="cpu")
    modes = simulation.batches[0].modes
    before = modes.copy()
    simulation.close()
    del simulation
    gc.collect()
    np.testing.assert_array_equal(modes, before)


def test_coefficients_and_rates(simulation):
    u = simulation.coefficients
    rate = simulation.rhs()
    # Two half-steps apart: a difference of states is the rate, for a step so small that its square does not count.
    scale = 1e-6
    moved = simulation.rhs(u + scale * rate)
    assert np.linalg.norm(moved - rate) < 1e-3 * np.linalg.norm(rate)
    np.testing.assert_array_equal(simulation.coefficients, u)
    simulation.coefficients = 2 * u
    np.testing.assert_array_equal(simulation.coefficients, 2 * u)
    with pytest.raises(rkdg.InputError, match="coefficients do not fit"):
        simulation.coefficients = u[1:]
    with pytest.raises(rkdg.InputError, match="number 3 is not finite"):
        simulation.rhs(np.where(np.arange(len(u)) == 3, np.nan, u))


def test_products_with_the_jacobian():
    pytest.importorskip("scipy")
    # A linear equation: the rate is the product with the state, but for data of boundaries, of which it has none.
    case = rkdg.Case({
        "equations": {"header": "libdg/equations/advection/advection.hpp", "name": "dg::Advection2D", "a_x": 1, "a_y": 0.5},
        "mesh": {"generate": "square", "parameters": "kind=triangles, n=4"}, "space": {"degree": 1},
        "initial": {"u": "sin(pi / 5 * x)"}, "boundary.left": {"type": "periodic", "partner": "right"},
        "boundary.bottom": {"type": "periodic", "partner": "top"}, "time": {"end": 1},
    })  # fmt: skip
    with rkdg.Simulation(case, backend="cpu") as simulation:
        u = simulation.coefficients
        jacobian = simulation.jacobian()
        assert jacobian.shape == (len(u), len(u))
        rate = simulation.rhs()
        np.testing.assert_allclose(jacobian @ u, rate, atol=1e-6 * np.abs(rate).max())
        np.testing.assert_allclose(jacobian @ (3 * u), 3 * rate, atol=3e-6 * np.abs(rate).max())
        assert not (jacobian @ np.zeros(len(u))).any()
        np.testing.assert_array_equal(simulation.coefficients, u)


def test_a_jacobian_keeps_its_state(simulation):
    pytest.importorskip("scipy")
    u = simulation.coefficients
    direction = np.cos(np.arange(len(u)))
    jacobian = simulation.jacobian()
    before = jacobian @ direction
    simulation.coefficients = 2 * u  # of Euler's equations, the derivative of homogeneous functions is the same there
    np.testing.assert_allclose(simulation.jacobian() @ direction, before, atol=1e-6 * np.abs(before).max())
    simulation.coefficients = u
    simulation.advance(steps=5)
    assert np.abs(simulation.jacobian() @ direction - before).max() > 1e-3 * np.abs(before).max()
    np.testing.assert_array_equal(jacobian @ direction, before)
    np.testing.assert_array_equal(simulation.jacobian(u) @ direction, before)


def test_a_uniform_flow_has_no_rate():
    case = square_case(initial={"rho": 1, "u": 0.3, "v": 0.1, "p": 1})
    with rkdg.Simulation(case, backend="cpu") as simulation:
        assert np.abs(simulation.rhs()).max() < 1e-12


def test_the_rate_is_that_of_steps():
    # With the explicit Euler part of SSP-RK3 at a tiny step: (u(dt) - u(0)) / dt tends to the rate.
    case = square_case(time={"dt": 1e-7})
    with rkdg.Simulation(case, backend="cpu") as simulation:
        u, rate = simulation.coefficients, simulation.rhs()
        simulation.advance(steps=1)
        difference = (simulation.coefficients - u) / 1e-7
        assert np.linalg.norm(difference - rate) < 1e-5 * np.linalg.norm(rate)


@pytest.mark.parametrize("kind", ["quads", "triangles", "hybrid"])
def test_samples_are_the_polynomials(kind):
    case = square_case(kind=kind, initial={"rho": "1 + x / 4 + x * y", "u": 0, "v": 0, "p": 0.8})
    points = np.random.default_rng(2).random((200, 2))
    x, y = points.T
    with rkdg.Simulation(case, backend="cpu") as simulation:
        rho, p, u, velocity = simulation.sample(points, "rho", "p", "u", "velocity")
        temperature, mach = simulation.sample(points, "temperature", "Mach")
    exact = 1 + x / 4 + x * y
    np.testing.assert_allclose(rho, exact, rtol=1e-13)
    np.testing.assert_allclose(p, 0.8, rtol=1e-13)
    np.testing.assert_allclose(temperature, 1.4 * 0.8 / exact, rtol=1e-13)
    assert velocity.shape == (200, 2)
    assert max(np.abs(u).max(), np.abs(velocity).max(), np.abs(mach).max()) < 1e-13


def test_vorticity_of_a_shear_flow():
    case = square_case(kind="triangles", initial={"rho": 1, "u": "y^2", "v": "3 * x", "p": 1})
    points = np.random.default_rng(3).random((100, 2))
    with rkdg.Simulation(case, backend="cpu") as simulation:
        np.testing.assert_allclose(simulation.sample(points, "vorticity"), 3 - 2 * points[:, 1], rtol=1e-11)


def test_samples_in_space():
    sides = {"left": "right", "bottom": "top", "front": "back"}
    case = rkdg.Case({"mesh": {"generate": "box", "parameters": "kind=hybrid, n=4"}, "space": {"degree": 2},
                      "gas": {"model": "euler"},
                      "initial": {"rho": 1, "u": "y^2 - z", "v": "x * z", "w": "2 * x", "p": 1},
                      "time": {"steps": 1}, "output": {"format": "none"}})  # fmt: skip
    for side, partner in sides.items():
        case[f"boundary.{side}.type"] = "periodic"
        case[f"boundary.{side}.partner"] = partner
    points = np.random.default_rng(4).random((60, 3))
    x, y, z = points.T
    with rkdg.Simulation(case, backend="cpu") as simulation:
        w, vorticity = simulation.sample(points, "w", "vorticity")
    np.testing.assert_allclose(w, 2 * x, atol=1e-12)
    np.testing.assert_allclose(vorticity, np.column_stack([-x, -1 - 2 + 0 * x, z - 2 * y]), atol=1e-10)


def test_samples_outside(simulation):
    points = [[0.5, 0.5], [1.5, 0.5]]
    with pytest.raises(rkdg.InputError, match="point 1 lies outside the mesh: x = 1.5, y = 0.5"):
        simulation.sample(points, "rho")
    values = simulation.sample(points, "rho", outside="nan")
    assert np.isfinite(values[0])
    assert np.isnan(values[1])
    with pytest.raises(rkdg.InputError, match="there is no quantity 'density'; there are: rho, u, v, p"):
        simulation.sample(points, "density")
    with pytest.raises(rkdg.InputError, match=r"it must be \(points, 2\)"):
        simulation.sample([[0, 0, 0]], "rho")


def test_forces_and_probes(tmp_path):
    (tmp_path / "p.txt").write_text("0.2 0.3\n0.6 0.7\n")
    case = square_case(output={"probes": str(tmp_path / "p.txt")})
    with rkdg.Simulation(case, backend="cpu") as simulation:
        np.testing.assert_array_equal(simulation.probe_points, [[0.2, 0.3], [0.6, 0.7]])
        expected = np.column_stack(simulation.sample(simulation.probe_points, "rho", "u", "v", "p"))
        np.testing.assert_allclose(simulation.probes(), expected, rtol=1e-13)
        with pytest.raises(rkdg.InputError, match="'wall' is not in the mesh"):
            simulation.forces("wall")

    # At rest a wall feels the pressure alone, above that of reference: (p - 1 / gamma) L / (mach^2 L / 2).
    at_rest = lid_case(velocity="0, 0")
    at_rest["initial.p"] = 1
    at_rest["reference.mach"] = 0.5
    del at_rest["gas.mu"]
    at_rest["gas.model"] = "euler"
    for side in ("left", "right", "bottom", "top"):
        for key in ("temperature", "velocity"):
            if f"boundary.{side}.{key}" in at_rest:
                del at_rest[f"boundary.{side}.{key}"]
        at_rest[f"boundary.{side}.type"] = "wall-slip"
    with rkdg.Simulation(at_rest, backend="cpu") as simulation:
        assert simulation.forces("right").cd == pytest.approx((1 - 1 / 1.4) / (0.5**2 / 2), rel=1e-12)
        cd, cl = simulation.forces("top")[:2]
        assert cl == pytest.approx((1 - 1 / 1.4) / (0.5**2 / 2), rel=1e-12)
        assert abs(cd) < 1e-12


def test_files(simulation, tmp_path):
    simulation.write(tmp_path / "a.vtu")
    assert b"UnstructuredGrid" in (tmp_path / "a.vtu").read_bytes()[:200]
    with pytest.raises(rkdg.InputError, match="must end in .h5"):
        simulation.checkpoint(tmp_path / "a.vtu")
    with pytest.raises(rkdg.InputError, match="a.vtu"):
        simulation.restart(tmp_path / "a.vtu")


def test_exported_fields_of_linear_cells(tmp_path):
    """The values at the vertices of a field that polynomials hold, read by the reader of `rkdg plot`."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "plot"))
    fields = pytest.importorskip("rkdg_fields")
    case = square_case(kind="hybrid", initial={"rho": "1 + x * y", "u": "y / (1 + x * y)", "v": 0, "p": 1},
                       mesh={"parameters": f"kind=hybrid, order=2, {SQUARE}"})  # fmt: skip
    case.write(tmp_path / "c.ini")
    with rkdg.Simulation(case, backend="cpu") as simulation:
        simulation.checkpoint(tmp_path / "a.h5")
    for words in ([], ["--linear"]):
        done = rkdg_run(tmp_path, "export", "a.h5", "--case", "c.ini", "-o", "a.vtu", *words)
        assert done.returncode == 0, done.stderr
        file = fields.open_fields(tmp_path / "a.vtu")
        x, y = file.array("points")[:, :2].T
        np.testing.assert_allclose(file.array("rho"), 1 + x * y, rtol=1e-12)
        rate = 1 / (1 + x * y) - x * y / (1 + x * y) ** 2
        # Momentum is y; the vorticity of y / (1 + x y) follows by the quotient rule.
        np.testing.assert_allclose(file.array("vorticity"), -rate, atol=1e-10)
        orders = {shape: (order, len(cells)) for shape, order, cells in file.cells()}
        assert orders == {"triangle": (1 if words else 2, 36), "quadrilateral": (1 if words else 2, 18)}


def test_results_of_a_run(tmp_path):
    case = square_case(output={"directory": "o", "monitor": 5})
    case.write(tmp_path / "c.ini")
    assert rkdg_run(tmp_path, "run", "c.ini", "-q").returncode == 0
    run = rkdg.read_run(tmp_path / "o")
    assert run.summary["status"] == "done"
    assert list(run.history["step"]) == [0, 5, 10, 15, 20]
    assert "history" in run.tables
    with pytest.raises(rkdg.InputError, match="has not written this table; there are: history"):
        _ = run.forces
    with pytest.raises(rkdg.InputError, match=r"holds no summary\.json"):
        rkdg.read_run(tmp_path)
