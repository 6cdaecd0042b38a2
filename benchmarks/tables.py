#!/usr/bin/env python3
"""The tables of README.md from files of measurements: tables.py speed|passes ROOFLINE.csv, pyfr ROOFLINE.csv PYFR.csv, orderings BENCH.csv.

speed: DOF per second of whole stages; passes: of triangles in double precision, pass by pass; pyfr: beside PyFR; orderings: what they
gain.
"""

import csv
import sys

NAMES = {
    "triangle": "triangles",
    "quadrilateral-P": "quadrilaterals P",
    "quadrilateral-Q": "quadrilaterals Q",
    "curved-triangle": "curved triangles",
    "curved-quadrilateral-P": "curved quadrilaterals P",
    "curved-quadrilateral-Q": "curved quadrilaterals Q",
}
PASSES = {"store faces": "faces", "gather stage": "cells", "stage": "both"}


def read(path):
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def markdown(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def grouped(rows, *keys):
    """{values of the keys: rows that have them}, in the order of the rows."""
    groups = {}
    for row in rows:
        groups.setdefault(tuple(row[key] for key in keys), []).append(row)
    return groups


def speed_of(row):
    """Billion DOF per second on a GPU, million on a CPU."""
    return float(row["dof_per_second"]) * (1e-9 if row["backend"] == "cuda" else 1e-6)


def text_of(row):
    return f"{speed_of(row):.1f}" if row["backend"] == "cuda" else f"{speed_of(row):.0f}"


def speed(rows):
    """The fastest way to assemble of each kind of cells and degree, and in brackets the fastest of the others."""
    stages = [row for row in rows if row["pass"] == "stage"]
    degrees = sorted({row["degree"] for row in stages})
    lines = []
    for (kind, precision), of_kind in grouped(stages, "kind", "precision").items():
        cells = []
        for degree in degrees:
            here = sorted((row for row in of_kind if row["degree"] == degree), key=speed_of, reverse=True)
            cells.append(" ".join(text if k == 0 else f"({text})" for k, text in enumerate(map(text_of, here[:2]))))
        lines.append([f"{NAMES[kind]}, {precision}", *cells])
    largest = max(stages, key=lambda row: float(row["spread"]))
    sizes = ", ".join(f"{row['cells']} {NAMES[kind]}" for (kind,), (row, *_) in grouped(stages, "kind").items())
    what = "billion" if stages[0]["backend"] == "cuda" else "million"
    first = {max(here, key=speed_of)["assembly"] for here in grouped(stages, "kind", "precision", "degree").values()}
    caption = (f"{what} DOF/s of a stage by the fastest assembly ({', '.join(sorted(first))}), in brackets the fastest of the others; "
               f"{sizes}; spread to {100 * float(largest['spread']):.1f} %")  # fmt: skip
    return caption + "\n\n" + markdown(["", *(f"P{degree}" for degree in degrees)], lines)


def passes(rows):
    """Passes of `tiles` and `gather` on straight triangles in double precision."""
    of = {(row["degree"], row["pass"], row["assembly"]): row for row in rows if row["kind"] == "triangle" and row["precision"] == "double"}
    lines = []
    for degree in sorted({degree for degree, _, _ in of}):
        for name, title in PASSES.items():
            cells = [degree, title]
            for assembly in ("tiles", "gather"):
                row = of.get((degree, name, assembly))
                counts = [f"{float(row['bytes_per_dof']):.0f}, {float(row['flops_per_dof']):.0f}", text_of(row)] if row else ["", ""]
                parts = [f"{100 * float(row[key]):.0f} %" for key in ("copy_fraction", "vector_fraction")] if row else ["", ""]
                cells += counts + parts
            lines.append(cells)
    head = ["degree", "pass"]
    for assembly in ("tiles", "gather"):
        head += [f"`{assembly}`: bytes, flops per DOF", "GDOF/s", "of copy", "of vector FMA"]
    return markdown(head, lines)


def pyfr(rows, other):
    """PyFR's speeds, alone and with anti-aliasing, and how many times as fast the fastest assembly is."""
    best = {}
    for row in rows:
        if row["pass"] == "stage":
            key = row["kind"], row["precision"], row["degree"]
            best[key] = max(best.get(key, 0), speed_of(row))
    lines = []
    for (kind, precision), of_kind in grouped(other, "kind", "precision").items():
        cells = []
        for row in of_kind:
            speeds = [float(row[name]) for name in ("plain", "with_dealiasing") if row[name]]
            ratios = (f"{best[kind, precision, row['degree']] / value:.1f}" for value in speeds)
            cells.append(", ".join(f"{value:.1f}" for value in speeds) + ": " + ", ".join(ratios))
        lines.append([f"{NAMES[kind]}, {precision}", *cells])
    degrees = dict.fromkeys(row["degree"] for row in other)
    return markdown(["", *(f"P{degree}" for degree in degrees)], lines)


def orderings(rows):
    """Speed in each order of cells, and how much faster a step is in it than in the first."""
    lines = []
    degrees = sorted({row["degree"] for row in rows})
    for (backend, ordering), here in grouped(rows, "backend", "ordering").items():
        cells = []
        for degree in degrees:
            row = next(row for row in here if row["degree"] == degree)
            base = next(base for base in rows if base["backend"] == backend and base["degree"] == degree)
            cells.append(f"{text_of(row)}, {float(base['seconds_per_step']) / float(row['seconds_per_step']):.2f}")
        lines.append([backend, ordering, *cells])
    return markdown(["", "order of cells", *(f"P{degree}: speed, gain" for degree in degrees)], lines)


TABLES = {"speed": speed, "passes": passes, "pyfr": pyfr, "orderings": orderings}


def main():
    name, *files = sys.argv[1:] or [""]
    if name not in TABLES or len(files) != (2 if name == "pyfr" else 1):
        sys.exit(f"usage: {__doc__}")
    print(TABLES[name](*map(read, files)))


if __name__ == "__main__":
    main()
