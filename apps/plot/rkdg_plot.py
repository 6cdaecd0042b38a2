#!/usr/bin/env python3
"""Draws what a run of rkdg has left in its folder: residuals, forces, errors, surfaces, and a field: of 2-D runs at full
order, of 3-D ones and of lattices in a plane. Several runs share these charts, without a field."""

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


def window(text):
    return text if text == "all" else numbers(4)(text)


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


def movie(text):
    if Path(text).suffix not in (".mp4", ".gif"):
        raise argparse.ArgumentTypeError(f"'{text}': expected the name of a file .mp4 or .gif")
    return Path(text)


def rate(text):
    if text.isdecimal() and len(text) < 4 and 1 <= int(text) <= 100:
        return int(text)
    raise argparse.ArgumentTypeError(f"'{text}': expected a whole number from 1 to 100")


def parse(words):
    parser = Parser(prog="rkdg plot", description=__doc__, allow_abbrev=False)
    parser.add_argument("runs", type=Path, metavar="RUN_DIR", nargs="+", help="folder of a run")
    parser.add_argument("--output", type=Path, help="folder of the pictures (default: that of the run; of several runs the present one)")
    parser.add_argument("--field", help="field to draw, by its name in the files (default: Mach, or the first one)")
    parser.add_argument("--window", type=window, metavar="X0,X1,Y0,Y1",
                        help="part of the field, or all (default: around the bodies in a 2-D mesh, else all)")  # fmt: skip
    parser.add_argument("--plane", type=plane, metavar="AXIS=PLACE",
                        help="plane of a 3-D field (default: across its shortest extent, in the middle)")  # fmt: skip
    parser.add_argument("--range", type=numbers(2), metavar="LOW,HIGH", help="values at the ends of the colours")
    parser.add_argument("--file", type=Path, help="field file (default: the last of the run)")
    parser.add_argument("--movie", type=movie, metavar="FILE",
                        help="write a movie, .mp4 or .gif, of all field files in place of the pictures")  # fmt: skip
    parser.add_argument("--rate", type=rate, help="pictures a second of the movie (default: 10)")
    parser.add_argument("--format", choices=("png", "svg", "pdf"), default="png", help="default: png")
    parser.add_argument("--dpi", type=resolution, default=150, help="resolution (default: 150)")
    arguments = parser.parse_args(words)
    given = [f"--{name}" for name in ("field", "window", "plane", "range", "file", "movie") if getattr(arguments, name) is not None]
    if len(arguments.runs) > 1 and given:
        parser.error(f"{given[0]} is for one run; there are {len(arguments.runs)}")
    if arguments.movie and (arguments.file or arguments.output):
        parser.error(f"--movie draws all field files of the run, and names its file; leave out {'--file' if arguments.file else '--output'}")
    if arguments.rate and not arguments.movie:
        parser.error("--rate is for --movie")
    return arguments


def main():
    arguments = parse(sys.argv[1:])  # before matplotlib is asked for: help needs none
    try:
        import rkdg_charts
        import rkdg_movie
        import rkdg_runs
    except ImportError as error:
        print(f"error: rkdg plot: {sys.executable}: {error} (Debian: packages python3-matplotlib, python3-numpy)",
              file=sys.stderr)  # fmt: skip
        return 2
    try:
        if arguments.movie:
            written = rkdg_movie.draw(arguments)
        elif len(arguments.runs) > 1:
            written = rkdg_runs.draw(arguments)
        else:
            written = rkdg_charts.draw(arguments)
    except (ValueError, OSError, MemoryError) as error:
        print(f"error: {' '.join(str(error).split()) or 'not enough memory'}", file=sys.stderr)
        return 2
    for path in written:
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
