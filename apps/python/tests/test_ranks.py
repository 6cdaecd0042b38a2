"""Simulations that several ranks solve together, beside one rank; the programs are on_ranks.py."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import square_case

import rkdg

PROGRAM = Path(__file__).parent / "on_ranks.py"


def started(what, folder, ranks, timeout=100):
    launcher = [] if ranks == 1 else ["mpirun", "--quiet", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)]
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1"}
    return subprocess.run([*launcher, sys.executable, str(PROGRAM), what, str(folder), str(ranks)], capture_output=True, text=True,
                          env=environment, timeout=timeout, check=False)  # fmt: skip


def results(what, folder, ranks):
    (folder / "points.txt").write_text("0.3 0.4\n0.81 0.17\n")
    done = started(what, folder, ranks)
    assert done.returncode == 0, done.stderr
    with np.load(folder / f"{what}-{ranks}.npz") as file:
        return dict(file)


needs_mpi = pytest.mark.skipif(
    shutil.which("mpirun") is None or "without MPI" in started("errors", "/", 2).stderr, reason="there is no mpirun, or the package is without MPI"
)

# Sums over cells and faces: their last digits depend on the number of ranks.
SUMS = {"calls", "norms", "forces"}


@needs_mpi
@pytest.mark.parametrize("what", ["quads", "hybrid", "lid", "functions", "errors"])
def test_ranks_give_what_one_gives(what, tmp_path):
    one = results(what, tmp_path, 1)
    for ranks in (2, 3):
        some = results(what, tmp_path, ranks)
        assert some.keys() == one.keys()
        for name, values in one.items():
            if name in SUMS:
                np.testing.assert_allclose(some[name], values, rtol=1e-12, atol=1e-14, err_msg=name)
            else:
                np.testing.assert_array_equal(some[name], values, err_msg=name)


@needs_mpi
@pytest.mark.parametrize(("how", "words"), [("one", "ValueError: only here"), ("all", "lies outside the mesh")])
def test_a_program_that_fails_ends_all_ranks(how, words, tmp_path):
    done = started(f"ends-{how}", tmp_path, 2, timeout=30)
    assert done.returncode != 0
    assert words in done.stderr
    assert done.stderr.count("Traceback") == 1


def test_comm_is_all_ranks_or_none():
    class Other:
        def Get_rank(self):
            return 0

        def Get_size(self):
            return 5

    for wrong, words in ((Other(), "must hold all 1 ranks"), ("all", "must be MPI.COMM_WORLD"), (3, "must be MPI.COMM_WORLD")):
        with pytest.raises(rkdg.InputError, match=words):
            rkdg.Simulation(square_case(), backend="cpu", comm=wrong)


def test_mpi4py(tmp_path):
    """Its communicator, and MPI that it has started."""
    mpi4py = pytest.importorskip("mpi4py")
    assert mpi4py
    code = ("from mpi4py import MPI; import sys; sys.argv = ['', 'functions', sys.argv[1], '2']\n"
            f"sys.path.insert(0, {str(PROGRAM.parent)!r})\n"
            "import rkdg; original = rkdg.Simulation\n"
            "rkdg.Simulation = lambda *a, comm, **k: original(*a, comm=MPI.COMM_WORLD, **k)\n"
            "import on_ranks")  # fmt: skip
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(["mpirun", "--oversubscribe", "--bind-to", "none", "-n", "2", sys.executable, "-c", code, str(tmp_path)],
                          capture_output=True, text=True, env=environment, timeout=100, check=False)  # fmt: skip
    if "without MPI" in done.stderr:
        pytest.skip("the package is without MPI")
    assert done.returncode == 0, done.stderr
    with np.load(tmp_path / "functions-2.npz") as file:
        for name, values in results("functions", tmp_path, 1).items():
            np.testing.assert_allclose(file[name], values, rtol=1e-12, atol=1e-14)
