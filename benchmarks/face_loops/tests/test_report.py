"""The tables hold what was measured, beside what was published: test_report.py FACE_LOOPS."""

import csv
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent))

from report import write_report  # noqa: E402: needs the path above

PROGRAM = sys.argv.pop()


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def measure(self, name, *arguments):
        path = self.folder / name
        command = [PROGRAM, "--layers", "4,2,1", "--repeats", "2", "--backend", "cpu", "--csv", path, *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    @staticmethod
    def is_part_of_blocks(row):
        first = {"strategy": "block-colour", "loop": "sum", "components": "1", "precision": "double"}
        return row["part"] != "all" and all(row[key] == value for key, value in first.items())

    def test_a_small_mesh_is_measured_and_reported(self):
        rows = self.measure("a.csv", "--per-colour")
        sizes = {}
        for row in rows:
            if row["strategy"] == "colour" and row["part"] != "all":
                sizes[int(row["part"])] = int(row["part_faces"])
        self.assertEqual(len(sizes), int(rows[0]["colours"]))
        self.assertEqual(sum(sizes.values()), int(rows[0]["faces"]))
        text = write_report(self.folder).read_text(encoding="utf-8")
        self.assertEqual(sum(int(r["part_faces"]) for r in rows if self.is_part_of_blocks(r)), int(rows[0]["faces"]))
        for size in sizes.values():
            self.assertIn(f"| {size} |", text)
        self.assertIn("gather, grid", text)

    def test_numbers_of_a_published_mesh_stand_beside_the_published_ones(self):
        rows = self.measure("a.csv", "--per-colour", "--strategies", "colour,colour-aligned")
        for row in rows:
            row["cells"], row["ms"] = "3920000", "0.125"
        with open(self.folder / "a.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
        text = write_report(self.folder).read_text(encoding="utf-8")
        self.assertIn("| colour, V100, published | 5 | 2.44 |", text)
        self.assertIn("| colour, grid | 5 | 0.125 |", text)
        self.assertIn("| 1 | 0.64 | 0.241 | 0.1250 | 0.1250 |", text)
        self.assertIn("| 1 | 1858291 |", text)

    def test_an_empty_folder_is_refused(self):
        with self.assertRaises(SystemExit):
            write_report(self.folder)


unittest.main()
