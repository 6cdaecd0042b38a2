#!/usr/bin/env python3
"""Runs every command that the documentation shows: python3 test_pages.py RKDG PROJECT [GMSH].

A page's files are the indented blocks under "Write `NAME`" or "for which `NAME` is". Commands are run in their order in a
folder of the page; runs are cut short. Of ./dev and cmake, which build the project, it is checked that they know what is
asked of them. The page of the command line must have the commands and options of the program.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

RKDG, PROJECT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
GMSH = sys.argv[3] if len(sys.argv) > 3 else shutil.which("gmsh")
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md")), *sorted(PROJECT.glob("*/README.md"))]
STEPS = 4
# What a shortened case needs: few cells, and all in its first steps.
LESS = {"average": ["average.from=0", "average.every=1"]}
# What makes a series that is long enough for a power spectrum.
SERIES = ["time.steps=40", "output.monitor=1"]
LATTICE_LESS = ["lattice.cells=8", "time.steps=20", "time.tolerance=1e3"]
# In place of a mesh that users have.
SU2 = """NDIME= 2
NELEM= 1
5 0 1 2
NPOIN= 3
0 0
1 0
0 1
NMARK= 1
MARKER_TAG= airfoil
MARKER_ELEMS= 3
3 0 1
3 1 2
3 2 0
"""
# The case of pages that show none.
SQUARE = ("[mesh]\ngenerate = square\n[reference]\nmach = 0.5\nreynolds = 100\n[time]\nsteps = 2\n" +
          "".join(f"[boundary.{side}]\ntype = farfield\n" for side in ("left", "right", "bottom", "top")))
NOT_HERE = {"catalyst.md": "needs ParaView, and has tests of its own"}
WRITES = re.compile(r"(?:Write|write|for which) `([\w.-]+)`")


def blocks_of(page):
    """Pairs of the paragraph above and the indented lines of each block."""
    above, block, blocks, ended = "", [], [], True
    for line in [*page.read_text(encoding="utf-8").splitlines(), "end"]:
        if line.startswith("    ") or (block and not line):
            block.append(line[4:])
            continue
        if block:
            blocks.append((above, block))
            above, block = "", []
        if line:
            above = line if ended else f"{above} {line}"
        ended = not line
    return blocks


def contents_of(page):
    """The files of a page, and its commands as lists of words."""
    files, commands = {}, []
    for above, block in blocks_of(page):
        name = WRITES.search(above)
        if name:
            files[name[1]] = "\n".join(block) + "\n"
            continue
        for line in block:
            if re.match(r"(rkdg|cd|gmsh|xvfb-run|\./dev|cmake|ctest|python3 verification/\S+) ", line):
                commands += [shlex.split(part, comments=True) for part in line.split(" && ")]
    return files, commands


class NoGmsh(Exception):
    pass


class Pages:
    def __init__(self, folder):
        self.folder, self.failures, self.ran, self.series = folder, [], 0, False
        self.environment = dict(os.environ, PATH=f"{RKDG.parent}:{os.environ['PATH']}")
        self.help = subprocess.run([PROJECT / "dev", "help"], capture_output=True, text=True, check=True).stdout
        self.presets = {preset["name"] for preset in json.loads((PROJECT / "CMakePresets.json").read_text())["buildPresets"]}

    def fail(self, page, words, why):
        self.failures.append(f"{page.name}: {shlex.join(words)}: {why.strip()}")

    def check_page(self, page):
        files, commands = contents_of(page)
        where = self.folder / page.relative_to(PROJECT).with_suffix("")
        where.mkdir(parents=True)
        for name, text in files.items():
            (where / name).write_text(text, encoding="utf-8")
        self.provide(page, where)
        self.series = any(words[:2] == ["rkdg", "spectrum"] and words[2].endswith(".csv") for words in commands)
        for words in commands:
            self.ran += 1
            if words[0] == "cd":
                where /= words[1]
            elif words[0] == "./dev":
                if not re.search(rf"^  {words[1]}\b", self.help, re.MULTILINE):
                    self.fail(page, words, "./dev help does not have it")
            elif words[0] in ("cmake", "ctest"):
                if "--preset" in words and words[words.index("--preset") + 1] not in self.presets:
                    self.fail(page, words, "there is no such preset")
            elif page.name not in NOT_HERE:
                self.run(page, words, where)

    def provide(self, page, where):
        """What pages take as given: the case that they show, and the mesh that it reads."""
        cases = ["\n".join(block) for _, block in blocks_of(page) if any(line == "[mesh]" for line in block)]
        lattices = ["\n".join(block) for _, block in blocks_of(page) if block[0] == "[lattice]"]
        for name in ("case.ini", "CASE.ini"):
            for text in (lattices + cases + [SQUARE])[:1]:
                (where / name).write_text(text, encoding="utf-8")
        if any("file = cylinder.msh" in text for text in cases) or any("cylinder.msh" in words for words in contents_of(page)[1]):
            mesh = "mesh cylinder radius=10 cells=400 around=12 layers=4 wake=0 -o cylinder.msh"
            subprocess.run([RKDG, *mesh.split()], cwd=where, check=True, stdout=subprocess.DEVNULL)
        if any("mesh_NACA0012_inv.su2" in words for words in contents_of(page)[1]):
            (where / "mesh_NACA0012_inv.su2").write_text(SU2, encoding="utf-8")
        if any(words[2:5] == ["case.ini", "--restart", "out/checkpoint.h5"] for words in contents_of(page)[1]):
            subprocess.run([RKDG, "run", "-q", "case.ini"], cwd=where, check=True, stdout=subprocess.DEVNULL)

    def shortened(self, words, where):
        words = [word.strip("[]") for word in words[: next((i for i, w in enumerate(words) if w[0] == "["), len(words))]]
        if words[1] == "mesh":
            return [re.sub(r"^n=\d{3,}$", "n=8", word) for word in words]
        if words[1] == "lbm":
            return words + [part for setting in LATTICE_LESS for part in ("--set", setting)]
        if words[1] not in ("run", "converge"):
            return words
        settings = SERIES if self.series and words[1] == "run" else [f"time.steps={STEPS}"]
        text = (where / words[2]).read_text(encoding="utf-8")
        for section, more in LESS.items():
            asked = f"[{section}]" in text or any(word.startswith(f"{section}.") for word in words)
            settings = settings + more if asked else settings
        return words + [part for setting in settings for part in ("--set", setting)]

    def run(self, page, words, where):
        # Cases of the project are named from its folder; $PWD is that of the command.
        words = [str(PROJECT / word) if word.startswith("verification/") else word.replace("$PWD", str(where)) for word in words]
        if words[0] == "python3":
            words = [sys.executable, *words[1:]]
        elif words[0] == "gmsh":
            if GMSH is None:
                raise NoGmsh
            words = [GMSH, *words[1:]]
        else:
            words = self.shortened(words, where)
        # What a page empties is not the cache that this test, and whoever starts it, lives on.
        cache = {"RKDG_CACHE": str(where / "cache")} if words[1:3] == ["cache", "clear"] else {}
        done = subprocess.run(words, cwd=where, env=self.environment | cache, capture_output=True, text=True, check=False)
        if "is not in this build" in done.stderr or "has no matplotlib" in done.stderr:
            print(f"skipped: {shlex.join(words)}: {done.stderr.strip()}")
        elif done.returncode != 0 and not (done.returncode == 3 and words[1] == "run"):
            self.fail(page, words, done.stderr or f"status {done.returncode}")

    def check_command_line(self):
        """The commands of the program, and the options of each, are those of docs/command-line.md."""
        page = PROJECT / "docs/command-line.md"
        listed = dict(re.findall(r"^## ([a-z]+)\n(.*?)(?=^## |\Z)", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
        commands = set(re.findall(r"^  ([a-z]+) ", self.said("--help"), re.MULTILINE)) - {"help"}
        if set(listed) != commands:
            self.fail(page, ["rkdg", "--help"], f"different commands: {sorted(set(listed) ^ commands)}")
        for command in sorted(commands & set(listed)):
            options = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", self.said(command, "--help"))) - {"--help"}
            on_page = set(re.findall(r"^\| `(--[\w-]+)`", listed[command], re.MULTILINE))
            if on_page != options:
                self.fail(page, ["rkdg", command, "--help"], f"different options: {sorted(on_page ^ options)}")

    def said(self, *words):
        return subprocess.run([RKDG, *words], env=self.environment, capture_output=True, text=True, check=True).stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        pages = Pages(Path(folder))
        for page in PAGES:
            try:
                pages.check_page(page)
            except NoGmsh:
                print(f"skipped: the rest of {page.name}: there is no gmsh")
        pages.check_command_line()
        print(f"{pages.ran} commands")
        for failure in pages.failures:
            print(f"FAIL  {failure}")
        return 1 if pages.failures or pages.ran < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
