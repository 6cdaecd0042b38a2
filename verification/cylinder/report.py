#!/usr/bin/env python3
"""Says what a run past the cylinder has left on disk and what came out so far, and draws the wake."""

import argparse
import configparser
import json
import sys
from pathlib import Path

import wake


def free_stream(case_path):
    """Speed and length of the case's [reference]; the free stream's speed of sound is 1."""
    case = configparser.ConfigParser(inline_comment_prefixes=("#", ";"), strict=False, interpolation=None)
    with open(case_path) as file:
        case.read_file(file)
    return case.getfloat("reference", "mach"), case.getfloat("reference", "length", fallback=1.0)


def print_forces(name, forces):
    if forces.get("strouhal") is None:
        print(f"{name}: cd = {forces['cd']:.4f}, cl = {forces['cl']:+.4f} at the end of the run")
        print(f"{name}: no Strouhal number yet: the lift has not gone through two whole periods of one amplitude")
        return
    print(f"{name}, over the last {forces['periods']} whole periods of the lift:")
    print(f"  Strouhal number  St = {forces['strouhal']:.4f}")
    print(f"  mean drag        cd = {forces['mean_cd']:.4f}")
    print(f"  lift amplitude   cl = {forces['cl_amplitude']:.4f}")


def draw_wake(case_path, output):
    """Writes wake.png from the last field file."""
    files = sorted(output.glob("fields_*.vtu"))
    if not files:
        print("no field files, so no picture of the wake")
        return
    speed, length = free_stream(case_path)
    raster = wake.rasterise(files[-1], "vorticity", [length * edge for edge in wake.WINDOW], 1440)
    unit = wake.CLIP * speed / length
    (output / "wake.png").write_bytes(wake.png(raster, unit))
    wake.show(raster, unit, sys.stdout)


def list_files(output):
    print(f"in {output}/:")
    for name, meaning in (
        ("wake.png", "vorticity behind the cylinder at the end of the run"),
        ("fields.pvd", f"{len(list(output.glob('*.vtu')))} fields over time, to open in ParaView"),
        ("forces.csv", "drag and lift over time"),
        ("history.csv", "time steps and residuals"),
        ("summary.json", "all of this in numbers"),
    ):
        if (output / name).exists():
            print(f"  {name:<13} {meaning}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case", type=Path, help="case file of the run")
    parser.add_argument("output", type=Path, help="its output folder")
    arguments = parser.parse_args()
    try:
        summary = json.loads((arguments.output / "summary.json").read_text())
        draw_wake(arguments.case, arguments.output)
        list_files(arguments.output)
        for name, forces in summary["forces"].items():
            print_forces(name, forces)
    except (OSError, ValueError, KeyError, configparser.Error) as error:
        print(f"error: {arguments.output}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
