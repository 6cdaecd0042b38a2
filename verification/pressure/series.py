#!/usr/bin/env python3
"""The study behind README.md: errors of velocity, pressure and temperature as viscosity, flux, eta, boundaries and meshes change.

series.py RKDG [OUT] runs everything and writes OUT/series.csv; series.py --table FILE prints its tables.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

from primitive_errors import FIELDS, Exact, errors  # noqa: E402: needs the path above

BOX = "xmin=0, xmax=2, ymin=0, ymax=2"
WALLS = ("boundary.bottom.type=wall-isothermal", "boundary.bottom.temperature=0.6 / Ma^2", "boundary.top.type=wall-isothermal",
         "boundary.top.temperature=1 / Ma^2", "boundary.top.velocity=U, 0")  # fmt: skip
COLUMNS = ("part", "row", "degree", "cells", *FIELDS)


def mesh(kind, distortion=0):
    return (f"mesh.parameters=kind={kind}, distortion={distortion}, {BOX}",)


def couette(part, row, *settings, degrees=(2, 3), walls=WALLS):
    return part, row, here / "couette.ini", degrees, (1, 2, 3), (*walls, *settings)


def shear(row, *settings, case="mms/shear.ini", degrees=(2, 3)):
    return "shear", row, here.parent / case, degrees, (0, 1, 2), (*settings, "output.format=vtu", "checkpoint.every=0")


SERIES = (
    *(couette("viscosity", f"mu = {mu}", f"gas.mu={mu}", degrees=(1, 2, 3, 4)) for mu in ("0.002", "0.02", "0.2")),
    *(couette("flux", f"{flux}, mu = {mu}", f"space.riemann={flux}", f"gas.mu={mu}") for mu in ("0.02", "0.2") for flux in ("llf", "hllc", "roe")),
    *(couette("eta", f"eta = {eta}", f"space.eta={eta}", "gas.mu=0.2") for eta in ("1.2", "2", "auto", "12")),
    *(couette("Mach number", f"Ma = {mach}", f"expressions.Ma={mach}") for mach in ("0.7", "0.3", "0.1")),
    *(couette("mesh", name, *settings, "gas.mu=0.2") for name, settings in (
        ("squares", mesh("quads")), ("cut squares", mesh("triangles")), ("squares and cut squares", mesh("hybrid")),
        ("the same, distorted", mesh("hybrid", 0.15)), ("unstructured triangles", mesh("unstructured")))),
    couette("boundaries", "squares, isothermal walls", *mesh("quads")),
    couette("boundaries", "squares, exact data", *mesh("quads"), walls=()),
    couette("boundaries", "distorted, isothermal walls"),
    couette("boundaries", "distorted, exact data", walls=()),
    couette("boundaries", "distorted, walls at rest: conduction alone, mu = 0.2", "expressions.U=0", "gas.mu=0.2"),
    *(shear(f"{flux}, no viscosity", f"space.riemann={flux}", case="pressure/shear-euler.ini") for flux in ("llf", "roe")),
    *(shear(f"{flux}, mu = {mu}", f"space.riemann={flux}", f"gas.mu={mu}") for flux in ("llf", "roe") for mu in ("0.0002", "0.002", "0.02")),
)  # fmt: skip


ROUNDING = 1e-12  # errors below are no more than rounding
SETTLED = 1e-9  # residual, relative to the mean state, from which on nothing that is shown changes


def run_one(rkdg, case, folder, settings):
    """Errors of one run and its number of cells."""
    words = [rkdg, "run", case, "--quiet", "--output", folder]
    for setting in settings:
        words += ["--set", setting]
    done = subprocess.run([str(word) for word in words], check=False)
    summary = json.loads((folder / "summary.json").read_text()) if done.returncode in (0, 3) else {}
    # Where round-off ends Newton's method before its tolerance, the status is 3.
    if done.returncode != 0 and summary.get("residual", 1) > SETTLED:
        raise subprocess.CalledProcessError(done.returncode, done.args)
    return summary["elements"], errors(Exact(case, settings), folder)


def rows_of(rkdg, folder, series):
    part, row, case, degrees, levels, settings = series
    for degree in degrees:
        for level in levels:
            cells, found = run_one(rkdg, case, folder, (f"space.degree={degree}", f"mesh.level={level}", *settings))
            yield {"part": part, "row": row, "degree": degree, "cells": cells, **{name: f"{found[name]:.4e}" for name in FIELDS}}


def run_all(rkdg, out, chosen=SERIES):
    """Runs series and writes OUT/series.csv, row by row; its path."""
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "series.csv", "w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        for series in chosen:
            for row in rows_of(rkdg, out / f"run-{series[2].stem}", series):
                table.writerow(row)
                file.flush()
    return out / "series.csv"


def studies(path):
    """{(part, row, degree): rows, coarsest mesh first} of a table."""
    result = {}
    with open(path) as file:
        for row in csv.DictReader(file):
            numbers = {name: float(row[name]) for name in FIELDS}
            result.setdefault((row["part"], row["row"], int(row["degree"])), []).append({"cells": int(row["cells"]), **numbers})
    return result


def order(rows, field):
    """Of the finest pair of meshes, whose widths are as one over the root of the number of cells."""
    coarse, fine = rows[-2:]
    return math.log(coarse[field] / fine[field]) / (0.5 * math.log(fine["cells"] / coarse["cells"]))


def markdown(path):
    """The tables of README.md: for P2 and P3 the orders of velocity along x, temperature and pressure, and the error of the pressure."""
    found, lines, last = studies(path), [], None
    for part, row in dict.fromkeys((part, row) for part, row, _ in found):
        if part != last:
            lines += ["", f"| {part} | P2: u | T | p | error of p | P3: u | T | p | error of p |", "|---" * 9 + "|"]
            last = part
        cells = []
        for degree in (2, 3):
            rows = found[part, row, degree]
            orders = (f"{order(rows, field):.2f}" if rows[-1][field] > ROUNDING else "exact" for field in ("u", "T", "p"))
            cells += [*orders, f"{rows[-1]['p']:.1e}"]
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    return "\n".join(lines[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rkdg", type=Path, nargs="?", help="the program")
    parser.add_argument("out", type=Path, nargs="?", default=Path("out/pressure"), metavar="OUT")
    parser.add_argument("--table", type=Path, metavar="FILE", help="print the tables of this file")
    arguments = parser.parse_args()
    if arguments.table is not None:
        print(markdown(arguments.table))
    elif arguments.rkdg is not None:
        print(run_all(arguments.rkdg.resolve(), arguments.out))
    else:
        parser.error("name the program, or a table with --table")


if __name__ == "__main__":
    main()
