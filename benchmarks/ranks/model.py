#!/usr/bin/env python3
"""Predicts the time of a step on many GPUs from measurements on one and two.

usage: model.py [--cards 1,2,4,8,64,1024,16384] [--residuals]

A step of three stages on N cards of n cells each takes

    t(N) = max(work, 3 chain) + agree(N) - agree(2),
    work = t1(n l) (1 + share + scatter q(N)) + border m t1(n)/n,
    chain = kernels + start + m b/bandwidth + k message.

t1 is the measured time of one card at that size, l the largest part over the mean, m its border cells, k its neighbours, b
the bytes of a cell, and q(N) the expected largest of N standard normal numbers. model.md explains each symbol. `share` and
`border` are fitted to two cards by least squares of relative errors; ASSUMED lists what was not measured.
"""

import argparse
import dataclasses
import math
import statistics

from measured import cut, families, pairs

STAGES = 3
CARDS_OF_A_HOST = 8
START_UP = 0.17  # seconds that the first steps of a run on several cards add, measured on two


@dataclasses.dataclass(frozen=True)
class Machine:
    """Times in microseconds, rates in bytes a microsecond."""

    kernels: float = 50.0  # of a stage's border: cells, packing, unpacking, faces of ghosts; measured on two cards
    start: float = 22.0  # of an exchange within a host; measured with messages of 0.15 MB
    bandwidth: float = 200e3  # of NVLink, each way: 16 MB measured in 80 us
    level: float = 5.75  # of a reduction within a host: 23 measured on four cards, two levels there and back
    network_message: float = 5.0  # assumed
    network_bandwidth: float = 50e3  # assumed: an adapter of 400 Gbit/s for each card
    network_level: float = 3.0  # assumed: a level of a tree between hosts, one way
    scatter: float = 0.005  # assumed: spread of a step from card to card; 0.0025 measured between two cards
    share: float = 0.0  # fitted: part of a card's time that work beside the exchange takes
    border: float = 0.0  # fitted: additional work of a border cell, in cells


ASSUMED = ("network_message", "network_bandwidth", "network_level", "scatter")


def largest_of(cards):
    """Expected largest of so many standard normal numbers, by Blom (1958)."""
    return statistics.NormalDist().inv_cdf((cards - 0.375) / (cards + 0.25))


def agreement(machine, cards):
    """Time in which all cards agree on the size of the step: a tree within hosts, then one between them."""
    hosts = max(1, math.ceil(cards / CARDS_OF_A_HOST))
    return 2 * (machine.level * math.log2(min(cards, CARDS_OF_A_HOST)) + machine.network_level * math.ceil(math.log2(hosts)))


def chain(machine, family, cards, cells_of_a_card):
    """Time of what one stage's border must finish before the next one's begins: small kernels and messages."""
    _, border, neighbours = cut(family, cards, cells_of_a_card)
    if cards <= CARDS_OF_A_HOST:
        return machine.kernels + machine.start + border * family.bytes / machine.bandwidth
    messages = border * family.bytes / machine.network_bandwidth + neighbours * machine.network_message
    return machine.kernels + machine.start + messages


def columns(machine, family, cards, cells_of_a_card):
    """What share and border are multiplied by, and the rest of a step's work."""
    largest, border, _ = cut(family, cards, cells_of_a_card)
    slowest = family.one_card(largest * cells_of_a_card)
    a_cell = family.one_card(cells_of_a_card) / cells_of_a_card
    return [slowest, border * a_cell], slowest * (1 + machine.scatter * largest_of(cards))


def step_time(machine, family, cards, cells, one_card=None):
    """Microseconds of a step of all `cells` on `cards`; `one_card` = (cells, us) scales the curve to a run measured beside it."""
    each = cells / cards
    scale = one_card[1] / family.one_card(one_card[0]) if one_card else 1.0
    if cards == 1:
        return scale * family.one_card(each)
    factors, rest = columns(machine, family, cards, each)
    work = scale * (factors[0] * machine.share + factors[1] * machine.border + rest)
    return max(work, STAGES * chain(machine, family, cards, each)) + agreement(machine, cards) - agreement(machine, 2)


def fit(machine, kinds, measured):
    """Least squares of relative errors of two parameters, on those two cards whose work hides the chain."""
    aa = ab = bb = ar = br = 0.0
    for pair in measured:
        family, each = kinds[pair.family], pair.cells[1] / 2
        factors, rest = columns(machine, family, 2, each)
        scale = pair.one / family.one_card(pair.cells[0]) / pair.two
        if STAGES * chain(machine, family, 2, each) > scale * rest * pair.two:
            continue
        a, b, missing = scale * factors[0], scale * factors[1], 1 - scale * rest
        aa, ab, bb, ar, br = aa + a * a, ab + a * b, bb + b * b, ar + a * missing, br + b * missing
    border = (aa * br - ab * ar) / (aa * bb - ab * ab)
    if border < 0:  # border cells alone cannot make a step shorter
        return dataclasses.replace(machine, share=ar / aa, border=0.0)
    return dataclasses.replace(machine, share=(bb * ar - ab * br) / (aa * bb - ab * ab), border=border)


