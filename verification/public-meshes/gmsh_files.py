#!/usr/bin/env python3
"""Reads all Gmsh files below a folder with one folder for each repository, and counts what became of them, as a table.

With --run each mesh that is read also takes two steps at degree 1, from a uniform stream, with far fields all around.
"""

import argparse
import collections
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# What is refused, by words of its line.
REFUSALS = {
    "one of several files": r"of \d+ partitions; save the mesh in one file",
    "no cells": r"is not plane|has no triangles or quadrilaterals",
    "cells that do not fit": r"is degenerate|do not fit together|merge duplicate nodes|overlap|is shared by",
    "damaged, or another format": r"must follow here|is not a mesh file|a number is missing|truncated",
}
CASE = """[mesh]
file = {mesh}
[space]
degree = 1
[gas]
model = euler
[reference]
mach = 0.3
[boundary.*]
type = farfield
{default}
[time]
steps = 2
[output]
directory = {folder}/out
"""


def outcome(arguments, path, folder):
    """The column of a file, and the line that refuses it."""
    mesh = Path(folder) / "mesh.h5"
    read = subprocess.run([arguments.rkdg, "convert", path, mesh], capture_output=True, text=True, errors="replace")
    if read.returncode != 0:
        line = read.stderr.strip()
        kinds = [kind for kind, words in REFUSALS.items() if re.search(words, line)]
        return (kinds or ["refused otherwise"])[0], line
    if not arguments.run:
        return "read", ""
    names = subprocess.run([arguments.rkdg, "info", mesh], capture_output=True, text=True, check=True).stdout
    names = set(re.findall(r"boundary (.*): [1-9]\d* faces", names))
    default = "[boundary.default]\ntype = farfield" if "default" in names else ""
    case = CASE.format(mesh=mesh, folder=folder, default=default)
    if names <= {"default"}:
        case = case.replace("[boundary.*]\ntype = farfield\n", "")
    (Path(folder) / "case.ini").write_text(case, encoding="utf-8")
    run = subprocess.run([arguments.rkdg, "run", "-q", Path(folder) / "case.ini"],
                         capture_output=True, text=True, errors="replace")  # fmt: skip
    return ("read and run", "") if run.returncode == 0 else ("read, not run", run.stderr.strip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rkdg", help="the program")
    parser.add_argument("folder", type=Path, help="with one folder for each repository")
    parser.add_argument("--run", action="store_true", help="run the meshes, too")
    arguments = parser.parse_args()
    counts = collections.defaultdict(collections.Counter)
    for path in sorted(arguments.folder.rglob("*.msh*")):
        repository = path.relative_to(arguments.folder).parts[0]
        with tempfile.TemporaryDirectory() as folder:
            kind, line = outcome(arguments, path, folder)
        counts[repository][kind] += 1
        if line:
            print(f"{repository}: {path.name}: {line}", file=sys.stderr)
    columns = [*(["read and run", "read, not run"] if arguments.run else ["read"]), *REFUSALS, "refused otherwise"]
    print(f"| repository | files | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 2)}")
    counts["all"] = sum(counts.values(), collections.Counter())
    for repository, kinds in counts.items():
        print(f"| {repository} | {kinds.total()} | {' | '.join(str(kinds[column]) for column in columns)} |")


if __name__ == "__main__":
    main()
