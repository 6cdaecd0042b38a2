"""The evaluation of the lift against signals whose frequency, mean and amplitude are known."""

import math
import random
import unittest

from shedding import Forces, shedding

FREQUENCY = 0.0328
SPEED = 0.2


def street(end, amplitude=lambda t: 0.33, seed=1):
    """Forces of a vortex street sampled at uneven times: drag 1.34 with twice the frequency of the lift, whose mean is 0.02."""
    rng = random.Random(seed)
    time = [0.0]
    while time[-1] < end:
        time.append(time[-1] + rng.uniform(0.05, 0.15))
    phase = [2.0 * math.pi * FREQUENCY * t for t in time]
    cd = [1.34 + 0.01 * math.cos(2.0 * p + 0.3) for p in phase]
    cl = [0.02 + amplitude(t) * math.sin(p) for t, p in zip(time, phase)]
    return Forces(time, cd, cl)


class SheddingTest(unittest.TestCase):
    def test_periodic_street(self):
        result = shedding(street(400.0), SPEED, 1.0)
        self.assertGreaterEqual(result.periods, 5)
        self.assertAlmostEqual(result.strouhal, FREQUENCY / SPEED, delta=1e-5)
        self.assertAlmostEqual(result.mean_cd, 1.34, delta=1e-5)
        self.assertAlmostEqual(result.cl_amplitude, 0.33, delta=1e-4)
        self.assertAlmostEqual(result.growth, 1.0, delta=1e-3)

    def test_length_and_speed_scale_the_strouhal_number(self):
        result = shedding(street(400.0), 2.0 * SPEED, 3.0)
        self.assertAlmostEqual(result.strouhal, 1.5 * FREQUENCY / SPEED, delta=1e-5)

    def test_growing_lift_is_reported(self):
        rate = 0.01
        result = shedding(street(400.0, lambda t: 0.01 * math.exp(rate * t)), SPEED, 1.0)
        self.assertAlmostEqual(result.growth, math.exp(rate / FREQUENCY), delta=0.03)
        self.assertAlmostEqual(result.strouhal, FREQUENCY / SPEED, delta=5e-3)

    def test_no_answer_before_two_periods(self):
        self.assertIsNone(shedding(street(2.0 * 2.0 / FREQUENCY), SPEED, 1.0))

    def test_no_answer_without_lift(self):
        self.assertIsNone(shedding(street(400.0, lambda t: 1e-4), SPEED, 1.0))

    def test_no_answer_from_an_empty_record(self):
        self.assertIsNone(shedding(Forces([], [], []), SPEED, 1.0))

    def test_noise_at_a_crossing_is_not_a_period(self):
        forces = street(400.0)
        rng = random.Random(2)
        forces.cl = [c + rng.uniform(-0.01, 0.01) for c in forces.cl]
        result = shedding(forces, SPEED, 1.0)
        self.assertAlmostEqual(result.strouhal, FREQUENCY / SPEED, delta=1e-3)


if __name__ == "__main__":
    unittest.main()
