"""What tests of `rkdg plot` share: the program, the folder of its charts, and runs to draw.

Status 77: there is no matplotlib.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RKDG, FOLDER = sys.argv[1:3]
sys.path.insert(0, FOLDER)
try:
    import matplotlib.image  # noqa: F401
    import numpy as np  # noqa: F401
    import PIL.Image  # noqa: F401: which matplotlib needs
    import rkdg_plot
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

CASE = """[mesh]
generate = cylinder
parameters = radius=10, cells=400, around=12, layers=4, wake=0
[space]
degree = {degree}
quads = Q
[reference]
mach = 0.3
reynolds = 40
[boundary.wall]
type = wall-adiabatic
[boundary.farfield]
type = farfield
[initial]
rho = {rho}
u = 0.3
v = 0
p = 1 / gamma
[time]
steps = {steps}
[output]
directory = out
monitor = 1
forces = wall
surface = wall
"""


def rkdg(folder, *words):
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    environment["RKDG_PYTHON"] = sys.executable
    return subprocess.run([RKDG, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)


class PlotCase(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def run_case(self, steps=3, degree=2, rho="1", output="out", every=0):
        (self.folder / "c.ini").write_text(CASE.format(steps=steps, degree=degree, rho=rho) + f"every = {every}\n" * (every > 0))
        done = rkdg(self.folder, "run", "c.ini", "-q", "--output", output)
        self.assertEqual(done.returncode, 0, done.stderr)

    def refuse(self, words, told):
        done = rkdg(self.folder, "plot", *words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(told, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("error: "), done.stderr)

    def arguments(self, *words):
        """As the command takes them, in the folder of the test."""
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        return rkdg_plot.parse(words)
