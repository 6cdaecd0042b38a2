"""What simulations of several ranks give, for test_ranks.py: on_ranks.py WHAT FOLDER, started by mpirun or alone."""

import pickle
import sys
from pathlib import Path

import numpy as np
from conftest import lid_case, square_case

import rkdg

FOLDER = Path(sys.argv[2])
POINTS = np.random.default_rng(1).random((50, 2))


def scale_in_place(s):
    """1.01 times the state, by the arrays of each rank, which are those of its own cells."""
    u, sizes = s.coefficients, np.zeros(s.info["cells"], dtype=int)
    own = s.batches
    for batch in own:
        sizes[batch.cells] = batch.modes.shape[1] * batch.modes.shape[2]
    all_sizes = np.sum([np.array(given) for given in of_all_ranks(sizes.tolist())], axis=0)
    assert all_sizes.min() > 0 and all_sizes.sum() == len(u)  # each cell is that of one rank
    begin = np.cumsum(all_sizes) - all_sizes
    for batch in own:
        _, variables, modes, size = batch.modes.shape
        for i, cell in enumerate(batch.cells):
            of_cell = u[begin[cell] : begin[cell] + variables * modes].reshape(variables, modes)
            np.testing.assert_array_equal(batch.modes[i // size, :, :, i % size], of_cell)
            batch.modes[i // size, :, :, i % size] *= 1.01


def of_all_ranks(given):
    """What each rank gives, on all of them."""
    count = rkdg._core.rank_and_size()[1]
    return [pickle.loads(rkdg._core.broadcast(pickle.dumps(given), rank)) for rank in range(count)]


def mixed(kind):
    """Steps, functions between them, and all that may be asked of a simulation."""
    found = {}
    case = lid_case() if kind == "lid" else square_case(kind=kind)
    case["output.probes"] = str(FOLDER / "points.txt")
    with rkdg.Simulation(case, backend="cpu", threads=1, comm="world") as s:
        calls = []

        @s.every(steps=3)
        def note(s):
            calls.append((s.step, s.time, s.last_dt, *s.totals()))

        s.advance(steps=10)
        s.advance(time=s.time + 2.5 * s.last_dt)
        found["calls"] = np.array(calls)
        found["coefficients"] = s.coefficients
        found["rate"] = s.rhs()
        found["rate_of_double"] = s.rhs(2 * s.coefficients)
        found["samples"] = s.sample(POINTS, "rho")
        found["vorticity"] = s.sample(POINTS, "vorticity")
        found["norms"] = s.residual_norms()
        found["probes"] = np.concatenate([s.probe_points.ravel(), s.probes().ravel()])
        s.checkpoint(FOLDER / f"{kind}.h5")
        s.write(FOLDER / f"{kind}.vtu")
        s.advance(steps=2)
        later = s.coefficients
        s.restart(FOLDER / f"{kind}.h5")
        s.advance(steps=2)
        np.testing.assert_array_equal(s.coefficients, later)
        s.coefficients = 1.01 * later
        s.advance(steps=1)
        found["scaled"] = s.coefficients
        s.coefficients = later
        scale_in_place(s)
        s.advance(steps=1)
        np.testing.assert_array_equal(s.coefficients, found["scaled"])
        assert s.info["ranks"] == int(sys.argv[3])
    return found


def functions():
    """States, sources, boundary data and parameters as functions of arrays."""
    found = {}
    with rkdg.Simulation(square_case(kind="hybrid"), backend="cpu", threads=1, comm="world") as s:
        s.set_state(lambda x, y: (1 + 0.1 * np.sin(2 * np.pi * x), 0.3, 0, 1))
        s.set_source(lambda x, y, t: (0, 0, -0.1 * np.cos(40 * t) * np.exp(-(x**2)), 0))
        s.advance(steps=5)
        found["source"] = s.coefficients
    with rkdg.Simulation(lid_case(), backend="cpu", threads=1, comm="world") as s:
        s.advance(steps=3)
        s.parameters["lid"] = 0.2
        s.advance(steps=3)
        found["lid"] = s.coefficients
    case = square_case(reference={"mach": 0.3})
    for side in ("left", "right", "bottom", "top"):
        case[f"boundary.{side}.type"] = "wall-slip" if side == "bottom" else "exact"
        if side in ("left", "bottom"):
            del case[f"boundary.{side}.partner"]
    case["exact.rho"], case["exact.u"], case["exact.v"], case["exact.p"] = "1", "0.3", "0", "1 / gamma"
    with rkdg.Simulation(case, backend="cpu", threads=1, comm="world") as s:
        s.set_boundary_data(lambda x, y, t: (1, 0.3 + 0.01 * np.sin(t) * y, 0, 1 / 1.4))
        s.advance(steps=4)
        found["boundary"] = s.coefficients
        found["forces"] = np.array(s.forces("bottom")[:2])
    return found


def errors():
    """Those of the input are raised on all ranks, which go on; so is one of a function on a single rank."""
    with rkdg.Simulation(square_case(), backend="cpu", threads=1, comm="world") as s:
        before = s.coefficients
        for wrong in (lambda: s.sample([[9, 9]], "rho"), lambda: s.parameters.__setitem__("jet", 1.0), lambda: s.restart("none.h5"),
                      lambda: s.forces("nose")):  # fmt: skip
            try:
                wrong()
            except (rkdg.InputError, KeyError):
                continue
            raise AssertionError("no error")
        here = rkdg._core.rank_and_size()[0]

        def fails_on_the_last_rank(x, y, t):
            if here == int(sys.argv[3]) - 1:
                raise ZeroDivisionError("of one rank")
            return 0, 0, 0, 0

        try:
            s.set_source(fails_on_the_last_rank)
        except ZeroDivisionError:
            pass
        np.testing.assert_array_equal(s.coefficients, before)
        s.advance(steps=1)
        return {"after": s.coefficients}


def ends(how):
    """A program that fails on one rank, or on all."""
    with rkdg.Simulation(square_case(), backend="cpu", threads=1, comm="world") as s:
        if how == "one" and rkdg._core.rank_and_size()[0] == 1:
            raise ValueError("only here")
        s.advance(steps=1)
        if how == "all":
            s.sample([[9, 9]], "rho")
        s.advance(steps=10**9)


WHAT = {"quads": lambda: mixed("quads"), "hybrid": lambda: mixed("hybrid"), "lid": lambda: mixed("lid"), "functions": functions,
        "errors": errors, "ends-one": lambda: ends("one"), "ends-all": lambda: ends("all")}  # fmt: skip

results = WHAT[sys.argv[1]]()
if rkdg._core.rank_and_size()[0] == 0:
    np.savez(FOLDER / f"{sys.argv[1]}-{sys.argv[3]}.npz", **results)
