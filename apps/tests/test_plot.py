#!/usr/bin/env python3
"""Tests of `rkdg plot`: python3 test_plot.py RKDG PLOT_FOLDER. Status 77: there is no matplotlib."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RKDG, FOLDER = sys.argv[1:3]
sys.path.insert(0, FOLDER)
try:
    import matplotlib.image
    import numpy as np
    import rkdg_fields
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


class PlotTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def run_case(self, steps=3, degree=2, rho="1"):
        (self.folder / "c.ini").write_text(CASE.format(steps=steps, degree=degree, rho=rho))
        done = rkdg(self.folder, "run", "c.ini", "-q")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_pictures_of_a_run(self):
        self.run_case()
        done = rkdg(self.folder, "plot", "out", "--window=-2,4,-2,2", "--field", "vorticity", "--output", "pictures")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        names = ["residuals.png", "forces.png", "surface_wall.png", "field_vorticity.png"]
        self.assertEqual(done.stdout.split(), [f"pictures/{name}" for name in names])
        for name in names:
            pixels = matplotlib.image.imread(self.folder / "pictures" / name)[:, :, :3]
            painted = np.mean(np.any(pixels < 0.95, axis=2))
            self.assertGreater(painted, 0.02, name)
            self.assertGreater(len(np.unique(pixels.reshape(-1, 3), axis=0)), 8, name)

    def test_friction_has_a_chart_only_where_there_is_any(self):
        heights = []
        for cf in (0.0, 0.01):
            run = self.folder / f"run{cf}"
            run.mkdir()
            (run / "summary.json").write_text("{}")
            rows = "".join(f"{x},0,0,-1,0.5,{-x},{cf}\n" for x in (0.25, 0.75))
            (run / "surface_wall.csv").write_text("x,y,nx,ny,weight,cp,cf\n" + rows)
            done = rkdg(self.folder, "plot", run.name, "--dpi", "50")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            heights.append(matplotlib.image.imread(run / "surface_wall.png").shape[0])
        self.assertEqual(heights, [160, 240])  # one chart of 3.2 inches, two of 2.4

    def test_a_field_is_drawn_at_full_order(self):
        # One step of nothing: the state is the projection of a polynomial, on straight and on curved cells.
        for degree in (1, 2):
            self.run_case(steps=1, degree=degree, rho="1 + 0.01 * x - 0.02 * y" + " + 0.001 * x * y" * (degree > 1))
            (start,) = self.folder.glob("out/fields_*.vtu")
            file = rkdg_fields.FieldFile(start)
            x, y, places, triangles = rkdg_fields.evaluate(file, "points")
            np.testing.assert_allclose(places, np.hypot(x, y), atol=1e-2)  # a length is no polynomial
            self.assertEqual({shape for shape, _, _ in file.cells()}, {"triangle", "quadrilateral"})
            # The finer triangles cover the mesh once.
            edges = [np.stack([x[triangles[:, k]] - x[triangles[:, 0]], y[triangles[:, k]] - y[triangles[:, 0]]])
                     for k in (1, 2)]
            areas = edges[0][0] * edges[1][1] - edges[0][1] * edges[1][0]
            self.assertGreater(areas.min(), 0)
            area = float(re.search(r"area ([\d.]+)", rkdg(self.folder, "check", "c.ini").stdout)[1])
            self.assertAlmostEqual(areas.sum() / 2 / area, 1, delta=1e-3)

    def test_polynomials_are_exact_on_finer_points(self):
        for shape in ("triangle", "quadrilateral"):
            for order in range(1, 6):
                matrix, triangles = rkdg_fields.refined(shape, order, 7)
                nodes = np.array(rkdg_fields.vtk_lattice(shape, order)) / order * 2 - 1
                lattice = [(i, j) for j in range(8) for i in range(8 - (j if shape == "triangle" else 0))]
                points = np.array(lattice) / 7 * 2 - 1
                f = lambda p: (0.3 + p[:, 0] - 0.7 * p[:, 1]) ** order  # noqa: E731
                np.testing.assert_allclose(matrix @ f(nodes), f(points), atol=1e-11)
                self.assertEqual(len(triangles), 49 if shape == "triangle" else 98)

    def test_what_cannot_be_drawn_is_told_in_one_line(self):
        self.run_case()
        for words, told in ((["nowhere"], "nowhere: is no folder of a run"),
                            (["out", "--field", "colour"], "has no field 'colour' (it has: rho, velocity"),
                            (["out", "--window=50,60,0,1"], "no cell lies in the window"),
                            (["out", "--window=1,0,0,1"], "each second one larger")):  # fmt: skip
            done = rkdg(self.folder, "plot", *words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(told, done.stderr)
            self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
