#!/usr/bin/env python3
"""Tests of the estimate of shedding from a force history."""

import math
import random
import unittest

import periods

FREQUENCY, AMPLITUDE, DRAG = 0.033, 0.32, 1.35


def history(end=900.0, step=0.37, jitter=0.0, noise=0.0):
    """A lift that grows to its amplitude by t = 300, and the drag at twice its frequency."""
    draw = random.Random(1)
    time, drag, lift = [], [], []
    phase, t = 0.3, 0.0
    while t < end:
        size = AMPLITUDE / (1 + math.exp(-(t - 150) / 20))
        time.append(t)
        lift.append(0.01 + size * math.sin(phase) + noise * draw.uniform(-1, 1))
        drag.append(DRAG + 0.01 * math.sin(2 * phase))
        phase += 2 * math.pi * FREQUENCY * step * (1 + jitter * draw.uniform(-1, 1))
        t += step
    return time, drag, lift


class Shedding(unittest.TestCase):
    def test_a_clean_street_is_found_after_its_transient(self):
        frequency, drag, lift, count = periods.shedding(*history())
        self.assertAlmostEqual(frequency.value, FREQUENCY, delta=1e-6)
        self.assertAlmostEqual(drag.value, DRAG, delta=1e-4)
        self.assertAlmostEqual(lift.value, AMPLITUDE, delta=0.002)
        self.assertGreater(count, 18)
        self.assertLess(count, 25)  # the transient takes some of the 29

    def test_scatter_gives_an_uncertainty_that_covers_the_truth(self):
        clean = periods.shedding(*history())
        frequency, _, _, _ = periods.shedding(*history(jitter=0.5))
        self.assertGreater(frequency.uncertainty, 3 * clean[0].uncertainty)
        self.assertLess(abs(frequency.value - FREQUENCY), 2 * frequency.uncertainty)

    def test_noise_adds_no_crossings(self):
        time, _, clean = history()
        _, _, lift = history(noise=0.05)
        expected = len(periods.crossings(time[800:], clean[800:]))
        self.assertEqual(len(periods.crossings(time[800:], lift[800:])), expected)

    def test_too_short_a_history_has_no_estimate(self):
        time, drag, lift = history()
        self.assertIsNone(periods.shedding(time[:60], drag[:60], lift[:60]))


if __name__ == "__main__":
    unittest.main()
