"""Equations of a header of the user's own."""

import numpy as np
import pytest

import rkdg


def advection(time=None, **more):
    case = rkdg.Case({
        "equations": {"header": "libdg/equations/advection/advection.hpp", "name": "dg::Advection2D", "a_x": 1, "a_y": 0.5,
                      "diffusion": 0.02},
        "mesh": {"generate": "square", "parameters": "kind=triangles, n=6"},
        "space": {"degree": 2},
        "parameters": {"height": 1},
        "initial": {"u": "height * sin(pi / 10 * (x + y))"},
        "boundary.left": {"type": "periodic", "partner": "right"},
        "boundary.bottom": {"type": "exact", "u": "height"},
        "boundary.top": {"type": "outflow"},
        "time": time or {"end": 1},
    })  # fmt: skip
    for key, value in more.items():
        case[key.replace("__", ".")] = value
    return case


def test_state_and_steps():
    with rkdg.Simulation(advection(), backend="cpu") as simulation:
        assert simulation.variables == ["u"]
        assert simulation.dim == 2
        simulation.set_state(lambda x, y: (2 + 0 * x,))
        assert simulation.totals() == pytest.approx([800], rel=1e-12)
        x = np.array([[0.3, 0.2], [-4.0, 7.0]])
        assert simulation.sample(x, "u") == pytest.approx([2, 2], rel=1e-12)
        before = simulation.coefficients
        rate = simulation.rhs()
        assert np.abs(rate).max() > 0  # at the side with other data
        simulation.coefficients = 2 * before
        assert simulation.sample(x, "u") == pytest.approx([4, 4], rel=1e-12)
        called = []
        simulation.every(steps=2)(lambda s: called.append(s.step))
        simulation.advance(steps=4)
        assert called == [2, 4]
        simulation.advance()
        assert simulation.time == 1


def test_probes(tmp_path):
    (tmp_path / "points.txt").write_text("0.3 0.2\n-4 7\n")
    with rkdg.Simulation(advection(output__probes=str(tmp_path / "points.txt")), backend="cpu") as simulation:
        simulation.advance(steps=3)
        assert simulation.probe_points.tolist() == [[0.3, 0.2], [-4, 7]]
        assert simulation.probes().shape == (2, 1)
        assert simulation.probes()[:, 0] == pytest.approx(simulation.sample(simulation.probe_points, "u"), rel=1e-12)


def test_the_state_is_shown_without_a_copy():
    with rkdg.Simulation(advection(), backend="cpu") as simulation:
        (batch,) = simulation.batches
        assert batch.modes.shape[1:3] == (1, 6)
        assert simulation.batches[0].modes.ctypes.data == batch.modes.ctypes.data
        batch.modes[:] = 0
        assert simulation.totals() == pytest.approx([0], abs=1e-12)


def test_parameters_and_restart(tmp_path):
    with rkdg.Simulation(advection(), backend="cpu") as simulation:
        simulation.parameters["height"] = 3
        simulation.advance(steps=3)
        simulation.checkpoint(str(tmp_path / "a.h5"))
        at_three = simulation.coefficients
        simulation.advance(steps=2)
        simulation.restart(str(tmp_path / "a.h5"))
        assert simulation.step == 3
        assert (simulation.coefficients == at_three).all()
        with pytest.raises(rkdg.InputError, match="there is no 'width'"):
            simulation.parameters["width"] = 1


def test_steady_states():
    case = advection({"mode": "steady"}, initial__u="1", source__u="height - u^3", boundary__bottom__u="height^(1 / 3)")
    with rkdg.Simulation(case, backend="cpu") as simulation:
        x = np.array([[0.3, 0.2], [-4.0, 7.0]])
        for height in (2, 5):  # a parameter begins the search anew
            simulation.parameters["height"] = height
            found = simulation.solve_steady(tolerance=1e-11)
            assert 0 < found.steps < 30
            assert simulation.sample(x, "u") == pytest.approx(2 * [height ** (1 / 3)], rel=1e-9)
    with rkdg.Simulation(advection(), backend="cpu") as simulation:
        with pytest.raises(rkdg.InputError, match="needs 'mode = steady'"):
            simulation.solve_steady()


def test_mistakes():
    with pytest.raises(rkdg.InputError, match="cannot be read"):
        rkdg.Simulation(advection(equations__header="none.hpp"))
    case = advection()
    case.check()
    case["boundary.top.type"] = "wall"
    with pytest.raises(rkdg.InputError, match="'wall' is not a value"):
        case.check()
    with pytest.raises(rkdg.InputError, match="'wall' is not a value"):
        rkdg.Simulation(case, backend="cpu")
    with rkdg.Simulation(advection(), backend="cpu") as simulation:
        with pytest.raises(rkdg.InputError, match="there is no quantity 'rho'; there are: u"):
            simulation.sample(np.zeros((1, 2)), "rho")
        with pytest.raises(rkdg.InputError, match="is for a gas"):
            simulation.forces("top")
        with pytest.raises(rkdg.InputError, match="must give 1: u"):
            simulation.set_state(lambda x, y: (1, 2))
