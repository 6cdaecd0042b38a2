#!/usr/bin/env python3
"""What it costs to drive a simulation from Python: python3 overhead.py [--backend cuda] [--cells 80000] [--degree 3] [--repeats 5].

Needs the package rkdg. Prints the hardware, sizes, and medians with their spread of
- a step of the solver alone, many at a time, and the same one by one from Python;
- the same with a function after every step that reads ten probes;
- a sample of a million points.
"""

import argparse
import platform
import statistics
import tempfile
import time
from pathlib import Path

import numpy as np

import rkdg

PROBES = 10
POINTS = 1_000_000


def case(cells, degree, probes):
    """Triangles in a periodic square."""
    side = round((cells / 2) ** 0.5)
    made = rkdg.Case({
        "mesh": {"generate": "square", "parameters": f"kind=triangles, n={side}, xmin=0, xmax=1, ymin=0, ymax=1"},
        "space": {"degree": degree},
        "gas": {"mu": 1e-4},
        "initial": {"rho": "1 + 0.1 * sin(2 * pi * x)", "u": 0.3, "v": "0.2 * cos(2 * pi * y)", "p": 1},
        "boundary.left": {"type": "periodic", "partner": "right"},
        "boundary.bottom": {"type": "periodic", "partner": "top"},
        "time": {"cfl": 0.5, "end": 1e9},
        "output": {"format": "none", "probes": str(probes)},
    })  # fmt: skip
    return made


def seconds(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def together(simulation, steps):
    simulation.advance(steps=steps)
    return simulation.time  # waits for a GPU


def one_by_one(simulation, steps):
    for _ in range(steps):
        simulation.advance(steps=1)
    return simulation.time


def report(what, values, unit=1e6, name="us"):
    print(f"{what}: {statistics.median(values) * unit:.2f} {name} ({min(values) * unit:.2f} to {max(values) * unit:.2f})")


def measure(arguments, folder):
    probes = folder / "probes.txt"
    places = np.random.default_rng(1).random((PROBES, 2))
    np.savetxt(probes, places)
    with rkdg.Simulation(case(arguments.cells, arguments.degree, probes), backend=arguments.backend) as simulation:
        info = simulation.info
        print(f"rkdg {rkdg.__version__}, {info['backend']} on {info['device']}, Python {platform.python_version()}; {info['cells']} triangles, "
              f"P{arguments.degree}, {info['dof']} degrees of freedom, {arguments.repeats} repetitions")  # fmt: skip
        # As many steps as take about half a second.
        simulation.advance(steps=20)
        steps = max(20, round(0.5 / (seconds(lambda: simulation.advance(steps=20)) / 20)))
        at_once, single, watched = [], [], []
        read = []

        def timed(work):
            together(simulation, steps)  # a GPU that has waited runs faster for a while
            return seconds(lambda: work(simulation, steps)) / steps

        for _ in range(arguments.repeats):  # in turns, so that a busy machine slows down all of them
            at_once.append(timed(together))
            single.append(timed(one_by_one))
            watch = simulation.every(steps=1)(lambda s: read.append(s.probes()[0, 0]))
            watched.append(seconds(lambda: together(simulation, steps)) / steps)
            simulation.forget(watch)
        report("a step, many at a time", at_once)
        report("a step, one by one", single)
        report("a step with a function that reads ten probes", watched)
        base = statistics.median(at_once)
        print(f"one by one costs {100 * (statistics.median(single) / base - 1):.2f} % more, "
              f"the function {(statistics.median(watched) - base) * 1e6:.1f} us a step")  # fmt: skip
        points = np.random.default_rng(2).random((POINTS, 2))
        first = seconds(lambda: simulation.sample(points, "rho"))
        again = [seconds(lambda: simulation.sample(points, "rho")) for _ in range(arguments.repeats)]
        print(f"a sample of a million points: {first:.3f} s the first time")
        report("the same points again", again, 1, "s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--cells", type=int, default=80_000)
    parser.add_argument("--degree", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=5)
    with tempfile.TemporaryDirectory() as folder:
        measure(parser.parse_args(), Path(folder))


if __name__ == "__main__":
    main()
