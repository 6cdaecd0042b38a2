#!/usr/bin/env python3
"""Tables of the study of face loops from the CSV files in a folder: report.py FOLDER writes FOLDER/face-loops.md."""

import csv
import sys
from pathlib import Path

LAYERS = {1: "63,28,10", 2: "63,28,28", 3: "74,17,54", 4: "100,13,61", 5: "115,51,106"}
CELLS = {460404: 1, 889056: 2, 1960408: 3, 3920000: 4, 9760050: 5}
STRATEGIES = ["serial", "atomic", "colour", "colour-shared", "colour-aligned", "colour-sorted", "block-colour", "gather"]
ALGORITHMS = {
    "sum": {"colour": 5, "colour-shared": 7, "colour-aligned": 9, "colour-sorted": 11},
    "maximum": {"colour": 6, "colour-shared": 8, "colour-aligned": 10},
}
# Zhang et al., J. Natl. Univ. Def. Technol. 44(5), 2022, table 3; tables 4 and 5 by algorithm; table 8, algorithms 5 and 9.
PUBLISHED_SIZES = {
    1: [224836, 213031, 206237, 197699, 163051, 40517, 1482, 11],
    2: [426256, 410166, 397696, 383289, 239361, 50293, 1834, 21],
    3: [921933, 896907, 871117, 841903, 433943, 76778, 2091, 27],
    4: [1858291, 1817425, 1767691, 1709925, 747020, 117274, 2399, 7],
    5: [4628854, 4370933, 4223509, 4064937, 2377710, 587202, 26444, 458],
}
PUBLISHED_MS = {
    "double": {
        5: [0.222, 0.412, 1.071, 2.440, 5.991],
        6: [0.198, 0.378, 1.067, 2.564, 6.310],
        7: [0.221, 0.409, 1.060, 2.379, 5.841],
        8: [0.196, 0.372, 1.032, 2.458, 6.090],
        9: [0.229, 0.438, 1.233, 3.039, 7.285],
        10: [0.203, 0.406, 1.424, 3.778, 8.750],
        11: [0.172, 0.303, 0.786, 1.856, 4.691],
    },
    "single": {
        5: [0.159, 0.279, 0.673, 1.519, 3.927],
        6: [0.151, 0.263, 0.727, 1.736, 4.452],
        7: [0.158, 0.277, 0.666, 1.481, 3.829],
        8: [0.150, 0.263, 0.726, 1.733, 4.444],
        9: [0.167, 0.293, 0.724, 1.856, 4.906],
        10: [0.157, 0.292, 0.849, 2.485, 6.375],
        11: [0.133, 0.232, 0.550, 1.251, 3.350],
    },
}
PUBLISHED_MESH_4 = {
    "colour": [0.640, 0.564, 0.504, 0.492, 0.288, 0.097, 0.008, 0.006],
    "colour-aligned": [0.241, 0.998, 0.948, 0.929, 0.543, 0.126, 0.009, 0.006],
}
MISSING = "-"


def read_rows(folder):
    rows = []
    for path in sorted(set(Path(folder).glob("*.csv")) - {Path(folder) / "counters.csv"}):
        with open(path, newline="", encoding="utf-8") as file:
            rows += list(csv.DictReader(file))
    for row in rows:
        row["mesh"] = CELLS.get(int(row["cells"]), f"{row['cells']} cells")
        row["order"] = row["numbering"] if row["ordering"] == "none" else row["ordering"]
    return rows


def matching(rows, **wanted):
    return [row for row in rows if all(row[key] == str(value) or row[key] == value for key, value in wanted.items())]


def milliseconds(rows):
    return f"{float(rows[0]['ms']):.3g}" if rows else MISSING


def markdown(head, lines):
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in [head, ["---"] * len(head), *lines]) + "\n"


def meshes_of(rows):
    return sorted({row["mesh"] for row in rows}, key=str)


def published(table, mesh):
    return table[mesh - 1] if isinstance(mesh, int) else MISSING


def sizes_table(rows):
    parts = [row for row in matching(rows, strategy="colour", loop="sum") if row["part"] != "all"]
    first = {}
    for row in parts:
        first.setdefault((row["mesh"], row["order"], row["colouring"], int(row["part"])), row["part_faces"])
    columns = sorted({key[:3] for key in first}, key=str)
    known = [mesh for mesh in meshes_of(rows) if mesh in PUBLISHED_SIZES]
    head = ["colour", *(f"mesh {m}, published" for m in known), *(f"mesh {m}, {o}, {c}" for m, o, c in columns)]
    count = max([key[3] + 1 for key in first] + [len(PUBLISHED_SIZES[m]) for m in known], default=0)
    lines = []
    for colour in range(count):
        theirs = [PUBLISHED_SIZES[m][colour] if colour < len(PUBLISHED_SIZES[m]) else "" for m in known]
        lines.append([colour + 1, *theirs, *(first.get((*column, colour), "") for column in columns)])
    return markdown(head, lines)


