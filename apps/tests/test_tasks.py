#!/usr/bin/env python3
"""Solves tasks of a new user by the commands that the manual shows: python3 test_tasks.py RKDG PROJECT [MPIRUN...].

For each task the files and commands of one section of a page are taken as they stand, and run by a shell in a folder of their
own. The results are compared with exact or published ones. What would take long is cut short, as CUTS says.
"""

import csv
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RKDG, PROJECT = (Path(word).resolve() for word in sys.argv[1:3])
MPIRUN = " ".join(sys.argv[3:])
sys.argv[1:] = []
sys.path.insert(0, str(PROJECT / "apps/plot"))
import rkdg_fields  # noqa: E402: needs the path above

WRITES = re.compile(r"(?:Write|write) `([\w.-]+)`")
COMMAND = re.compile(r"(?:rkdg|gmsh|mpirun|sh|cd|python3) ")
# Times and meshes that a test has no time for.
CUTS = {
    "averages": [("time.end=200", "time.end=3"), ("time.end=300", "time.end=6"), ("average.from=150", "average.from=1")],
    "3-D": [("sphere.ini ", "sphere.ini --set 'mesh.parameters=kind=hexahedra n=2 order=2' --set space.degree=1 --set time.tolerance=1e-4 ")],
}


def section(page, heading):
    """The text under a heading, up to the next one of its level or a higher one."""
    text = (PROJECT / "docs" / page).read_text(encoding="utf-8")
    found = re.search(rf"^(#+) {re.escape(heading)}\n", text, re.MULTILINE)
    if found is None:
        raise AssertionError(f"{page} has no section '{heading}'")
    return re.split(rf"^#{{1,{len(found[1])}}} ", text[found.end() :], maxsplit=1, flags=re.MULTILINE)[0]


