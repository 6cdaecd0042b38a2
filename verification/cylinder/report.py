#!/usr/bin/env python3
"""Says what a run past the cylinder has left on disk, and what its Strouhal number, drag and lift are so far."""

import argparse
import configparser
import json
import sys
from pathlib import Path

from shedding import read_forces, shedding


def free_stream(case_path):
    """Speed and length of the case's [reference], in units of the free-stream speed of sound."""
    case = configparser.ConfigParser(inline_comment_prefixes=("#", ";"), strict=False)
    with open(case_path) as file:
        case.read_file(file)
    reference = case["reference"]
    return reference.getfloat("mach"), reference.getfloat("length", fallback=1.0)


def list_files(output):
    print(f"files in {output}/")
    what = {
        ".pvd": "fields over time: open in ParaView",
        "summary.json": "the run in numbers",
        "forces.csv": "drag and lift over time",
        "history.csv": "time steps and residuals",
        ".png": "picture of the wake",
    }
    for path in sorted(output.iterdir()):
        meaning = what.get(path.name) or what.get(path.suffix)
        if meaning:
            print(f"  {path.name:<18} {meaning}")
    print(f"  {'*.vtu':<18} {len(list(output.glob('**/*.vtu')))} field files")


def print_run(summary):
    device = summary.get("device", "")
    print(
        f"run: {summary['status']}, {summary['elements']} cells, degree {summary['degree']}, {summary['steps']} steps to "
        f"t = {summary['time']:g} in {summary['wall_seconds']:.0f} s on {summary['backend']}{f' ({device})' if device else ''}"
    )


def print_shedding(forces, speed, length):
    if not forces.time:
        print("forces: none written yet")
        return
    street = shedding(forces, speed, length)
    if street is None:
        print(f"forces at t = {forces.time[-1]:g}: cd {forces.cd[-1]:.4f}, cl {forces.cl[-1]:+.4f}")
        print("St: not yet known, the lift has not gone through two whole periods in the second half of the run")
        return
    print(f"so far, over the last {street.periods} whole periods of the lift:")
    print(f"  Strouhal number  St = {street.strouhal:.4f}")
    print(f"  mean drag        cd = {street.mean_cd:.4f}")
    print(f"  lift amplitude   cl = {street.cl_amplitude:.4f}")
    if abs(street.growth - 1.0) > 0.02:
        print(f"  not periodic yet: the lift changed by {100.0 * (street.growth - 1.0):+.0f} % over the last period")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case", type=Path, help="case file of the run")
    parser.add_argument("output", type=Path, help="its output folder")
    arguments = parser.parse_args()
    try:
        speed, length = free_stream(arguments.case)
        summary = json.loads((arguments.output / "summary.json").read_text())
        list_files(arguments.output)
        print_run(summary)
        print_shedding(read_forces(arguments.output / "forces.csv"), speed, length)
    except (OSError, ValueError, KeyError, configparser.Error) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
