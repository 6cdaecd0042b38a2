#!/usr/bin/env python3
"""Tests of `rkdg plot` with several runs and of movies: python3 test_plot_runs.py RKDG PLOT_FOLDER. Status 77: there is no matplotlib."""

import sys
import unittest
import unittest.mock
from pathlib import Path

from plot_case import PlotCase, rkdg  # first: it knows where the charts are

import numpy as np
import PIL.Image
import rkdg_charts
import rkdg_fields
import rkdg_movie
import rkdg_runs


class RunsTest(PlotCase):
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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
