"""The study on meshes of a few thousand triangles that need no Gmsh: test_study.py RKDG."""

import csv
import json
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

from study_report import MISSING, write_report  # noqa: E402: needs the path above
from study_rows import Rows  # noqa: E402

RKDG = sys.argv.pop()


class Study(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def study(self, *arguments):
        command = [sys.executable, here / "study", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_a_table_holds_what_was_measured(self):
        out = self.folder / "out"
        done = self.study("run", self.folder, out, "--rkdg", RKDG, "--quick", "--tables", "7s,8", "--seconds", "0.002")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads((out / "rows.json").read_text())
        rows = result["rows"]
        self.assertEqual([(r["degree"], r["ordering"]) for r in rows],
                         [(1, "none"), (2, "none"), (1, "layers"), (2, "layers")])
        self.assertTrue(all(r["cells"] == 5184 and r["table"] == "7s" and r["seconds_per_step"] > 0 for r in rows))
        self.assertEqual(result["skipped"],
                         [["table 8, airfoils-0, auto, cpu", "needs --coordinates FILE,FILE with the profiles"]])
        text = (out / "study.md").read_text()
        gain = rows[1]["seconds_per_step"] / rows[3]["seconds_per_step"]
        self.assertIn("| structured-0 | 5184 | 2 |", text)
        self.assertIn(f"| {gain:.3f},  |", text)
        self.assertIn(result["hardware"]["cpu"], text)
        with (out / "study.csv").open() as file:
            lines = list(csv.DictReader(file))
        self.assertEqual(len(lines), 4)
        self.assertEqual(float(lines[3]["seconds_per_step"]), rows[3]["seconds_per_step"])
        # What is there is not measured again.
        again = self.study("run", self.folder, out, "--rkdg", RKDG, "--quick", "--tables", "7s")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(json.loads((out / "rows.json").read_text())["rows"], rows)
        self.assertNotEqual(self.study("run", self.folder, out, "--rkdg", RKDG, "--tables", "7s").returncode, 0)

    def test_wrong_words_are_refused(self):
        self.assertEqual(self.study("run", self.folder, self.folder, "--rkdg", RKDG, "--backends", "gpu").returncode, 2)
        self.assertEqual(self.study("run", self.folder, self.folder, "--rkdg", "/no/such/rkdg").returncode, 2)


class Report(unittest.TestCase):
    def row(self, mesh, cells, ordering, backend, threads, seconds, spread=0.01):
        return {"table": "7", "mesh": mesh, "degree": 2, "ordering": ordering, "start": "", "assembly": "fused",
                "backend": backend, "threads": threads, "device": backend, "cells": cells, "seconds_per_step": seconds,
                "spread": spread, "dof_per_second": 1e9 / seconds, "copy_fraction": 0.5, "metrics": {}}

    def test_ratios_of_the_gpu_and_the_cpu(self):
        rows = []
        for mesh, cells in (("cylinder-0", 1000), ("cylinder-1", 4000)):
            rows += [self.row(mesh, cells, "random", "cuda", 1, 0.012), self.row(mesh, cells, "none", "cuda", 1, 0.010),
                     self.row(mesh, cells, "layers", "cuda", 1, 0.008), self.row(mesh, cells, "none", "cpu", 1, 0.5),
                     self.row(mesh, cells, "none", "cpu", 16, 0.05, spread=0.25)]
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder)
            result = {"hardware": {}, "quick": False, "rows": rows, "skipped": [], "metrics": {}, "growth": []}
            (out / "rows.json").write_text(json.dumps(result))
            from study_plan import tables

            write_report(out, tables(False))
            text = (out / "study.md").read_text()
            self.assertIn("| cylinder-1 | 4000 | 2 | 12 ms | 10 ms | 8 ms | 1.250, 1.500 | 125.000 | 50 % | 1 % |", text)
            self.assertIn("| 500 ms | 50 ms | 25 % | 50.0 | 5.0 |", text)
            if MISSING:
                self.assertIn(MISSING, text)
                self.assertNotIn(".svg", text)
                return
            self.assertIn("![gains](gain-7-gpu.svg)", text)
            words = [element.text for element in xml.parse(out / "gain-7-gpu.svg").iter("{http://www.w3.org/2000/svg}text")]
            for word in ("Gain over random order, GPU", "number of cells", "p = 2, generator's", "p = 2, layers"):
                self.assertIn(word, words)

    def test_the_least_time_is_taken(self):
        rows = Rows([self.row("m", 1, "none", "cpu", 1, t) for t in (3, 1, 2)])
        self.assertEqual(rows.seconds(ordering="none"), 1)
        self.assertIsNone(rows.seconds(ordering="layers"))


if __name__ == "__main__":
    unittest.main()
