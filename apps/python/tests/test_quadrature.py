"""Quadrature rules as arrays, against exact integrals of monomials."""

import itertools
from math import factorial, prod

import numpy as np
import pytest

import rkdg
from rkdg import quadrature

DIMENSIONS = {"line": 1, "triangle": 2, "quad": 2, "tetra": 3, "wedge": 3, "hexahedron": 3, "pyramid": 3}


def on_line(a):
    """The integral of x^a from -1 to 1."""
    return (1 + (-1) ** a) / (a + 1)


def on_simplex(powers):
    """Of the product of ((1 + x) / 2)^a over a simplex, by Dirichlet's formula."""
    dim = len(powers)
    return 2**dim * prod(map(factorial, powers)) / factorial(sum(powers) + dim)


def exact(shape, powers):
    """Of the same product over a reference cell; of x^a where it is a product of lines."""
    if shape in ("line", "quad", "hexahedron"):
        return prod(on_line(a) for a in powers)
    if shape in ("triangle", "tetra"):
        return on_simplex(powers)
    if shape == "wedge":
        return on_simplex(powers[:2]) * on_line(powers[2])
    a, b, c = powers
    return 8 * factorial(a + b + 2) * factorial(c) / factorial(a + b + c + 3) / ((a + 1) * (b + 1))


def factors(shape, points):
    """What is raised to powers: x itself along lines, (1 + x) / 2 along simplices."""
    scaled = (1 + points) / 2
    if shape in ("line", "quad", "hexahedron"):
        return points
    return np.column_stack([scaled[:, :2], points[:, 2]]) if shape == "wedge" else scaled


@pytest.mark.parametrize("shape", DIMENSIONS)
@pytest.mark.parametrize("degree", [0, 1, 4, 7, 10])
def test_rules_are_exact(shape, degree):
    points, weights, known = quadrature.rule(shape, degree)
    dim = DIMENSIONS[shape]
    assert points.shape == (len(weights), dim)
    assert known >= degree
    assert weights.min() > 0
    for powers in itertools.product(range(degree + 1), repeat=dim):
        if sum(powers) <= degree:
            found = weights @ np.prod(factors(shape, points) ** powers, axis=1)
            assert found == pytest.approx(exact(shape, powers), rel=1e-12, abs=1e-13)


def test_rules_of_lines():
    points, weights, degree = quadrature.gauss_lobatto(4)
    np.testing.assert_allclose(points[:, 0], [-1, -(5**-0.5), 5**-0.5, 1], rtol=1e-15)
    np.testing.assert_allclose(weights, [1 / 6, 5 / 6, 5 / 6, 1 / 6], rtol=1e-14)
    assert degree == 5
    points, weights, degree = quadrature.gauss_legendre(2)
    np.testing.assert_allclose(points[:, 0], [-(3**-0.5), 3**-0.5], rtol=1e-15)
    assert (list(weights), degree) == ([1, 1], 3)


def test_a_total_degree_takes_fewer_points():
    assert len(quadrature.rule("quad", 6, total_degree=True).weights) == 12
    assert len(quadrature.rule("quad", 6).weights) == 16


@pytest.mark.parametrize(("act", "words"), [
    (lambda: quadrature.rule("prism", 2), "there are: line, triangle"),
    (lambda: quadrature.rule("triangle", 16), "expected 0 to 15 on a triangle"),
    (lambda: quadrature.rule("tetra", -1), "expected 0 to 200"),
    (lambda: quadrature.gauss_lobatto(1), "expected 2 to 200"),
])  # fmt: skip
def test_errors_are_one_line(act, words):
    with pytest.raises(rkdg.InputError) as caught:
        act()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
