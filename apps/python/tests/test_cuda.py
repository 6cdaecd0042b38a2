"""The same on a GPU. Skipped without one."""

import numpy as np
import pytest
from conftest import lid_case, square_case

import rkdg

pytestmark = pytest.mark.skipif(not (rkdg.has_cuda() and rkdg.cuda_device_name()), reason="there is no GPU")


def pair(case):
    return rkdg.Simulation(case, backend="cpu"), rkdg.Simulation(case, backend="cuda")


def close(a, b, tolerance=1e-10):
    return np.abs(a - b).max() <= tolerance * np.abs(b).max()


@pytest.mark.parametrize("kind", ["quads", "triangles", "hybrid"])
def test_results_are_those_of_a_cpu(kind):
    cpu, cuda = pair(square_case(kind=kind))
    with cpu, cuda:
        points = np.random.default_rng(1).random((50, 2))
        for simulation in (cpu, cuda):
            simulation.advance(steps=30)
        assert close(cuda.coefficients, cpu.coefficients)
        assert close(cuda.rhs(), cpu.rhs(), 1e-8)
        assert close(cuda.sample(points, "vorticity"), cpu.sample(points, "vorticity"), 1e-8)
        assert cuda.info["backend"] == "cuda"


@pytest.mark.parametrize("velocity", ["lid, 0", "lid * sin(3 * t) * x, 0"])
def test_parameters_of_boundaries(velocity):
    """A constant formula is evaluated on the host and one in time on the device, where recorded steps read the parameter."""
    cpu, cuda = pair(lid_case("lid = 0.1", velocity))
    with cpu, cuda:
        for lid in (0.1, -0.4, 0.3):
            for simulation in (cpu, cuda):
                simulation.parameters["lid"] = lid
                simulation.advance(steps=1)  # a lid at rest has no rates
            assert close(cuda.rhs(), cpu.rhs(), 1e-8)
            for simulation in (cpu, cuda):
                simulation.advance(steps=24)
            assert close(cuda.coefficients, cpu.coefficients)


def test_steps_that_no_one_waits_for_are_those_of_one_call():
    one, many = (rkdg.Simulation(square_case(), backend="cuda") for _ in range(2))
    with one, many:
        for _ in range(300):
            one.advance(steps=1)
        many.advance(steps=300)
        assert one.step == many.step == 300
        assert one.time == many.time
        assert one.last_dt == many.last_dt
        assert (one.coefficients == many.coefficients).all()
        one.advance(steps=3)
        one.advance(time=one.time + 0.01)
        many.advance(steps=3)
        many.advance(time=many.time + 0.01)
        assert (one.coefficients == many.coefficients).all()


def test_probes_after_each_step_are_those_of_the_state(tmp_path):
    (tmp_path / "probes.txt").write_text("0.3 0.4\n0.7 0.1\n")
    case = square_case(output={"probes": str(tmp_path / "probes.txt")})
    with rkdg.Simulation(case, backend="cuda") as simulation:
        seen, samples = [], []
        simulation.every(steps=1)(lambda s: seen.append(s.probes()[:, 0].copy()))
        for _ in range(5):
            simulation.advance(steps=1)
            samples.append(simulation.sample([[0.3, 0.4], [0.7, 0.1]], "rho"))
        assert close(np.array(seen), np.array([np.asarray(s).ravel() for s in samples]), 1e-12)


def test_probes_see_all_steps_that_were_asked_for(tmp_path):
    (tmp_path / "probes.txt").write_text("0.3 0.4\n0.7 0.1\n")
    case = square_case(output={"probes": str(tmp_path / "probes.txt")})
    one, many = (rkdg.Simulation(case, backend="cuda") for _ in range(2))
    with one, many:
        for steps in (1, 2, 9, 10, 11, 25):
            for _ in range(steps):
                one.advance(steps=1)
            many.advance(steps=steps)
            assert (one.probes() == many.probes()).all()
            assert one.step == many.step
        assert one.time == many.time


def test_a_divergence_shows_in_what_needs_the_steps():
    with rkdg.Simulation(square_case(time={"dt": 1.0}), backend="cuda") as simulation:
        with pytest.raises(rkdg.RunError, match="diverged"):
            for _ in range(20):
                simulation.advance(steps=1)
            simulation.coefficients  # noqa: B018: waits


@pytest.mark.parametrize("source", ["gain", "gain * (1 + sin(t))", "gain * x * cos(t)"])
def test_parameters_of_sources(source):
    case = square_case(parameters={"gain": 0}, source={"rho": source, "rhou": 0, "rhov": "0.1 * gain", "rhoE": "gain"})
    cpu, cuda = pair(case)
    with cpu, cuda:
        for gain in (0, 0.5, -0.2):
            for simulation in (cpu, cuda):
                simulation.parameters["gain"] = gain
                simulation.advance(steps=15)
            assert close(cuda.coefficients, cpu.coefficients)


def test_arrays_of_the_device():
    """CuPy or PyTorch take the state over without a copy, and what they write is the state."""
    taken = pytest.importorskip("cupy", reason="no CuPy") if not torch() else torch()
    with rkdg.Simulation(square_case(), backend="cuda") as simulation:
        batch = simulation.batches[0]
        assert not batch.is_copy
        assert batch.modes.__dlpack_device__()[0] == 2  # CUDA
        array = taken.from_dlpack(batch.modes)
        again = taken.from_dlpack(simulation.batches[0].modes)
        address = lambda a: a.data_ptr() if hasattr(a, "data_ptr") else a.data.ptr  # noqa: E731
        assert address(array) == address(again)
        mass = simulation.totals()[0]
        array[:, 0] *= 2
        taken.cuda.synchronize() if hasattr(taken.cuda, "synchronize") else taken.cuda.Device().synchronize()
        assert simulation.totals()[0] == pytest.approx(2 * mass, rel=1e-13)
        simulation.advance(steps=3)


def torch():
    try:
        import torch
    except ImportError:
        return None
    return torch if torch.cuda.is_available() else None


def test_simulations_leave_no_device_memory_behind():
    torch_or_none = torch()
    if torch_or_none is None:
        pytest.skip("PyTorch tells how much memory is free")
    case = square_case(mesh={"parameters": "kind=quads, n=100"})

    def cycle():
        with rkdg.Simulation(case, backend="cuda") as simulation:
            simulation.advance(steps=20)

    cycle()
    before = torch_or_none.cuda.mem_get_info()[0]
    for _ in range(100):
        cycle()
    assert before - torch_or_none.cuda.mem_get_info()[0] < 16 << 20
