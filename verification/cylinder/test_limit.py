#!/usr/bin/env python3
"""Tests of the limit of no Mach number."""

import unittest

import limit

MACHS = (0.2, 0.1, 0.05)


class Limits(unittest.TestCase):
    def test_a_parabola_is_extrapolated_exactly(self):
        found = limit.limit(MACHS, [1.32 + 0.7 * mach**2 for mach in MACHS], [0, 0, 0])
        self.assertAlmostEqual(found.value, 1.32, places=12)
        self.assertAlmostEqual(found.slope, 0.7, places=12)

    def test_errors_of_the_values_reach_the_limit(self):
        values = [1.32 + 0.7 * mach**2 for mach in MACHS]
        for k in range(3):
            off, errors = list(values), [0, 0, 0]
            off[k] += 0.001
            errors[k] = 0.001
            found = limit.limit(MACHS, off, errors)
            self.assertAlmostEqual(abs(found.value - 1.32), found.uncertainty, places=12)
            self.assertGreater(found.uncertainty, 0)

    def test_published_values_are_those_of_the_table(self):
        rows = [{"mach": mach, **{f"{key}{what}": 0.3 for key in limit.NAMES for what in ("", "_uncertainty")}} for mach in MACHS]
        _, found = limit.quantities(rows[::-1], limit.read(limit.here / "published.csv"))
        self.assertEqual(found["strouhal"].published, (0.164, 0.166))
        self.assertEqual(found["mean_cd"].published, (1.318, 1.336))
        self.assertEqual(found["cl_amplitude"].published, (0.314, 0.332))


if __name__ == "__main__":
    unittest.main()
