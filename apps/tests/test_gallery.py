#!/usr/bin/env python3
"""Runs the cases of the gallery as a new user does: python3 test_gallery.py RKDG.

Each is copied by `rkdg new`; the commands of its README.md are run, cut short where they take long. The numbers that cases of a
few seconds promise are checked.
"""

import csv
import json
import math
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RKDG = Path(sys.argv.pop(1)).resolve()
# What shortens a case whose commands take longer than some seconds.
SHORT = {
    "forward-step": ["--set", "time.end=", "--set", "time.steps=4"],
    "kelvin-helmholtz": ["--set", "time.end=", "--set", "time.steps=4", "--set", "output.every_time=", "--set", "output.every=2"],
    "lattice-cavity": ["--set", "lattice.cells=8, 8, 1", "--set", "time.tolerance=1"],
    "naca0012": ["--set", "mesh.parameters=ni=28 nj=12", "--set", "space.degree=1"],
    "sphere": ["--set", "mesh.parameters=kind=hexahedra n=2 order=2", "--set", "space.degree=1", "--set", "time.tolerance=1e-3"],
    "vortex-street": ["--set", "time.end=", "--set", "time.steps=4", "--set", "output.every_time=", "--set", "output.every=2"],
    "ordering": [],
}


def run(*words, folder=None):
    return subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False)


def rkdg(*words, folder=None):
    return run(RKDG, *words, folder=folder)


def table(path):
    with open(path, encoding="utf-8") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def at(rows, axis, place, name):
    """A value between the rows of a line, by linear interpolation."""
    rows = sorted(rows, key=lambda row: row[axis])
    for a, b in zip(rows, rows[1:]):
        if a[axis] <= place <= b[axis]:
            share = (place - a[axis]) / (b[axis] - a[axis])
            return a[name] + share * (b[name] - a[name])
    raise AssertionError(f"no {axis} = {place}")


NAMES = [line.split()[0] for line in rkdg("new", "--list").stdout.splitlines()]