def times_table(rows, loop, precision, components):
    wanted = matching(rows, loop=loop, precision=precision, components=components, part="all", colouring="greedy")
    meshes = meshes_of(wanted)
    lines = []
    for strategy in STRATEGIES:
        algorithm = ALGORITHMS[loop].get(strategy)
        if algorithm and components == 1:
            theirs = PUBLISHED_MS[precision][algorithm]
            lines.append([f"{strategy}, V100, published", algorithm, *(published(theirs, mesh) for mesh in meshes)])
        for order in sorted({row["order"] for row in wanted}):
            found = matching(wanted, strategy=strategy, order=order)
            if found:
                each = [milliseconds(matching(found, mesh=mesh)) for mesh in meshes]
                lines.append([f"{strategy}, {order}", algorithm or "", *each])
    return markdown(["strategy", "algorithm", *(f"mesh {mesh}" for mesh in meshes)], lines)


def shares_table(rows):
    """What the largest mesh reaches of a copy, and gains over plain colours."""
    wanted = matching(rows, part="all", colouring="greedy")
    if not wanted:
        return ""
    largest = max(int(row["cells"]) for row in wanted)
    lines = []
    for row in wanted:
        if int(row["cells"]) == largest:
            keys = ["loop", "components", "precision", "order", "strategy", "ms", "spread", "gain", "least_mb", "sector_mb", "copy_fraction"]
            lines.append([row[key] for key in keys])
    head = ["loop", "components", "precision", "order", "strategy", "ms", "spread", "over `colour`", "least MB", "sectors, MB", "of a copy"]
    return markdown(head, lines)


def short_table(rows):
    """Sum and maximum of one component in double precision on the largest mesh, in every order: what the page shows."""
    wanted = matching(rows, part="all", colouring="greedy", components=1, precision="double")
    largest = max((int(row["cells"]) for row in wanted), default=0)
    wanted = matching(wanted, cells=largest)
    columns = [(loop, order) for loop in ("sum", "maximum") for order in sorted({row["order"] for row in wanted})]
    lines = []
    for strategy in STRATEGIES:
        found = matching(wanted, strategy=strategy)
        if found:
            lines.append([f"`{strategy}`", *(milliseconds(matching(found, loop=loop, order=order)) for loop, order in columns)])
    return markdown(["ms a loop", *(f"{loop}, {order}" for loop, order in columns)], lines)


def colours_table(rows):
    """By colour, as the published table 8: mesh 4, or the largest there is."""
    parts = [row for row in matching(rows, loop="sum", components=1, precision="single", colouring="greedy") if row["part"] != "all"]
    if not parts:
        return "", MISSING
    meshes = {row["mesh"] for row in parts}
    mesh = 4 if 4 in meshes else max(parts, key=lambda row: int(row["cells"]))["mesh"]
    parts = matching(parts, mesh=mesh)
    columns = sorted({(row["strategy"], row["order"]) for row in parts if row["strategy"] in ("colour", "colour-aligned")})
    ours = {(row["strategy"], row["order"], int(row["part"])): row for row in parts}
    count = max(int(row["part"]) + 1 for row in parts)
    theirs = PUBLISHED_MESH_4 if mesh == 4 else {}
    lines = []
    for colour in range(count):
        line = [colour + 1, *(t[colour] if colour < len(t) else "" for t in theirs.values())]
        for column in columns:
            row = ours.get((*column, colour))
            line.append(f"{float(row['ms']):.4f}" if row else "")
        lines.append(line)
    return markdown(["colour", *(f"{s}, V100" for s in theirs), *(f"{s}, {o}" for s, o in columns)], lines), mesh


def write_report(folder):
    rows = read_rows(folder)
    if not rows:
        raise SystemExit(f"{folder}: there are no measurements (*.csv) in it")
    devices = sorted({f"{row['device']} ({row['backend']}, {row['threads']} threads)" for row in rows})
    text = f"# Loops over faces\n\n{'; '.join(devices)}. Milliseconds a loop, median of the samples.\n"
    text += "\n## In short: the largest mesh, one component, double precision\n\n" + short_table(rows)
    text += "\n## Faces of each colour (table 3 of the paper)\n\n" + sizes_table(rows)
    for precision, table in (("double", 4), ("single", 5)):
        for loop in ("sum", "maximum"):
            text += f"\n## {loop}, {precision} precision (table {table})\n\n" + times_table(rows, loop, precision, 1)
    for loop in ("sum", "maximum"):
        text += f"\n## {loop}, five components, double precision\n\n" + times_table(rows, loop, "double", 5)
    by_colour, mesh = colours_table(rows)
    text += f"\n## Colour by colour, mesh {mesh}, sum, single precision (table 8)\n\n" + by_colour
    text += "\n## The largest mesh\n\n" + shares_table(rows)
    path = Path(folder) / "face-loops.md"
    path.write_text(text, encoding="utf-8")
    return path


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    print(write_report(sys.argv[1]))