def blocks(text):
    """Pairs of the paragraph above and the lines of each indented block."""
    above, block, found, ended = "", [], [], True
    for line in [*text.splitlines(), "end"]:
        if line.startswith("    ") or (block and not line):
            block.append(line[4:])
            continue
        if block:
            found.append((above, "\n".join(block).rstrip() + "\n"))
            above, block = "", []
        if line:
            above = line if ended else f"{above} {line}"
        ended = not line
    return found


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Tasks(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def follow(self, page, heading, cuts=()):
        """Writes the files of a section and runs its commands; what they print."""
        script = []
        for above, block in blocks(section(page, heading)):
            name = WRITES.search(above)
            if name:
                (self.folder / name[1]).write_text(block, encoding="utf-8")
            elif COMMAND.match(block):
                script += [line for line in block.splitlines() if COMMAND.match(line)]
        self.assertGreater(len(script), 0, f"{page}, {heading}: shows no command")
        text = "\n".join(script)
        for old, new in cuts:
            self.assertIn(old, text)
            text = text.replace(old, new)
        if "gmsh " in text and shutil.which("gmsh") is None:
            self.skipTest("there is no gmsh")
        if "mpirun" in text and not MPIRUN:
            self.skipTest("this build has no MPI")
        text = text.replace("mpirun ", f"{MPIRUN} ")
        environment = dict(os.environ, PATH=f"{RKDG.parent}:{os.environ['PATH']}", RKDG_PYTHON=sys.executable)
        done = subprocess.run(["sh", "-e", "-c", text], cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        if "needs Gmsh" in done.stderr or "has no matplotlib" in done.stderr:
            self.skipTest(done.stderr.strip())
        self.assertEqual(done.returncode, 0, f"{text}\n{done.stderr}")
        return done.stdout

    def summary(self, folder):
        return json.loads((self.folder / folder / "summary.json").read_text(encoding="utf-8"))

    def test_a_flat_plate_in_si_units(self):
        self.follow("units.md", "An example: a flat plate in air")
        # Blasius' friction of one side, to which the leading edge and the thickness of the layer add some per cent.
        blasius = 1.328 / math.sqrt(23301)
        plate = self.summary("plate")["forces"]["plate"]
        self.assertTrue(blasius < plate["cd"] < 1.05 * blasius)
        # In SI: the dynamic pressure of air at 288.15 K, 101 325 Pa and 34.029 m/s, on a plate of 0.01 m.
        dynamic_pressure = 0.5 * 101325 / (287.05 * 288.15) * 34.029**2
        self.assertAlmostEqual(plate["force_x"] / (plate["cd"] * dynamic_pressure * 0.01), 1, delta=1e-4)
        # A plate of 300 K in air of 288.15 K, which fills most of the domain; polynomials overshoot at the leading edge.
        (fields,) = (self.folder / "plate").glob("fields_*.vtu")
        temperature = sorted(rkdg_fields.open_fields(fields).array("temperature"))
        self.assertAlmostEqual(temperature[len(temperature) // 2], 288.15, delta=0.1)
        self.assertAlmostEqual(temperature[-1], 300, delta=2)

    def test_a_channel_with_a_profile(self):
        self.follow("channel-profile.md", "A channel with a profile")
        self.assertTrue(self.summary("channel")["converged"])
        for row in rows(self.folder / "channel/probes.csv")[-21:]:
            # Poiseuille's flow, along which the gas expands by 12 mu 0.1 x / p = 0.3 %.
            y = float(row["y"])
            self.assertAlmostEqual(float(row["u"]), 0.6 * y * (1 - y), delta=1e-3)
        self.assertTrue((self.folder / "channel/field_velocity.png").exists())

    def test_a_polar(self):
        printed = self.follow("airfoil.md", "An airfoil and its polar").splitlines()
        table = {line.split()[0]: [float(word) for word in line.split()[1:]] for line in printed if re.match(r"\d ", line)}
        self.assertEqual(sorted(table), ["0", "1", "2"])
        self.assertAlmostEqual(table["0"][0], 0, delta=1e-4)  # a symmetric profile
        self.assertTrue(0 < table["1"][0] < table["2"][0])
        # An independent solver: docs/trust.md.
        self.assertAlmostEqual(table["1"][1], 0.05531, delta=1e-4)
        for name in ("forces.png", "surface_wall.png"):
            self.assertTrue((self.folder / "naca0012" / name).exists())

    def test_a_shock_tube(self):
        self.follow("shocks.md", "A shock tube")
        last = rows(self.folder / "sod/out/probes.csv")[-201:]
        plateau = [float(row["rho"]) for row in last if 0.72 < float(row["x"]) < 0.82]
        self.assertGreater(len(plateau), 15)
        for rho in plateau:
            self.assertAlmostEqual(rho, 0.26557, delta=1e-3)
        self.assertTrue((self.folder / "sod/out/field_rho.png").exists())

    def test_averages_in_parts_and_on_two_ranks(self):
        self.follow("averages.md", "Averages, in parts and on two ranks", CUTS["averages"])
        summary = self.summary("street")
        self.assertEqual((summary["ranks"], summary["status"]), (2, "done"))
        self.assertAlmostEqual(summary["average"]["from"], 1, delta=0.1)
        self.assertAlmostEqual(summary["average"]["to"], 6, delta=0.1)  # the last of every twentieth step
        times = [float(row["time"]) for row in rows(self.folder / "street/history.csv")]
        self.assertEqual(times, sorted(times))
        self.assertLess(times[0], 0.1)
        self.assertTrue((self.folder / "street/field_velocity_mean.png").exists())

    def test_a_plot_of_a_3d_run(self):
        self.follow("plots.md", "Plots in 3-D", CUTS["3-D"])
        self.assertGreater((self.folder / "sphere/out/field_pressure.png").stat().st_size, 10_000)

    def test_fields_in_python(self):
        python = next((p for p in (sys.executable, "python3") if subprocess.run([p, "-c", "import rkdg"], capture_output=True, check=False).returncode == 0), None)
        if python is None:
            self.skipTest("there is no Python package")
        printed = self.follow("python.md", "Fields of a finished run", [("python3 ", f"{python} ")])
        shape, least, largest = re.search(r"(\(\d+, \d+\)) (\S+) (\S+)\n$", printed).groups()
        self.assertEqual(shape, "(41, 61)")
        self.assertTrue(-0.2 < float(least) < 0)  # the vortices behind the cylinder run backwards
        self.assertTrue(0 < float(largest) < 0.3)


if __name__ == "__main__":
    unittest.main()
