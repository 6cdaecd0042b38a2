#!/usr/bin/env python3
"""Vortex streets at falling Mach number: runs cylinder.ini at each, and keeps what came out in two tables.

OUT/mach.csv has a row for each Mach number, OUT/periods.csv one for each settled period of the lift; runs stay in OUT/ beside them.
"""

import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path

from limit import NAMES
from periods import estimate, settled, whole_periods

CASE = Path(__file__).resolve().parent / "cylinder.ini"
MACHS = (0.2, 0.1, 0.05)
TRAVEL = 100.0  # diameters that the free stream goes in a run: ten periods of the settled street
START = 25.0  # of those leave out: sound of the start, the louder the lower the Mach number
ROW = ("mach", "degree", "cells", "device", "seconds", "steps", "periods",
       *(name for quantity in NAMES for name in (quantity, f"{quantity}_uncertainty")))  # fmt: skip
PERIOD = ("mach", "degree", "number", *NAMES)


def on_mesh(text, mesh):
    """The text of a case file with a mesh from a file in place of the generated one."""
    lines = [line for line in text.splitlines() if line.partition("=")[0].strip() not in ("generate", "level", "parameters")]
    lines.insert(lines.index("[mesh]") + 1, f"file = {mesh.resolve()}")
    return "\n".join(lines) + "\n"


def periods_of(forces, mach):
    """(Strouhal number, mean drag, amplitude of the lift) of each settled period of a file of forces."""
    with open(forces) as file:
        rows = [row for row in csv.DictReader(file) if float(row["time"]) * mach > START]
    if not rows:
        return []
    time, drag, lift = ([float(row[key]) for row in rows] for key in ("time", "cd", "cl"))
    found = list(whole_periods(time, drag, lift))
    return [(1 / (duration * mach), mean, amplitude) for duration, mean, amplitude in (settled(found) if found else [])]


def run(rkdg, folder, mach, degree, mesh, settings):
    """Runs one case; its row and its periods."""
    case = CASE
    if mesh is not None:
        folder.mkdir(parents=True, exist_ok=True)
        case = folder / "on_mesh.ini"
        case.write_text(on_mesh(CASE.read_text(), mesh))
    command = [rkdg, "run", case, "--output", folder]
    for setting in (f"reference.mach={mach}", f"space.degree={degree}", f"time.end={TRAVEL / mach}", *settings):
        command += ["--set", setting]
    subprocess.run([str(word) for word in command], check=True)
    summary = json.loads((folder / "summary.json").read_text())
    periods = periods_of(folder / "forces.csv", mach)
    row = {"mach": mach, "degree": degree, "cells": summary["elements"], "device": summary["device"],
           "seconds": round(summary["wall_seconds"], 1), "steps": summary["steps"], "periods": len(periods)}  # fmt: skip
    if not periods:
        sys.exit(f"error: {folder}: the lift has gone through no whole period")
    for number, quantity in enumerate(NAMES):
        found = estimate([period[number] for period in periods])
        row[quantity], row[f"{quantity}_uncertainty"] = f"{found.value:.6f}", f"{found.uncertainty:.6f}"
    return row, [(mach, degree, number, *(f"{value:.6f}" for value in period))
                 for number, period in enumerate(periods, 1)]


def run_all(rkdg, out, machs=MACHS, degree=2, mesh=None, settings=()):
    """Runs a case at each Mach number and writes OUT/mach.csv and OUT/periods.csv after each; the path of the first."""
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "mach.csv", "w", newline="") as table, open(out / "periods.csv", "w", newline="") as details:
        rows, periods = csv.DictWriter(table, ROW, lineterminator="\n"), csv.writer(details, lineterminator="\n")
        rows.writeheader()
        periods.writerow(PERIOD)
        for mach in machs:
            row, found = run(rkdg, out / f"mach-{mach}-p{degree}", mach, degree, mesh, settings)
            rows.writerow(row)
            periods.writerows(found)
            table.flush()
            details.flush()
    return out / "mach.csv"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rkdg", type=Path, help="the program")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder of the tables and runs")
    parser.add_argument("--machs", default=",".join(map(str, MACHS)), help="Mach numbers, separated by commas")
    parser.add_argument("--degree", type=int, default=2)
    parser.add_argument("--mesh", type=Path, help="a file of the mesh of cylinder.ini, where rkdg cannot generate it")
    parser.add_argument("--set", action="append", default=[], help="as for rkdg run")
    arguments = parser.parse_args()
    machs = [float(mach) for mach in arguments.machs.split(",")]
    print(run_all(arguments.rkdg.resolve(), arguments.out, machs, arguments.degree, arguments.mesh, arguments.set))


if __name__ == "__main__":
    main()