def residual(machine, kinds, pair):
    """Relative error of the prediction of two cards."""
    predicted = step_time(machine, kinds[pair.family], 2, pair.cells[1], (pair.cells[0], pair.one))
    return predicted / pair.two - 1


@dataclasses.dataclass(frozen=True)
class Run:
    """A mesh that is scaled, of so many cells in all (strong) or on each card (weak), and the steps of a run, as in scaling.py."""

    family: str
    scaling: str
    cells: int
    steps: int

    def time(self, machine, kinds, cards):
        """Microseconds of a step."""
        cells = self.cells if self.scaling == "strong" else self.cells * cards
        return step_time(machine, kinds[self.family], cards, cells)

    def efficiency(self, machine, kinds, cards, start_up=0.0):
        """Ideal time over predicted time; `start_up` is in seconds of a whole run on several cards."""
        ideal = self.time(machine, kinds, 1) / (cards if self.scaling == "strong" else 1)
        return ideal / (self.time(machine, kinds, cards) + (1e6 * start_up / self.steps if cards > 1 else 0.0))


RUNS = (
    Run("triangles", "strong", 1201250, 4000),
    Run("tetrahedra", "strong", 584016, 1200),
    Run("hexahedra-Q", "strong", 262144, 1200),
    Run("cylinder", "strong", 299271, 4000),
    Run("triangles", "weak", 999698, 4000),
    Run("tetrahedra", "weak", 511104, 1200),
    Run("hexahedra-Q", "weak", 262144, 1200),
)


def error(run, machine, kinds, measured, cards, start_up=0.0):
    """Stated error of an efficiency: twice the rms of two cards, the worst refit without a family of meshes, and each assumed
    number halved or doubled, added as squares."""
    if cards == 1:
        return 0.0
    centre = run.efficiency(machine, kinds, cards, start_up)
    deviations = [2 * centre * math.sqrt(statistics.fmean(residual(machine, kinds, p) ** 2 for p in measured))]
    without = [fit(machine, kinds, [p for p in measured if p.family != name]) for name in kinds]
    deviations.append(max(abs(run.efficiency(m, kinds, cards, start_up) - centre) for m in without))
    for name in ASSUMED:
        changed = [fit(dataclasses.replace(machine, **{name: f * getattr(machine, name)}), kinds, measured) for f in (0.5, 2)]
        deviations.append(max(abs(run.efficiency(m, kinds, cards, start_up) - centre) for m in changed))
    return math.hypot(*deviations)


def table(machine, kinds, measured, cards):
    """Markdown of the predictions: us a step, efficiency of the steps and, in brackets, of a run with its first steps, in percent."""
    lines = ["| mesh | cells | " + " | ".join(f"{n} card{'s' if n > 1 else ''}" for n in cards) + " |", "|---" * (2 + len(cards)) + "|"]
    for run in RUNS:
        cells = [f"{run.family}, {run.scaling}", f"{run.cells}{' a card' if run.scaling == 'weak' else ''}"]
        for n in cards:
            steps, whole = (100 * run.efficiency(machine, kinds, n, s) for s in (0.0, START_UP))
            spread = 100 * error(run, machine, kinds, measured, n)
            cells.append(f"{run.time(machine, kinds, n):.0f} us" + (f", {steps:.1f} ± {spread:.1f} % ({whole:.1f})" if n > 1 else ""))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", default="1,2,4,8,64,1024,16384")
    parser.add_argument("--residuals", action="store_true", help="predictions of two cards beside what was measured")
    arguments = parser.parse_args()
    try:
        cards = [int(n) for n in arguments.cards.split(",")]
    except ValueError:
        parser.error(f"--cards {arguments.cards}: give whole numbers with commas, such as 1,2,4")
    if min(cards) < 1:
        parser.error(f"--cards {arguments.cards}: the least is 1")
    kinds, measured = families(), pairs()
    machine = fit(Machine(), kinds, measured)
    print(f"share = {machine.share:.3f}, border = {machine.border:.2f}\n\n{table(machine, kinds, measured, cards)}")
    if arguments.residuals:
        print("\n| mesh | cells on one card, on two | one card, us | two, us | error of the model |\n|---|---|---|---|---|")
        for p in measured:
            print(f"| {p.family} | {p.cells[0]}, {p.cells[1]} | {p.one:.0f} | {p.two:.0f} | {100 * residual(machine, kinds, p):+.1f} % |")


if __name__ == "__main__":
    main()
