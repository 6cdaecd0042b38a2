#!/usr/bin/env python3
"""Checks the sources of the project: python3 test_sources.py PROJECT.

Files must be short, names standard, and kernels must state the mathematics of a face once.
"""

import re
import sys
import unittest
from pathlib import Path

PROJECT = Path(sys.argv.pop(1)).resolve()
MADE = re.compile(r"\..*|build.*|out")  # folders that hold no sources
LONGEST = 300  # lines of a file
# Files that are longer, each with the lines that it may have. No file is to be added, and none may grow.
LONGER = {}
# The same for names in code; `face_turns` is in files.
NAMES = {
    r"solid_|_solid|Solid[A-Z]|SOLID_": "3d", r"^(?:Lone[A-Z]|lone_)": "thread_per_element", r"^Gas[23]$": "NavierStokes2D, NavierStokes3D",
    r"StateTurn|_turned|turned_|_turns|turns_": "orientation, basis_change", r"^Mirror[A-Z]": "EvenOdd", r"TileWay|tile_way": "family",
    r"breathing": "pulsating", r"_rooms?$": "workspace",
}  # fmt: skip

# What kernels say once, and where.
ONCE = [
    (r"-\s*0\.5\)+ \* \(", "integrands/face_point.hpp"),
    (r"\.boundary_states\(", "integrands/face_point.hpp"),
    (r"\bboundary_data \+", "integrands/face_point.hpp"),
    (r"\.riemann_flux\(", "integrands/face_point.hpp"),
    (r"\.subtract_viscous_flux\(", "integrands/face_point.hpp"),
]


def line_counts():
    """The lines of each source file, by its path in the project."""
    folders = [path for path in PROJECT.iterdir() if path.is_dir() and not MADE.fullmatch(path.name)]
    files = [path for folder in folders for path in folder.glob("**/*") if path.suffix in (".cpp", ".hpp", ".cu", ".cuh", ".py")]
    return {path.relative_to(PROJECT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in sorted(files)}


class Sources(unittest.TestCase):
    def test_files_are_short(self):
        counts = line_counts()
        self.assertGreater(len(counts), 1000)
        self.assertEqual({name: count for name, count in counts.items() if count > LONGER.get(name, LONGEST)}, {}, "split these files")
        short = [name for name in LONGER if counts.get(name, 0) <= LONGEST]
        self.assertEqual(short, [], "these are short now: remove them from LONGER")

    def test_names_are_standard(self):
        listed = [path for folder in ("apps", "benchmarks", "libdg", "meshes", "quadrature", "reorder") for path in (PROJECT / folder).glob("**/*")]
        sources = [path for path in listed if path.suffix in (".hpp", ".cpp", ".cuh", ".cu")]
        self.assertGreater(len(sources), 1000)
        wrong = []
        for path in sources:
            names = set(re.findall(r"[A-Za-z_]\w*", f"{path.name} {path.read_text(encoding='utf-8')}")) - {"face_turns"}
            for pattern, better in NAMES.items():
                wrong += [f"{path.relative_to(PROJECT)}: '{name}': {better}" for name in sorted(names) if re.search(pattern, name)]
        self.assertEqual(wrong, [])

    def test_kernels_state_the_mathematics_of_a_face_once(self):
        kernels = {path.relative_to(PROJECT / "libdg/kernels").as_posix(): path.read_text(encoding="utf-8")
                   for path in (PROJECT / "libdg/kernels").glob("**/*") if path.suffix in (".hpp", ".cuh")}  # fmt: skip
        self.assertGreater(len(kernels), 100)
        for pattern, home in ONCE:
            where = {name: len(re.findall(pattern, text)) for name, text in kernels.items() if re.search(pattern, text)}
            self.assertEqual(where, {home: 1}, f"'{pattern}': use what {home} has")

    def test_boundary_conditions_say_of_themselves_what_they_are(self):
        """A new one is its struct and its lines in the list: nothing tells conditions apart case by case."""
        found = [path.relative_to(PROJECT).as_posix() for folder in ("apps", "libdg") for path in (PROJECT / folder).glob("**/*")
                 if path.suffix in (".hpp", ".cpp", ".cuh") and "tests" not in path.parts
                 and re.search(r"case BoundaryType::|BoundaryType::\w+[^;]*?(?:\|\||&&)[^;]*?BoundaryType::", path.read_text(encoding="utf-8"))]  # fmt: skip
        self.assertEqual(found, [], "make it a trait of BoundaryDefaults")


if __name__ == "__main__":
    unittest.main()
