"""Exact solution of the Riemann problem of a gas at rest on both sides: Toro, Riemann Solvers, 3rd ed., chapter 4."""

import math
from functools import lru_cache

GAMMA = 1.4
LEFT, RIGHT = (1.0, 1.0), (0.125, 0.1)  # density and pressure


def velocity_change(p, rho, p_side):
    """f(p): what the wave between a side and the pressure p adds to the velocity."""
    if p > p_side:
        return (p - p_side) * math.sqrt(2 / rho / ((GAMMA + 1) * p + (GAMMA - 1) * p_side))
    c = math.sqrt(GAMMA * p_side / rho)
    return 2 * c / (GAMMA - 1) * ((p / p_side) ** ((GAMMA - 1) / (2 * GAMMA)) - 1)


def middle_pressure():
    low, high = RIGHT[1], LEFT[1]
    for _ in range(200):
        p = 0.5 * (low + high)
        if velocity_change(p, *LEFT) + velocity_change(p, *RIGHT) > 0:
            high = p
        else:
            low = p
    return p


@lru_cache(maxsize=None)
def states():
    """Pressure and velocity between the waves, and the densities left and right of the contact."""
    p = middle_pressure()
    u = velocity_change(p, *RIGHT)
    ratio, small = p / RIGHT[1], (GAMMA - 1) / (GAMMA + 1)
    return p, u, LEFT[0] * (p / LEFT[1]) ** (1 / GAMMA), RIGHT[0] * (ratio + small) / (ratio * small + 1)


def density(s):
    """Density where x / t = s, from the place of the diaphragm."""
    p, u, left, right = states()
    c = math.sqrt(GAMMA * LEFT[1] / LEFT[0])
    tail = u - math.sqrt(GAMMA * p / left)
    shock = u / (1 - RIGHT[0] / right)
    if s < -c:
        return LEFT[0]
    if s < tail:
        return LEFT[0] * (2 / (GAMMA + 1) - (GAMMA - 1) / (GAMMA + 1) * s / c) ** (2 / (GAMMA - 1))
    if s < u:
        return left
    return right if s < shock else RIGHT[0]
