#!/usr/bin/env python3
"""Tests of `rkdg plot`: python3 test_plot.py RKDG PLOT_FOLDER. Status 77: there is no matplotlib."""

import os
import re
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock
from pathlib import Path

RKDG, FOLDER = sys.argv[1:3]
sys.path.insert(0, FOLDER)
try:
    import matplotlib.image
    import PIL.Image  # which matplotlib needs
    import numpy as np
    import rkdg_charts
    import rkdg_fields
    import rkdg_movie
    import rkdg_planes
    import rkdg_plot
    import rkdg_runs
    import rkdg_views
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

    def run_case(self, steps=3, degree=2, rho="1", output="out", every=0):
        (self.folder / "c.ini").write_text(CASE.format(steps=steps, degree=degree, rho=rho) + f"every = {every}\n" * (every > 0))
        done = rkdg(self.folder, "run", "c.ini", "-q", "--output", output)
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

    def refuse(self, words, told):
        done = rkdg(self.folder, "plot", *words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(told, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("error: "), done.stderr)

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

    def arguments(self, *words):
        """As the command takes them, in the folder of the test."""
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        return rkdg_plot.parse(words)

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

    def test_several_runs_share_charts(self):
        for degree in (1, 2):
            self.run_case(degree=degree, output=f"p{degree}")
        done = rkdg(self.folder, "plot", "p1", "p2", "--output", "both")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.split(), [f"both/{name}.png" for name in ("residuals", "forces", "surface_wall")])
        drawn = {}
        with unittest.mock.patch.object(rkdg_charts.Plotter, "save", lambda plotter, drawing, name: plotter.written.append(drawing)):
            for drawing, name in zip(rkdg_runs.draw(self.arguments("p1", "p2")), ("residuals", "forces", "surface_wall")):
                drawn[name] = [{line.get_label(): line.get_xydata() for line in ax.get_lines()} for ax in drawing.axes]
        for name, columns in (("residuals", ["residual"]), ("forces", ["cd", "cl"])):
            file = "history" if name == "residuals" else name
            for run in ("p1", "p2"):
                rows = np.genfromtxt(self.folder / run / f"{file}.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
                for ax, column in zip(drawn[name], columns):
                    self.assertEqual(sorted(ax), ["p1", "p2"])
                    np.testing.assert_array_equal(ax[run], np.column_stack([rows["time"], rows[column]]))
        self.assertEqual([sorted(ax) for ax in drawn["surface_wall"]], [["p1", "p2"]] * 2)

    def test_names_of_runs_tell_them_apart(self):
        self.assertEqual(rkdg_runs.names_of([Path("/a/x/out"), Path("/b/x/out")]), ["a/x/out", "b/x/out"])
        self.assertEqual(rkdg_runs.names_of([Path("/a/x"), Path("/a/y")]), ["x", "y"])
        with self.assertRaisesRegex(ValueError, "/a/x: is named twice"):
            rkdg_runs.names_of([Path("/a/x"), Path("/a/y"), Path("/a/x")])

    def test_a_movie_has_a_picture_for_each_time_in_the_same_colours(self):
        self.run_case(steps=4, every=2)
        self.assertEqual(len(list(self.folder.glob("out/fields_*.vtu"))), 3)
        words = ["out", "--movie", "made/m.gif", "--dpi", "40", "--window=-2,4,-2,2", "--rate", "5"]
        done = rkdg(self.folder, "plot", *words)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", "made/m.gif\n"))
        with PIL.Image.open(self.folder / "made" / "m.gif") as picture:
            self.assertEqual(picture.n_frames, 3)
            self.assertEqual(picture.info["duration"], 200)
        self.assertEqual([path.name for path in (self.folder / "made").iterdir()], ["m.gif"])
        with unittest.mock.patch.object(rkdg_charts.Plotter, "paint", autospec=True) as paint:
            rkdg_movie.draw(self.arguments(*words))
        ends = [call.args[4] for call in paint.call_args_list]
        self.assertEqual((len(ends), len(set(ends))), (3, 1))
        single = []
        for path in sorted(self.folder.glob("out/fields_*.vtu")):
            _, _, values, _ = rkdg_fields.evaluate(rkdg_fields.open_fields(path), "Mach", (-2, 4, -2, 2))
            single.append(np.percentile(values, (0.5, 99.5)))
        np.testing.assert_allclose(ends[0], (min(s[0] for s in single), max(s[1] for s in single)), rtol=1e-6)

    def test_a_movie_by_ffmpeg(self):
        try:
            rkdg_movie.writer_of(Path("m.mp4"), 10)
        except ValueError as error:
            self.assertIn("needs ffmpeg (Debian: package ffmpeg); or name a file .gif", str(error))
            self.skipTest(str(error))
        self.run_case(steps=2, every=1)
        done = rkdg(self.folder, "plot", "out", "--movie", "m.mp4", "--dpi", "40")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual((self.folder / "m.mp4").read_bytes()[4:8], b"ftyp")

    def test_several_runs_and_movies_are_refused_in_one_line(self):
        self.run_case(steps=1)
        for file in self.folder.glob("out/fields_*.vtu"):
            file.unlink()
        lattice = self.folder / "lattice"
        lattice.mkdir()
        (lattice / "summary.json").write_text('{"rkdg": "0", "method": "lattice-boltzmann"}')
        for words, told in ((["out", "out"], "out: is named twice"),
                            (["out", "lattice"], "lattice: is the run of a lattice, and others are not"),
                            (["out", "nowhere"], "nowhere: is no folder of a run"),
                            (["out", "lattice", "--field", "rho"], "--field is for one run; there are 2"),
                            (["out", "lattice", "--movie", "m.gif"], "--movie is for one run; there are 2"),
                            (["out", "--movie", "m.avi"], "'m.avi': expected the name of a file .mp4 or .gif"),
                            (["out", "--movie", "m.gif", "--output", "x"], "leave out --output"),
                            (["out", "--movie", "m.gif", "--rate", "0"], "expected a whole number from 1 to 100"),
                            (["out", "--rate", "5"], "--rate is for --movie"),
                            (["out", "--movie", "m.gif"], "holds fields of 0 times, and a movie needs two")):  # fmt: skip
            self.refuse(words, told)

    def test_runs_of_lattices_share_charts_and_make_movies(self):
        sides = "".join(f"[boundary.{side}]\ntype = wall\n" for side in ("left", "right", "bottom", "back", "front"))
        for reynolds in (10, 20):
            (self.folder / "l.ini").write_text(f"[lattice]\ncells = 6\n[fluid]\nreynolds = {reynolds}\n" + sides +
                                               "[boundary.top]\ntype = moving-wall\nvelocity = 1, 0, 0\n[time]\nsteps = 100\n"
                                               f"[output]\ndirectory = re{reynolds}\nevery = 50\n")  # fmt: skip
            self.assertEqual(rkdg(self.folder, "lbm", "l.ini", "--backend", "cpu", "--threads", "1", "-q").returncode, 0)
        done = rkdg(self.folder, "plot", "re10", "re20")
        self.assertEqual((done.returncode, done.stderr, done.stdout.split()), (0, "", ["history.png", "lines.png"]))
        done = rkdg(self.folder, "plot", "re10", "--movie", "m.gif", "--dpi", "40", "--plane", "y=0.5")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with PIL.Image.open(self.folder / "m.gif") as picture:
            self.assertEqual(picture.n_frames, len(list(self.folder.glob("re10/fields_*.vti"))))


class PlaneTest(unittest.TestCase):
    """What a plane cuts out of 3-D cells."""

    def test_planes_cut_every_shape_with_its_area_and_linear_fields(self):
        cube = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], float)
        wedge, top = cube[[0, 1, 3, 4, 5, 7]], np.array([[0.5, 0.5, 1.0]])
        shapes = ((cube, lambda z: 1.0), (wedge, lambda z: 0.5), (cube[[0, 1, 3, 4]], lambda z: (1 - z) ** 2 / 2),
                  (np.vstack([cube[:4], top]), lambda z: (1 - z) ** 2))  # fmt: skip
        for points, area in shapes:
            tetrahedra = np.array(rkdg_planes.TETRAHEDRA[len(points)])
            values = points @ [2.0, -3.0, 5.0] + 1
            for z in (0.25, 0.5, 0.9):
                at, found = rkdg_planes.cut(points, values, tetrahedra, 2, z)
                np.testing.assert_allclose(at[:, 2], z)
                np.testing.assert_allclose(found, at @ [2.0, -3.0, 5.0] + 1)
                a, b, c = (at[k::3, :2] for k in range(3))
                ab, ac = b - a, c - a
                areas = np.abs(ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0]) / 2
                self.assertAlmostEqual(areas.sum(), area(z), places=12)


