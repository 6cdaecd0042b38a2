"""Steps, callbacks and parameters."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import lid_case, square_case

import rkdg


def test_steps_and_times(simulation):
    assert (simulation.step, simulation.time) == (0, 0)
    simulation.advance(steps=3)
    assert simulation.step == 3
    assert simulation.time > 0
    simulation.advance(time=0.1)
    assert simulation.time == 0.1
    for wrong in (0.1, 0.05, float("nan")):
        with pytest.raises(rkdg.InputError, match="is not later"):
            simulation.advance(time=wrong)
    for wrong in (0, -1, 1.5, "x"):
        with pytest.raises(rkdg.InputError, match="must be a whole number from 1 on"):
            simulation.advance(steps=wrong)


def test_callbacks(simulation):
    steps, times, conditions = [], [], []
    simulation.every(steps=4)(lambda s: steps.append(s.step))
    simulation.every(time=0.01)(lambda s: times.append(s.time))

    @simulation.when(lambda s: s.time > 0.025)
    def late(s):
        conditions.append(s.time)
        if len(conditions) == 3:
            s.stop()

    simulation.advance(time=1.0)
    assert steps == [n for n in range(4, simulation.step + 1, 4)]
    np.testing.assert_allclose(times, 0.01 * np.arange(1, len(times) + 1), rtol=1e-12)
    assert len(times) >= 2
    assert len(conditions) == 3
    assert simulation.time == conditions[-1] < 1.0
    simulation.forget(late)
    simulation.advance(steps=2)
    assert len(conditions) == 3

    @simulation.every(steps=1)
    def fails(s):
        raise LookupError("from the function")

    with pytest.raises(LookupError):
        simulation.advance(steps=5)
    for wrong in ({}, {"steps": 1, "time": 1.0}, {"time": -1.0}, {"steps": 0}):
        with pytest.raises(rkdg.InputError, match="every"):
            simulation.every(**wrong)


def test_callbacks_do_not_change_the_flow():
    with rkdg.Simulation(square_case(), backend="cpu") as plain, rkdg.Simulation(square_case(), backend="cpu") as watched:
        watched.every(steps=1)(lambda s: s.totals())
        for simulation in (plain, watched):
            simulation.advance(steps=12)
        assert plain.coefficients.tobytes() == watched.coefficients.tobytes()


def test_a_function_may_not_advance(simulation):
    simulation.every(steps=1)(lambda s: s.advance(steps=1))
    with pytest.raises(rkdg.InputError, match="within a function"):
        simulation.advance(steps=2)
    simulation._events.clear()
    simulation.advance(steps=1)


def test_parameters_are_those_of_the_case():
    with rkdg.Simulation(lid_case("lid = 0.1; other = 2"), backend="cpu") as simulation:
        assert dict(simulation.parameters) == {"lid": 0.1, "other": 2.0}
        simulation.parameters["lid"] = 0.3
        assert simulation.parameters["lid"] == 0.3
        for name, value, words in (("jet", 1, "there is no 'jet'"), ("lid", "fast", "is no number"),
                                   ("lid", float("inf"), "is not finite")):  # fmt: skip
            with pytest.raises(rkdg.InputError, match=words):
                simulation.parameters[name] = value
        with pytest.raises(KeyError):
            simulation.parameters["jet"]
        assert simulation.parameters["lid"] == 0.3
    with rkdg.Simulation(square_case(), backend="cpu") as simulation:
        with pytest.raises(rkdg.InputError, match="has: none"):
            simulation.parameters["lid"] = 1


@pytest.mark.parametrize("velocity", ["lid, 0", "lid * sin(3 * t) * x, 0"])
def test_a_parameter_does_what_a_number_does(velocity):
    """After a change the flow is, bit for bit, that of a case which has the new number from a restart on."""
    with rkdg.Simulation(lid_case("lid = 0.1", velocity), backend="cpu") as changed:
        changed.advance(steps=10)
        u = changed.coefficients
        rate = changed.rhs()
        changed.parameters["lid"] = -0.4
        assert np.abs(changed.rhs() - rate).max() > 1e-3
        now = changed.time
        changed.advance(steps=10)
        with rkdg.Simulation(lid_case("lid = -0.4", velocity), backend="cpu") as fresh:
            fresh.advance(time=now)
            fresh.coefficients = u
            fresh.advance(steps=10)
            assert changed.coefficients.tobytes() == fresh.coefficients.tobytes()


def test_a_parameter_of_a_source():
    """A uniform source of mass in a gas at rest: the mean density grows by it."""
    case = square_case(initial={"rho": 1, "u": 0, "v": 0, "p": 1}, parameters={"gain": 0},
                       source={"rho": "gain", "rhou": 0, "rhov": 0, "rhoE": "gain * (1 + 0 * t)"})  # fmt: skip
    with rkdg.Simulation(case, backend="cpu") as simulation:
        simulation.advance(time=0.1)
        assert simulation.totals()[0] == pytest.approx(1, rel=1e-13)
        simulation.parameters["gain"] = 0.5
        simulation.advance(time=0.3)
        assert simulation.totals()[0] == pytest.approx(1.1, rel=1e-12)
        simulation.parameters["gain"] = 0
        simulation.advance(time=0.4)
        assert simulation.totals()[0] == pytest.approx(1.1, rel=1e-12)


def test_a_parameter_that_makes_no_state_is_refused():
    case = lid_case("heat = 1", "0, 0")
    case["boundary.top.temperature"] = "heat"
    with rkdg.Simulation(case, backend="cpu") as simulation:
        with pytest.raises(rkdg.InputError, match="'temperature' of boundary 'top' is -2"):
            simulation.parameters["heat"] = -2
        assert simulation.parameters["heat"] == 1
        simulation.advance(steps=2)


def test_steady_flows():
    case = rkdg.Case({
        "mesh": {"generate": "couette", "parameters": "kind=quads, nx=4, ny=4"},
        "space": {"degree": 2},
        "gas": {"prandtl": 0.72, "mu": 0.01},
        "exact": {"rho": "1.4 / (1 + 0.05 * y)", "u": 0, "v": 0, "p": 1},
        "initial": {"type": "exact"},
        "time": {"mode": "steady", "tolerance": 1e-9},
        "output": {"format": "none"},
    })
    for side in ("left", "right", "bottom", "top"):
        case[f"boundary.{side}.type"] = "exact"
    with rkdg.Simulation(case, backend="cpu") as simulation:
        found = simulation.solve_steady(tolerance=1e-11)
        assert found.converged
        assert found.residual <= 1e-11
        assert 1 <= found.steps <= 20
        assert simulation.sample([[2.0, 1.0]], "temperature")[0] == pytest.approx(1 + 0.05, rel=1e-4)
        assert simulation.solve_steady().steps == 0
    with rkdg.Simulation(square_case(), backend="cpu") as simulation:
        with pytest.raises(rkdg.InputError, match="needs 'mode = steady'"):
            simulation.solve_steady()


def test_a_divergence_is_an_error():
    with rkdg.Simulation(square_case(time={"dt": 1.0}), backend="cpu") as simulation:
        with pytest.raises(rkdg.RunError, match="diverged") as caught:
            simulation.advance(steps=20)
        assert caught.value.remedy
        assert "\n" not in str(caught.value)


def test_other_threads_run_meanwhile():
    case = square_case(mesh={"parameters": "kind=quads, n=60"})
    with rkdg.Simulation(case, backend="cpu", threads=1) as simulation:
        counts, ends = [0], threading.Event()

        def count():
            while not ends.is_set():
                counts[0] += 1
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        before, begin = counts[0], time.perf_counter()
        while time.perf_counter() - begin < 0.5:
            simulation.advance(steps=20)
        counted, seconds = counts[0] - before, time.perf_counter() - begin
        ends.set()
        thread.join()
        assert counted > 50 * seconds


def test_one_thread_at_a_time():
    case = square_case(mesh={"parameters": "kind=quads, n=60"})
    with rkdg.Simulation(case, backend="cpu", threads=1) as simulation:
        refused, ended = [], threading.Event()

        def use(function):
            while not ended.is_set():
                try:
                    function()
                except rkdg.InputError as error:
                    refused.append(str(error))
                    ended.set()

        threads = [threading.Thread(target=use, args=(function,))
                   for function in (lambda: simulation.advance(steps=20), simulation.totals)]  # fmt: skip
        for thread in threads:
            thread.start()
        ended.wait(20)
        ended.set()
        for thread in threads:
            thread.join()
        assert refused
        assert "another thread" in refused[0]


LONG_RUN = """
import sys, time
sys.path.insert(0, {tests!r})
from conftest import square_case
import rkdg
with rkdg.Simulation(square_case(mesh={{"parameters": "kind=quads, n=150"}}), backend="cpu", threads=1) as s:
    print("ready", flush=True)
    try:
        s.advance(time=1e6)
    except KeyboardInterrupt:
        s.advance(steps=1)  # all is well
        print("stopped", flush=True)
"""


def test_an_interrupt_is_answered_within_a_second():
    script = LONG_RUN.format(tests=os.path.dirname(__file__))
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1.0)
        begin = time.perf_counter()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "stopped\n"
        assert time.perf_counter() - begin < 1.0
        assert process.wait(10) == 0


def resident_memory():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_simulations_leave_no_memory_behind():
    case = square_case(mesh={"parameters": "kind=quads, n=40"})

    def cycle():
        with rkdg.Simulation(case, backend="cpu", threads=1) as simulation:
            simulation.advance(steps=1)
            simulation.sample([[0.5, 0.5]], "rho")
            _ = simulation.batches[0].modes

    for _ in range(10):
        cycle()
    before = resident_memory()
    for _ in range(100):
        cycle()
    # A state alone takes 1600 cells x 6 modes x 4 x 8 bytes = 0.3 MB, three of them and geometry some 2 MB.
    assert resident_memory() - before < 4e6


def test_a_closed_simulation_says_so(simulation):
    simulation.close()
    with pytest.raises(rkdg.InputError, match="has been closed"):
        simulation.advance(steps=1)
    assert "closed" in repr(simulation)
