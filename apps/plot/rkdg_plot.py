#!/usr/bin/env python3
"""Draws what a run of rkdg has left in its folder: residuals, forces, errors, surfaces, and a field: of 2-D runs at full
order, of 3-D ones and of lattices in a plane."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message):
        print(f"error: {self.prog}: {message}; see '{self.prog} --help'", file=sys.stderr)
        sys.exit(2)


def numbers(count):
    def parse_numbers(text):
        try:
            values = tuple(float(word) for word in text.split(","))
        except ValueError:
            values = ()
        if len(values) != count or not all(map(math.isfinite, values)):
            raise argparse.ArgumentTypeError(f"'{text}': expected {count} finite numbers, separated by commas")
        if any(b <= a for a, b in zip(values[::2], values[1::2])):
            raise argparse.ArgumentTypeError(f"'{text}': each second one must be larger than the one before")
        return values

    return parse_numbers


def plane(text):
    axis, _, place = text.partition("=")
    try:
        if axis.strip() in ("x", "y", "z") and math.isfinite(float(place)):
            return "xyz".index(axis.strip()), float(place)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"'{text}': expected a plane, such as z=0.5")


def resolution(text):
    if text.isdecimal() and len(text) < 5 and 10 <= int(text) <= 2400:
        return int(text)
    raise argparse.ArgumentTypeError(f"'{text}': expected a whole number from 10 to 2400")


def parse(words):
    parser = Parser(prog="rkdg plot", description=__doc__, allow_abbrev=False)
    parser.add_argument("run", type=Path, metavar="RUN_DIR", help="folder of a run")
    parser.add_argument("--output", type=Path, help="folder of the pictures (default: that of the run)")
    parser.add_argument("--field", help="field to draw, by its name in the files (default: Mach, or the first one)")
    parser.add_argument("--window", type=numbers(4), metavar="X0,X1,Y0,Y1", help="what of the field (default: all)")
    parser.add_argument("--plane", type=plane, metavar="AXIS=PLACE",
                        help="of a 3-D field (default: across its shortest extent, in the middle)")  # fmt: skip
    parser.add_argument("--range", type=numbers(2), metavar="LOW,HIGH", help="values at the ends of the colours")
    parser.add_argument("--file", type=Path, help="field file (default: the last of the run)")
    parser.add_argument("--format", choices=("png", "svg", "pdf"), default="png", help="default: png")
    parser.add_argument("--dpi", type=resolution, default=150, help="resolution (default: 150)")
    return parser.parse_args(words)


def main():
    arguments = parse(sys.argv[1:])  # before matplotlib is asked for: help needs none
    try:
        import rkdg_charts
    except ImportError as error:
        print(f"error: rkdg plot: {sys.executable}: {error} (Debian: packages python3-matplotlib, python3-numpy)",
              file=sys.stderr)  # fmt: skip
        return 2
    try:
        written = rkdg_charts.draw(arguments)
    except (ValueError, OSError, MemoryError) as error:
        print(f"error: {' '.join(str(error).split()) or 'not enough memory'}", file=sys.stderr)
        return 2
    for path in written:
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
