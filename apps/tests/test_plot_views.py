#!/usr/bin/env python3
"""Tests of what `rkdg plot` shows of a field: python3 test_plot_views.py RKDG PLOT_FOLDER. Status 77: there is no matplotlib."""

import sys
import unittest

import plot_case  # noqa: F401: first, as it knows where the charts are

import numpy as np
import rkdg_planes
import rkdg_views


class PlaneTest(unittest.TestCase):
    """What a plane cuts out of 3-D cells."""

    def test_planes_cut_every_shape_with_its_area_and_linear_fields(self):
        cube = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], float)
        wedge, top = cube[[0, 1, 3, 4, 5, 7]], np.array([[0.5, 0.5, 1.0]])
        shapes = ((cube, lambda z: 1.0), (wedge, lambda z: 0.5), (cube[[0, 1, 3, 4]], lambda z: (1 - z) ** 2 / 2),
                  (np.vstack([cube[:4], top]), lambda z: (1 - z) ** 2))  # fmt: skip
        for points, area in shapes:
            tetrahedra = np.array(rkdg_planes.TETRAHEDRA[len(points)])
            values = points @ [2.0, -3.0, 5.0] + 1
            for z in (0.25, 0.5, 0.9):
                at, found = rkdg_planes.cut(points, values, tetrahedra, 2, z)
                np.testing.assert_allclose(at[:, 2], z)
                np.testing.assert_allclose(found, at @ [2.0, -3.0, 5.0] + 1)
                a, b, c = (at[k::3, :2] for k in range(3))
                ab, ac = b - a, c - a
                areas = np.abs(ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0]) / 2
                self.assertAlmostEqual(areas.sum(), area(z), places=12)


class Ring:
    """Quadrilaterals from the unit circle about `centre` to a box of this half width, each with points of its own."""

    def __init__(self, half, centre=(0.0, 0.0), around=32):
        angles = 2 * np.pi * np.arange(around + 1) / around
        circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        box = circle / np.abs(circle).max(axis=1)[:, None] * half
        inner, outer = circle + centre, box * (1 + 1e-15)
        quads = [[inner[k], outer[k], outer[k + 1], inner[k + 1]] for k in range(around)]
        # The same place by another computation, as neighbouring cells have it.
        self.points = np.array(quads).reshape(-1, 2) + np.array([0, 1e-16]) * (np.arange(4 * around) % 3)[:, None]

    def array(self, name):
        assert name == "points"
        return np.column_stack([self.points, np.zeros(len(self.points))])

    def cells(self):
        yield "quadrilateral", 1, np.arange(len(self.points)).reshape(-1, 4)

    def is_3d(self):
        return False


class ViewTest(unittest.TestCase):
    """What is shown where nothing is said."""

    def test_fields_are_shown_around_bodies(self):
        # One extent (the diameter, 2) ahead and beside, three behind.
        self.assertEqual(np.round(rkdg_views.window_of(Ring(100.0), None), 6).tolist(), [-3, 7, -3, 3])
        self.assertEqual(np.round(rkdg_views.window_of(Ring(100.0, (20.0, -30.0)), None), 6).tolist(), [17, 27, -33, -27])
        self.assertEqual(np.round(rkdg_views.window_of(Ring(5.0), None), 6).tolist(), [-3, 5, -3, 3])
        self.assertIsNone(rkdg_views.window_of(Ring(2.0), None))
        self.assertIsNone(rkdg_views.window_of(Ring(100.0), "all"))
        self.assertEqual(rkdg_views.window_of(Ring(100.0), (0.0, 1.0, 0.0, 2.0)), (0.0, 1.0, 0.0, 2.0))

    def test_a_mesh_without_a_body_is_shown_as_a_whole(self):
        square = Ring(100.0)
        square.points = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [1, 0], [2, 0], [2, 1], [1, 1]], float)
        self.assertIsNone(rkdg_views.window_of(square, None))

    def test_starts_do_not_take_the_axis(self):
        x = np.linspace(0, 200, 401)
        signal = 1.33 + 0.01 * np.sin(x) + 46 * np.exp(-x)
        low, high = rkdg_views.settled_limits([(x, signal)])
        late = signal[x >= 100]
        self.assertTrue(low < late.min() and late.max() < high)
        self.assertLess(high - low, 0.2)
        self.assertGreater(high - low, late.max() - late.min())
        self.assertIsNone(rkdg_views.settled_limits([(x, np.sin(x))]))  # nothing to leave out
        self.assertIsNone(rkdg_views.settled_limits([(x, np.zeros(401))]))
        self.assertIsNone(rkdg_views.settled_limits([(x[:3], signal[:3])]))
        # Of two series both are shown.
        low, high = rkdg_views.settled_limits([(x, signal), (x, signal - 1)])
        self.assertTrue(low < 0.32 and high > 1.34)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
