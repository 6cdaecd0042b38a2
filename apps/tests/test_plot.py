#!/usr/bin/env python3
"""Tests of `rkdg plot` with one run: python3 test_plot.py RKDG PLOT_FOLDER. Status 77: there is no matplotlib."""

import os
import re
import subprocess
import sys
import types
import unittest
import unittest.mock

from plot_case import RKDG, PlotCase, rkdg  # first: it knows where the charts are

import matplotlib.image
import numpy as np
import rkdg_charts
import rkdg_fields


class PlotTest(PlotCase):
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
            (run / "summary.json").write_text('{"rkdg": "0"}')
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
                            (["out", "--window=1,0,0,1"], "each second one must be larger"),
                            (["out", "--range=nan,1"], "expected 2 finite numbers"),
                            (["out", "--range=1,inf"], "expected 2 finite numbers"),
                            (["out", "--plane", "z=0"], "is of two dimensions; --plane is for three"),
                            (["out", "--plane", "z=nan"], "expected a plane, such as z=0.5"),
                            (["out", "--dpi", "0"], "expected a whole number from 10 to 2400"),
                            (["out", "--file", "none.vtu"], "none.vtu: no such file"),
                            (["out", "--file", "out/history.csv"], "is no field file of rkdg"),
                            (["out", "--colour"], "unrecognized arguments")):  # fmt: skip
            self.refuse(words, told)

    def test_foreign_folders_are_told_in_one_line(self):
        run = self.folder / "run"
        run.mkdir()
        for summary, told in (("{}", "is not a summary of rkdg"), ("[1]", "is not a summary of rkdg"), ("{", "summary.json"),
                              ("\x00", "summary.json"), ('{"rkdg": "0"}', "holds nothing to draw")):  # fmt: skip
            (run / "summary.json").write_text(summary)
            self.refuse(["run"], told)
        for name, text, told in (("history.csv", "a,b\n1,2\n", "history.csv: is no such table of rkdg"),
                                 ("history.csv", "", "history.csv: is no such table"),
                                 ("history.csv", "step,time,residual\n1,2,x\n2,3,y\n", "holds what is no number"),
                                 ("forces.csv", "step,time\n1,2\n", "no column 'boundary'"),
                                 ("errors.csv", "step\n", "no column 'time'"),
                                 ("surface_wall.csv", "x,y,nx,ny\n0,0,0,1\n", "no column 'cp'"),
                                 ("fields_000000001.vtu", "<VTKFile>", "is no field file of rkdg"),
                                 ("fields.vtkhdf", "\x89", "fields.vtkhdf")):  # fmt: skip
            (run / name).write_text(text)
            self.refuse(["run"], told)
            (run / name).unlink()

    def test_fields_of_steady_runs_are_of_a_step(self):
        labels = {}
        for kind, time in (("steady", 0), ("unsteady", 2.5)):
            folder = self.folder / kind
            folder.mkdir()
            (folder / "history.csv").write_text(f"step,time,residual\n0,0,1\n15,{time},1e-9\n")
            arguments = types.SimpleNamespace(output=None)
            plotter = rkdg_charts.Plotter(folder, arguments)
            labels[kind] = plotter.moment(15 if kind == "steady" else time)
        self.assertEqual(labels, {"steady": " at step 15", "unsteady": " at time 2.5"})
        self.assertEqual(plotter.moment(0), "")

    def test_help_needs_no_matplotlib(self):
        (self.folder / "bare").write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "$@"\n')
        (self.folder / "bare").chmod(0o755)
        environment = dict(os.environ, RKDG_PYTHON=str(self.folder / "bare"))
        done = subprocess.run([RKDG, "plot", "--help"], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("usage: rkdg plot", done.stdout)
        done = subprocess.run([RKDG, "plot", "x"], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no matplotlib", done.stderr)

    def test_lattice_runs_have_their_own_charts(self):
        sides = "".join(f"[boundary.{side}]\ntype = wall\n" for side in ("left", "right", "bottom", "back", "front"))
        (self.folder / "l.ini").write_text("[lattice]\ncells = 8\n[fluid]\nreynolds = 10\n" + sides +
                                           "[boundary.top]\ntype = moving-wall\nvelocity = 1, 0, 0\n"
                                           "[time]\nsteps = 400\n[output]\ndirectory = out\n")  # fmt: skip
        self.assertEqual(rkdg(self.folder, "lbm", "l.ini", "--backend", "cpu", "--threads", "1", "-q").returncode, 0)
        done = rkdg(self.folder, "plot", "out")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.split(), ["out/history.png", "out/lines.png", "out/field_velocity.png"])
        (file,) = self.folder.glob("out/fields_*.vti")
        # Each row of cells along a centre line is the mean of the two beside it on both sides.
        fields = rkdg_fields.open_fields(file)
        speed = fields.array("velocity").reshape(8, 8, 8, 3)[:, :, :, 0][3:5, :, 3:5].mean(axis=(0, 2))
        line = np.loadtxt(self.folder / "out" / "line_y.csv", delimiter=",", skiprows=1)
        np.testing.assert_allclose(speed, line[:, 1], atol=1e-6)
        self.refuse(["out", "--field", "Mach"], "has no field 'Mach' (it has: velocity, pressure)")
        self.refuse(["out", "--plane", "y=2"], "the plane y = 2 lies outside, where y is from 0 to 1")

    def test_by_default_the_window_is_around_the_body(self):
        self.run_case(steps=1)
        seen = []
        with unittest.mock.patch.object(rkdg_charts.Plotter, "save", lambda plotter, drawing, name: seen.append((name, drawing))):
            for words in (("out",), ("out", "--window", "all")):
                with self.assertRaises(ValueError):  # nothing was written
                    rkdg_charts.draw(self.arguments(*words))
        boxes = [drawing.axes[0].get_xlim() + drawing.axes[0].get_ylim() for name, drawing in seen if name == "field_Mach"]
        np.testing.assert_allclose(boxes[0], (-1.5, 3.5, -1.5, 1.5), atol=0.05)  # its polygon is a little smaller
        np.testing.assert_allclose(boxes[1], (-10, 10, -10, 10), atol=0.5)
        self.refuse(["out", "--window", "some"], "'some': expected 4 finite numbers")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
