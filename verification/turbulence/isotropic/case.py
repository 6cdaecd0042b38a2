"""Writes the case of decaying isotropic turbulence: a sum of random solenoidal waves with a given spectrum.

    python3 case.py CUBES -o isotropic.ini
"""

from __future__ import annotations

import argparse
import math
import random
from pathlib import Path

# k^4 exp(-2 (k / PEAK)^2), over the wave numbers up to LAST.
PEAK, LAST, WAVES = 3.0, 7, 18
# At smaller viscosities the bottleneck before the end of the mesh bends the spectrum: README.md.
FLUCTUATION, VISCOSITY, END = 0.1, 4e-4, 40.0
ENERGY = 1.5 * FLUCTUATION**2


def energies():
    """Kinetic energy of the waves of each whole wave number."""
    shape = {k: k**4 * math.exp(-2 * (k / PEAK) ** 2) for k in range(1, LAST + 1)}
    return {k: ENERGY * value / sum(shape.values()) for k, value in shape.items()}


def waves():
    """(wave vector, direction perpendicular to it, phase, amplitude) of waves whose vectors all differ, also by sign."""
    random_number, result = random.Random(1600), []
    for k, energy in energies().items():
        vectors = [(x, y, z) for x in range(-k - 1, k + 2) for y in range(-k - 1, k + 2) for z in range(-k - 1, k + 2)
                   if round(math.sqrt(x * x + y * y + z * z)) == k and (x, y, z) > (0, 0, 0)]  # fmt: skip
        chosen = random_number.sample(vectors, min(WAVES, len(vectors)))
        for vector in chosen:
            other = [random_number.gauss(0, 1) for _ in range(3)]
            along = sum(a * b for a, b in zip(vector, other)) / sum(a * a for a in vector)
            across = [b - along * a for a, b in zip(vector, other)]
            length = math.sqrt(sum(a * a for a in across))
            # The mean of cos^2 is a half.
            amplitude = 2 * math.sqrt(energy / len(chosen))
            result.append((vector, [a / length for a in across], random_number.uniform(0, 2 * math.pi), amplitude))
    return result


def formulas():
    """Named parts of each component of the velocity, as long as a line may be, and their sums."""
    parts, lines = 8, []
    all_waves = waves()
    for d, name in enumerate("uvw"):
        names = []
        for begin in range(0, len(all_waves), parts):
            terms = [f"{amplitude * across[d]:+.10e} * cos({k[0]} * x + {k[1]} * y + {k[2]} * z + {phase:.10f})"
                     for k, across, phase, amplitude in all_waves[begin : begin + parts]]  # fmt: skip
            names.append(f"{name}{begin // parts}")
            lines.append(f"{names[-1]} = {' '.join(terms)}")
        lines.append(f"{name}_sum = {' + '.join(names)}")
    return lines


def case_text(cubes, degree=3):
    pi = "3.141592653589793"
    sides = " ".join(f"{axis}min=-{pi} {axis}max={pi}" for axis in "xyz")
    pairs = (("left", "right"), ("front", "back"), ("bottom", "top"))
    return "\n".join([
        "# Decaying isotropic turbulence at a turbulent Mach number of 0.17, by case.py.",
        "[mesh]", "generate = box", f"parameters = kind=hexahedra n={cubes} {sides}",
        "[space]", f"degree = {degree}", "hexahedra = Q", "riemann = roe",
        "[gas]", f"mu = {VISCOSITY:g}",
        *(line for a, b in pairs for line in (f"[boundary.{a}]", "type = periodic", f"partner = {b}")),
        "[expressions]", *formulas(),
        "[initial]", "rho = 1", "u = u_sum", "v = v_sum", "w = w_sum", "p = 1 / gamma",
        "[time]", "cfl = 0.9", f"end = {END:g}",
        "[output]", "format = none", "monitor = 50", "",
    ])  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cubes", type=int)
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.output.write_text(case_text(arguments.cubes))
