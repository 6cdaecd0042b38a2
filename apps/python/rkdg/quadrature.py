"""Quadrature rules on reference cells.

    points, weights, degree = rkdg.quadrature.rule("triangle", 6)
    integral = weights @ f(*points.T)

| shape | reference cell |
|---|---|
| "line" | [-1, 1] |
| "triangle" | (-1, -1), (1, -1), (-1, 1) |
| "quad", "hexahedron" | [-1, 1]^2, [-1, 1]^3 |
| "tetra" | (-1, -1, -1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1) |
| "wedge" | the triangle times [-1, 1] |
| "pyramid" | base [-1, 1]^2 at z = -1, apex (-1, -1, 1) |

All weights are positive and no point lies outside.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import translated


class Rule(NamedTuple):
    """The sum of `weights` times values at `points` is the integral of every polynomial up to a degree."""

    points: npt.NDArray[np.float64]
    """Shape (points, dim)."""
    weights: npt.NDArray[np.float64]
    """Shape (points,); their sum is the measure of the reference cell."""
    degree: int
    """Total degree up to which the rule is exact."""


def rule(shape: str, degree: int, total_degree: bool = False) -> Rule:
    """The rule of the solver that is exact to at least a degree.

    shape: see above; triangles and wedges have degrees up to 15, the others up to 200.
    total_degree: on a quad, exact for a total degree only, with fewer points where such a rule is known.
    """
    with translated():
        return Rule(*_core.quadrature_rule("quad, total degree" if shape == "quad" and total_degree else shape, degree))


def gauss_legendre(n: int) -> Rule:
    """n >= 1 points in [-1, 1], exact to degree 2 n - 1."""
    with translated():
        return Rule(*_core.gauss_legendre(n))


def gauss_lobatto(n: int) -> Rule:
    """n >= 2 points in [-1, 1], both ends among them, exact to degree 2 n - 3."""
    with translated():
        return Rule(*_core.gauss_lobatto(n))