class Ring:
    """Quadrilaterals from the unit circle about `centre` to a box of this half width, each with points of its own."""

    def __init__(self, half, centre=(0.0, 0.0), around=32):
        angles = 2 * np.pi * np.arange(around + 1) / around
        circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        box = circle / np.abs(circle).max(axis=1)[:, None] * half
        inner, outer = circle + centre, box * (1 + 1e-15)
        quads = [[inner[k], outer[k], outer[k + 1], inner[k + 1]] for k in range(around)]
        # The same place by another computation, as neighbouring cells have it.
        self.points = np.array(quads).reshape(-1, 2) + np.array([0, 1e-16]) * (np.arange(4 * around) % 3)[:, None]

    def array(self, name):
        assert name == "points"
        return np.column_stack([self.points, np.zeros(len(self.points))])

    def cells(self):
        yield "quadrilateral", 1, np.arange(len(self.points)).reshape(-1, 4)

    def is_3d(self):
        return False


class ViewTest(unittest.TestCase):
    """What is shown where nothing is said."""

    def test_fields_are_shown_around_bodies(self):
        # One extent (the diameter, 2) ahead and beside, three behind.
        self.assertEqual(np.round(rkdg_views.window_of(Ring(100.0), None), 6).tolist(), [-3, 7, -3, 3])
        self.assertEqual(np.round(rkdg_views.window_of(Ring(100.0, (20.0, -30.0)), None), 6).tolist(), [17, 27, -33, -27])
        self.assertEqual(np.round(rkdg_views.window_of(Ring(5.0), None), 6).tolist(), [-3, 5, -3, 3])
        self.assertIsNone(rkdg_views.window_of(Ring(2.0), None))
        self.assertIsNone(rkdg_views.window_of(Ring(100.0), "all"))
        self.assertEqual(rkdg_views.window_of(Ring(100.0), (0.0, 1.0, 0.0, 2.0)), (0.0, 1.0, 0.0, 2.0))

    def test_a_mesh_without_a_body_is_shown_as_a_whole(self):
        square = Ring(100.0)
        square.points = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [1, 0], [2, 0], [2, 1], [1, 1]], float)
        self.assertIsNone(rkdg_views.window_of(square, None))

    def test_starts_do_not_take_the_axis(self):
        x = np.linspace(0, 200, 401)
        signal = 1.33 + 0.01 * np.sin(x) + 46 * np.exp(-x)
        low, high = rkdg_views.settled_limits([(x, signal)])
        late = signal[x >= 100]
        self.assertTrue(low < late.min() and late.max() < high)
        self.assertLess(high - low, 0.2)
        self.assertGreater(high - low, late.max() - late.min())
        self.assertIsNone(rkdg_views.settled_limits([(x, np.sin(x))]))  # nothing to leave out
        self.assertIsNone(rkdg_views.settled_limits([(x, np.zeros(401))]))
        self.assertIsNone(rkdg_views.settled_limits([(x[:3], signal[:3])]))
        # Of two series both are shown.
        low, high = rkdg_views.settled_limits([(x, signal), (x, signal - 1)])
        self.assertTrue(low < 0.32 and high > 1.34)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
