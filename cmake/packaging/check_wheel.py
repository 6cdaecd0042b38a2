#!/usr/bin/env python3
"""Installs a wheel into a new environment and uses it as a new user does: python3 check_wheel.py WHEEL.

pip takes NumPy, h5py and what runs notebooks from its registry. The wheel must be smaller than 60 MB.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

MOST_BYTES = 60e6
BESIDE_H5PY = """
import {first}
import {second}
import numpy as np
case = rkdg.Case({{"mesh": {{"generate": "square", "parameters": "n=4"}}, "gas": {{"model": "euler"}}, "space": {{"degree": 1}},
                  "initial": {{"rho": 1, "u": 0, "v": 0, "p": 1}},
                  **{{f"boundary.{{side}}": {{"type": "wall-slip"}} for side in ("left", "right", "bottom", "top")}},
                  "time": {{"steps": 3}}, "output": {{"format": "none"}}}})
with rkdg.Simulation(case, backend="cpu") as simulation:
    simulation.advance()
    simulation.checkpoint("{first}.h5")
with h5py.File("{first}.h5") as file:
    assert len(file) > 0
with h5py.File("own.h5", "w") as file:
    file["x"] = np.arange(3)
"""
# In the short form of the example; prints what it prints.
NOTEBOOK = """
import nbclient, nbformat
book = nbformat.read("{file}.ipynb", 4)
cell = next(cell for cell in book.cells if "short = False" in cell.source)
cell.source = cell.source.replace("False", "True", 1)
nbclient.NotebookClient(book, timeout=600).execute()
outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
print("".join(output.text for output in outputs if output.output_type == "stream"))
"""


class Environment:
    def __init__(self, folder):
        self.folder = folder
        venv.create(folder / "environment", with_pip=True)
        self.programs = folder / "environment/bin"
        # Nothing of a build may stand in for what the wheel lacks.
        self.variables = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "RKDG_", "LD_LIBRARY"))}
        self.variables["PATH"] = f"{self.programs}:{self.variables['PATH']}"

    def run(self, *words, folder=None):
        done = subprocess.run([str(word) for word in words], cwd=folder or self.folder, env=self.variables, text=True,
                              capture_output=True, check=False)  # fmt: skip
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout


def check(wheel, folder):
    environment = Environment(folder)
    environment.run("pip", "-q", "--disable-pip-version-check", "install", wheel, "h5py", "matplotlib", "nbclient", "ipykernel")
    print(environment.run("rkdg", "--version").strip(), "from", wheel.name)

    environment.run("rkdg", "new", "cylinder")
    environment.run("rkdg", "run", "cylinder.ini", "--quiet", folder=folder / "cylinder")
    environment.run("rkdg", "new", "naca0012")
    environment.run("rkdg", "run", "naca0012.ini", "--quiet", folder=folder / "naca0012")
    print("runs the first case and naca0012")
    environment.run("rkdg", "new", "taylor-green")
    environment.run("rkdg", "run", "taylor-green.ini", "--quiet", folder=folder / "taylor-green")

    if shutil.which("mpirun"):
        # Open MPI wants to be told that it may run as root, and more ranks than there are cores.
        environment.variables.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                                     OMP_NUM_THREADS="1", OMP_WAIT_POLICY="passive")  # fmt: skip
        ranks = ("mpirun", "-n", "2")
        environment.run(*ranks, "rkdg", "run", "taylor-green.ini", "--quiet", "-o", "ranks", folder=folder / "taylor-green")
        summary = json.loads((folder / "taylor-green/ranks/summary.json").read_text())
        if (summary["ranks"], summary["status"]) != (2, "done"):
            raise SystemExit(f"mpirun -n 2 rkdg run: {summary['ranks']} ranks, {summary['status']}")
        print("runs on two ranks of the machine's MPI")

    for first, second in (("rkdg", "h5py"), ("h5py", "rkdg")):
        environment.run("python", "-c", BESIDE_H5PY.format(first=first, second=second))
    print("works beside h5py of pip")

    for name, file in (("python-first-case", "first_case"), ("python-polar", "sweep")):
        environment.run("rkdg", "new", name)
        print(environment.run("python", "-c", NOTEBOOK.format(file=file), folder=folder / name))


def main():
    wheel = Path(sys.argv[1]).resolve()
    size = wheel.stat().st_size
    print(f"{size / 1e6:.1f} MB")
    if size > MOST_BYTES:
        raise SystemExit(f"{wheel.name}: larger than {MOST_BYTES / 1e6:.0f} MB")
    with tempfile.TemporaryDirectory() as folder:
        check(wheel, Path(folder))


if __name__ == "__main__":
    main()
