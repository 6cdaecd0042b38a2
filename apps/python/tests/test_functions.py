"""States, sources and boundary data as functions of arrays, against formulas of the same, and what they must lead to."""

import threading

import numpy as np
import pytest
from conftest import lid_case, square_case

import rkdg


def wave(x, y):
    return 1 + 0.1 * np.sin(2 * np.pi * x), 0.3, 0.2 * np.cos(2 * np.pi * y), 1


@pytest.mark.parametrize("kind", ["quads", "hybrid"])
def test_a_state_is_that_of_formulas(kind):
    with rkdg.Simulation(square_case(kind=kind), backend="cpu") as formulas:
        case = square_case(kind=kind, initial={"rho": 1, "u": 0, "v": 0, "p": 1})
        with rkdg.Simulation(case, backend="cpu") as functions:
            calls = []

            def noted(x, y):
                calls.append(len(x))
                return wave(x, y)

            functions.set_state(noted)
            assert len(calls) == 1  # with all points
            np.testing.assert_allclose(functions.coefficients, formulas.coefficients, atol=1e-14)
            functions.advance()
            formulas.advance()
            np.testing.assert_allclose(functions.coefficients, formulas.coefficients, atol=1e-13)


def test_a_state_in_3d():
    case = rkdg.Case({"mesh": {"generate": "box", "parameters": "kind=hybrid, n=4"}, "space": {"degree": 2},
                      "gas": {"model": "euler"}, "initial": {"rho": 1, "u": 0, "v": 0, "w": 0, "p": 1},
                      "time": {"steps": 1}, "output": {"format": "none"}})  # fmt: skip
    for side, partner in {"left": "right", "bottom": "top", "front": "back"}.items():
        case[f"boundary.{side}.type"] = "periodic"
        case[f"boundary.{side}.partner"] = partner
    points = np.random.default_rng(4).random((60, 3))
    x, y, z = points.T
    with rkdg.Simulation(case, backend="cpu") as simulation:
        simulation.set_state(lambda x, y, z: (1 + x * z, y / (1 + x * z), 0, 0, 1))
        np.testing.assert_allclose(simulation.sample(points, "rho"), 1 + x * z, atol=1e-12)
        np.testing.assert_allclose(simulation.sample(points, "rhou"), y, atol=1e-12)


@pytest.mark.parametrize(("state", "words"), [
    (lambda x, y: (1, 0, 0), "gives 3 values; it must give 4: rho, u, v, p"),
    (lambda x, y: (1, 0, 0, x - 0.5), "p is -"),
    (lambda x, y: (1, np.nan, 0, 1), "u is nan at x = "),
    (lambda x, y: (np.ones(3), 0, 0, 1), "rho has shape (3,)"),
    (lambda x, y: ("heavy", 0, 0, 1), "rho has shape ()"),
    (lambda x, y: (np.where(x < 0.49, 1e-8, 1), 0, 0, 1), "is not physical"),
])  # fmt: skip
def test_a_state_that_is_none(simulation, state, words):
    before = simulation.coefficients
    with pytest.raises(rkdg.InputError) as caught:
        simulation.set_state(state)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    np.testing.assert_array_equal(simulation.coefficients, before)


def test_errors_of_a_function_are_its_own(simulation):
    with pytest.raises(ZeroDivisionError):
        simulation.set_state(lambda x, y: 1 / 0)
    simulation.advance(steps=1)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_source_is_that_of_formulas(threads):
    parts = ["0.1 * sin(2 * pi * x) * cos(t)", "t * y", "0", "1 + x * t"]
    case = square_case(source=dict(zip(("rho", "rhou", "rhov", "rhoE"), parts)))
    with rkdg.Simulation(case, backend="cpu", threads=threads) as formulas:
        with rkdg.Simulation(square_case(), backend="cpu", threads=threads) as functions:
            times = []

            def source(x, y, t):
                times.append(t)
                return 0.1 * np.sin(2 * np.pi * x) * np.cos(t), t * y, 0, 1 + x * t

            functions.set_source(source)
            for simulation in (formulas, functions):
                simulation.advance(steps=10)
            np.testing.assert_allclose(functions.coefficients, formulas.coefficients, atol=1e-13)
            assert len(times) <= 3 * 10 + 1  # once for each stage
            assert max(times) > 0

            # A source that does not vary is asked for once.
            count = len(times)
            functions.set_source(source, varies=False)
            functions.advance(steps=3)
            assert len(times) == count + 1


def test_a_uniform_source_adds_mass(simulation):
    before = simulation.totals()[0]
    simulation.set_source(lambda x, y, t: (2 * t, 0, 0, 5))
    simulation.advance(time=0.2)
    assert simulation.totals()[0] == pytest.approx(before + 0.2**2, rel=1e-12)


def test_a_source_that_fails_while_steps_are_taken(simulation):
    def source(x, y, t):
        if t > 0.1:
            raise KeyError("enough")
        return 0, 0, 0, np.where(t > 0.05, np.nan, 0.0)

    simulation.set_source(source)
    with pytest.raises(rkdg.InputError, match="rhoE is nan at x = "):
        simulation.advance(time=1.0)

    simulation.set_source(lambda x, y, t: (0, 0, 0, 0))
    simulation.advance(steps=1)


def test_boundary_data_are_those_of_formulas():
    """An inflow whose velocity grows in time."""
    def channel(u):
        case = square_case()
        for side in ("left", "bottom"):
            for key in ("type", "partner"):
                del case[f"boundary.{side}.{key}"]
        case["boundary.left.type"] = "supersonic-in"
        case.update({"boundary.left.rho": 1, "boundary.left.velocity": f"{u}, 0", "boundary.left.pressure": 1})
        case["boundary.right.type"] = "supersonic-out"
        for side in ("bottom", "top"):
            case[f"boundary.{side}.type"] = "wall-slip"
        case.update({"initial.rho": 1, "initial.u": 2, "initial.v": 0, "initial.p": 1})
        return case

    with rkdg.Simulation(channel("2 + t * y"), backend="cpu") as formulas:
        with rkdg.Simulation(channel("2 + 0 * y"), backend="cpu") as functions:
            functions.set_boundary_data(lambda x, y, t: (1, 2 + t * y, 0, 1))
            for simulation in (formulas, functions):
                simulation.advance(steps=15)
            np.testing.assert_allclose(functions.coefficients, formulas.coefficients, atol=1e-13)
            assert np.ptp(functions.coefficients.reshape(-1, 4, 6)[:, 1, 0]) > 1e-3


def test_what_takes_no_function():
    with rkdg.Simulation(lid_case(), backend="cpu") as simulation:
        with pytest.raises(rkdg.InputError, match="boundary 'top' takes formulas that are no state"):
            simulation.set_boundary_data(lambda x, y, t: (1, 0, 0, 1))
    with rkdg.Simulation(square_case(), backend="cpu") as simulation:
        with pytest.raises(rkdg.InputError, match="no boundary of the case takes its state from a formula"):
            simulation.set_boundary_data(lambda x, y, t: (1, 0, 0, 1))


def test_a_function_may_use_what_python_has(simulation):
    """It runs with the lock of Python, from whatever thread the solver asks."""
    seen = set()

    def source(x, y, t):
        seen.add(threading.get_ident())
        return 0, 0, 0, 0

    simulation.set_source(source)
    simulation.advance(steps=2)
    assert seen
