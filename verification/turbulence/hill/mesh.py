"""The plane of the periodic hill: curved quadrilaterals between the hill, whose height is 1, and a flat wall at y = 3.035."""

import math

from msh import Msh

LENGTH, HEIGHT, SPAN = 9.0, 3.035, 4.5
UNIT = 28.0  # millimetres in a height of the hill
# From which place on, in millimetres, and the coefficients of 1, x, x^2, x^3: the shape of Almeida et al. (README.md).
PIECES = (
    (0.0, (28.0, 0.0, 6.775070969851e-03, -2.124527775800e-03)),
    (9.0, (25.07355893131, 0.9754803562315, -1.016116352781e-01, 1.889794677828e-03)),
    (14.0, (25.79601052357, 0.8206693007457, -9.055370274339e-02, 1.626510569859e-03)),
    (20.0, (40.46435022819, -1.379581654948, 1.945884504128e-02, -2.070318932190e-04)),
    (30.0, (17.92461334664, 0.8743920332081, -5.567361123058e-02, 6.277731764683e-04)),
    (40.0, (56.39011190988, -2.010520359035, 1.644919857549e-02, 2.674976141766e-05)),
)
FOOT = 54.0


def hill(x):
    """Height of the lower wall, 1 at the crests x = 0 and 9."""
    x = x % LENGTH
    place = UNIT * min(x, LENGTH - x)
    if place >= FOOT:
        return 0.0
    coefficients = [piece for start, piece in PIECES if place >= start][-1]
    height = sum(c * place**k for k, c in enumerate(coefficients))
    return min(max(height, 0.0), UNIT) / UNIT


def area():
    """Of the plane between the walls, by the midpoint rule."""
    count = 100_000
    return LENGTH * HEIGHT - sum(hill((k + 0.5) * LENGTH / count) for k in range(count)) * LENGTH / count


def along(part, crest=0.35):
    """Place along x: cells at the crest are narrower than the mean by `crest` of it, those in the middle wider."""
    return LENGTH * (part - crest * math.sin(2 * math.pi * part) / (2 * math.pi))


def across(part, lower=1.65, upper=1.2):
    """Place between the walls, 0 to 1, by hyperbolic tangents: cells are thinner at the hill than at the flat wall."""
    start, end = math.tanh(-lower), math.tanh(upper)
    return (math.tanh(-lower + part * (lower + upper)) - start) / (end - start)


def write(path, nx, ny, order=3):
    def place(a, b):
        x = along(a)
        bottom = hill(x)
        return x, bottom + (HEIGHT - bottom) * across(b)

    mesh = Msh(2)
    mesh.add((nx, ny), place, {(0, 0): "left", (0, 1): "right", (1, 0): "hill", (1, 1): "top"}, order=order)
    mesh.write(path)