class Gallery(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.home = Path(holder.name)

    def made(self, name):
        done = rkdg("new", name, folder=self.home)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return self.home / name

    def commands(self, folder):
        lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
        return [shlex.split(line) for line in lines if line.startswith("    ")]

    def run_commands(self, name):
        """The commands, but for examples in Python, which have tests of their own, and for pictures without matplotlib."""
        folder = self.made(name)
        for words in self.commands(folder):
            if name.startswith("python-"):
                continue
            words[0] = {"rkdg": str(RKDG), "python3": sys.executable}.get(words[0], words[0])
            if words[1:2] in (["run"], ["lbm"]):
                words += SHORT.get(name, []) + ["--quiet"]
            if words[1:2] == ["bench"]:
                words = [word.replace("2,3", "1") for word in words[:-1]] + ["2"]
            done = run(*words, folder=folder)
            if "needs Gmsh" in done.stderr:
                self.skipTest(done.stderr.strip())
            if words[1:2] == ["plot"] and "matplotlib" in done.stderr:
                continue
            self.assertEqual(done.returncode, 0, f"{words}\n{done.stderr}")
        return folder

    def test_there_are_cases(self):
        self.assertGreaterEqual(len(NAMES), 16)
        for name in NAMES:
            with self.subTest(name):
                folder = self.made(name)
                self.assertLessEqual(len(list(folder.iterdir())), 3)
                self.assertTrue((folder / "README.md").read_text(encoding="utf-8").startswith("# "))

    def test_what_new_says(self):
        done = rkdg("new", "sod", "-o", "deep/tube", folder=self.home)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.home / "deep/tube/sod.ini").exists())
        self.assertIn("    cd deep/tube\n    rkdg run sod.ini\n", done.stdout)

    def test_refusals(self):
        self.made("sod")
        (self.home / "sod/sod.ini").write_text("mine")
        for words, said in (
            (["new", "sod"], "error: rkdg new: 'sod' exists already; name another folder with -o FOLDER\n"),
            (["new", "sodd"], "did you mean"),
            (["new"], "expected the name of one case; 'rkdg new --list' shows them"),
            (["new", "sod", "couette"], "expected the name of one case"),
            (["new", "sod", "--list"], "expected the name of one case"),
            (["new", "couette", "-o", "/proc/couette"], "'/proc/couette' cannot be made"),
        ):
            done = rkdg(*words, folder=self.home)
            with self.subTest(words):
                self.assertEqual(done.returncode, 2)
                self.assertIn(said, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)
        self.assertEqual((self.home / "sod/sod.ini").read_text(), "mine")

    def test_examples_in_python(self):
        for name in NAMES:
            if not name.startswith("python-"):
                continue
            with self.subTest(name):
                folder = self.made(name)
                (script,) = folder.glob("*.py")
                self.assertIn(["python3", script.name], self.commands(folder))
                compile(script.read_text(encoding="utf-8"), script.name, "exec")
                cells = json.loads(script.with_suffix(".ipynb").read_text(encoding="utf-8"))["cells"]
                for cell in cells:
                    if cell["cell_type"] == "code":
                        compile("".join(cell["source"]), "cell", "exec")

    def test_docs(self):
        done = rkdg("docs", "--path", folder=self.home)
        if done.returncode == 0:
            self.assertTrue(Path(done.stdout.strip()).is_file())
        else:
            self.assertEqual(done.returncode, 2)
            self.assertIn("./dev docs", done.stderr)

    def test_shallow_water(self):
        """The test of what is installed (cmake/consumer) builds and runs this program; it judges its own number."""
        folder = self.made("shallow-water")
        (words,) = self.commands(folder)
        self.assertEqual([words[0], words[-1]], ["cmake", "build/dam"])
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["CMakeLists.txt", "README.md", "main.cpp"])

    # Numbers of the pages, and what they are compared with.

    def test_cylinder(self):
        summary = json.loads((self.run_commands("cylinder") / "out/summary.json").read_text())
        self.assertTrue(1.50 < summary["forces"]["wall"]["cd"] < 1.59)

    def test_couette(self):
        folder = self.made("couette")
        done = rkdg("converge", "couette.ini", "--degrees", "1,2,3", "--levels", "3", "--json", "o.json", folder=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads((folder / "o.json").read_text())["rows"]
        for degree in (1, 2, 3):
            order = [row for row in rows if row["degree"] == degree][-1]["order"]["rho"]
            self.assertAlmostEqual(order, degree + 1, delta=0.05)

    def test_advection(self):
        folder = self.made("advection")
        done = rkdg("converge", "advection.ini", "--degrees", "2,3", "--levels", "3", "--json", "o.json", folder=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads((folder / "o.json").read_text())["rows"]
        for degree in (2, 3):
            order = [row for row in rows if row["degree"] == degree][-1]["order"]["rho"]
            self.assertAlmostEqual(order, degree + 1, delta=0.1)

    def printed(self, folder, script, file):
        """The last number that a script prints, which is the reference of its case."""
        done = run(sys.executable, script, file, folder=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return float(done.stdout.split()[-1])

    def test_tandem_cylinders(self):
        folder = self.run_commands("tandem-cylinders")
        potential = self.printed(folder, "cylinders.py", "again.csv")
        forces = json.loads((folder / "out/summary.json").read_text())["forces"]
        for name, sign in (("front", -1), ("rear", 1)):
            # The square of the Mach number, 0.01, is what compressibility adds.
            self.assertAlmostEqual(forces[name]["cd"], sign * potential, delta=0.02 * potential)

    def test_potential_flow_of_tandem_cylinders(self):
        """Far from each other each is a doublet m = 1/4 in the stream of the other one"""
        folder = self.made("tandem-cylinders")
        code = """import cylinders as c
def at(d):
    c.DISTANCE = d
    c.CENTRES = {"front": -d / 2, "rear": d / 2}
    return c.drag(d / 2)
print(at(40.0))"""
        drag = float(run(sys.executable, "-c", code, folder=folder).stdout)
        # 4 pi m^2 / d^3, over the dynamic pressure 1/2.
        self.assertAlmostEqual(drag * 40.0**3, math.pi / 2, delta=0.01)

    def test_multi_element(self):
        folder = self.run_commands("multi-element")
        panels = self.printed(folder, "profiles.py", "again.csv")
        forces = json.loads((folder / "out/summary.json").read_text())["forces"]
        self.assertAlmostEqual(sum(force["cl"] for force in forces.values()), panels, delta=0.01 * panels)
        self.assertAlmostEqual(sum(force["cd"] for force in forces.values()), 0, delta=0.001)

    def test_inviscid_cylinder(self):
        summary = json.loads((self.run_commands("inviscid-cylinder") / "out/summary.json").read_text())
        self.assertLess(summary["entropy_error"], 2e-5)

    def test_sod(self):
        rows = table(self.run_commands("sod") / "out/probes.csv")[-201:]
        for x in (0.75, 0.8):  # between contact and shock
            self.assertAlmostEqual(at(rows, "x", x, "rho"), 0.26557, delta=5e-4)

    def test_taylor_green(self):
        rows = table(self.run_commands("taylor-green") / "out/history.csv")
        self.assertAlmostEqual(rows[-1]["kinetic_energy"] / rows[0]["kinetic_energy"], math.exp(-0.8), delta=5e-4)

    def test_cavity(self):
        rows = table(self.run_commands("cavity") / "out/probes.csv")[-101:]
        self.assertAlmostEqual(at(rows, "y", 0.5, "u") / 0.1, -0.20581, delta=4e-3)

    def test_backward_step(self):
        rows = table(self.run_commands("backward-step") / "out/surface_wall.csv")
        lower = sorted((row for row in rows if row["y"] < 1e-9 and row["x"] > 0.5), key=lambda row: row["x"])
        reattached = next(b["x"] for a, b in zip(lower, lower[1:]) if a["cf"] * b["cf"] < 0)
        self.assertTrue(2.5 < reattached < 3.5)
        # Poiseuille's flow with the mean velocity 1/30 between plates a distance of 2 apart.
        self.assertAlmostEqual(lower[-1]["cf"], 3 * (0.1 * 4 / 3 / 100) / 30 / (0.5 * 0.1**2), delta=0.02 * 0.0267)


def add_short_runs():
    tested = {name[5:].replace("_", "-") for name in dir(Gallery) if name.startswith("test_")}
    for name in NAMES:
        if name not in tested and not name.startswith("python-"):

            def runs(self, name=name):
                self.run_commands(name)

            setattr(Gallery, f"test_{name.replace('-', '_')}_runs", runs)


add_short_runs()

if __name__ == "__main__":
    unittest.main()
