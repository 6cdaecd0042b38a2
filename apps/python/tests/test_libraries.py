"""Beside other packages that bring libraries of their own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rkdg

READS = """
import sys
{imports}
import numpy as np
sys.path.insert(0, {tests!r})
from conftest import square_case
with rkdg.Simulation(square_case(), backend="cpu") as s:
    s.checkpoint("a.h5")
    dof = s.info["dof"]
with h5py.File("b.h5", "w") as file:
    file["x"] = np.arange(5)
with h5py.File("b.h5") as file:
    assert file["x"][2] == 2
names = []
with h5py.File("a.h5") as file:
    file.visititems(lambda name, item: names.append(getattr(item, "size", 0)))
assert dof in names, names
"""


def run(script, folder, **variables):
    environment = dict(os.environ, PYTHONPATH=str(Path(rkdg.__file__).parents[1].resolve()), **variables)
    return subprocess.run([sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("first", ["rkdg, h5py", "h5py, rkdg"])
def test_h5py_of_pip(first, tmp_path):
    """It brings another HDF5, which must not take the functions of ours for its own."""
    pytest.importorskip("h5py")
    done = run(READS.format(imports=f"import {first}", tests=os.path.dirname(__file__)), tmp_path)
    assert done.returncode == 0, done.stderr


COMPILES = """
import sys
sys.path.insert(0, {tests!r})
from conftest import square_case
import rkdg
case = square_case(initial={{"rho": 1, "u": 0.3, "v": 0.1, "p": 1}}, space={{"degree": 1, "precision": "single"}})
with rkdg.Simulation(case, backend="cpu") as s:
    print(abs(s.rhs()).max())
"""


def test_kernels_that_a_run_compiles(tmp_path):
    """They call what the module defines, which is not known to the whole process."""
    if not shutil.which("c++"):
        pytest.skip("there is no C++ compiler")
    compiler = tmp_path / "quick"  # optimised kernels would take twice as long
    compiler.write_text('#!/bin/sh\nexec c++ "$@" -O0\n')
    compiler.chmod(0o755)
    script = COMPILES.format(tests=os.path.dirname(__file__))
    done = run(script, tmp_path, RKDG_CACHE=str(tmp_path / "cache"), RKDG_CXX=str(compiler))
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1e-4  # single precision
