"""Planes of quadrilaterals in C-grids around a profile with a sharp trailing edge.

The grid is a sheared parabolic one (Jameson 1974): the square root of z - z0, with z0 half a nose radius inside the nose, unfolds
the plane cut along the profile and its wake into the upper half plane, and the profile into a shallow bump."""

import cmath
import math
from bisect import bisect_right

WAKE_SPACING = 0.3  # at the trailing edge, of the mean along the profile


def slopes(t, f):
    """Derivatives of the natural cubic spline through f at t, by Thomas' algorithm."""
    n, h = len(t), [b - a for a, b in zip(t, t[1:])]
    rise = [(b - a) / d for a, b, d in zip(f, f[1:], h)]
    upper, right = [0.5], [1.5 * rise[0]]
    for k in range(1, n):
        low, diagonal, high, value = 1, 2, 0, 3 * rise[-1]
        if k < n - 1:
            low, high = 1 / h[k - 1], 1 / h[k]
            diagonal, value = 2 * (low + high), 3 * (rise[k - 1] * low + rise[k] * high)
        pivot = diagonal - low * upper[-1]
        upper.append(high / pivot)
        right.append((value - low * right[-1]) / pivot)
    for k in range(n - 2, -1, -1):
        right[k] -= upper[k] * right[k + 1]
    return right


class Profile:
    """A cubic spline through points from the trailing edge over the upper side and the nose back to the trailing edge, by length."""

    def __init__(self, points):
        self._z = [complex(x, y) for x, y in points]
        self._t = [0.0]
        for a, b in zip(self._z, self._z[1:]):
            self._t.append(self._t[-1] + abs(b - a))
        self._slopes = slopes(self._t, self._z)
        self.length = self._t[-1]
        self.nose = min(zip(self._t, self._z), key=lambda pair: pair[1].real)[0]

    def __call__(self, t):
        k = min(max(bisect_right(self._t, t) - 1, 0), len(self._t) - 2)
        h = self._t[k + 1] - self._t[k]
        s = (t - self._t[k]) / h
        return ((1 + 2 * s) * (1 - s) ** 2 * self._z[k] + s * s * (3 - 2 * s) * self._z[k + 1]
                + h * s * (1 - s) * ((1 - s) * self._slopes[k] - s * self._slopes[k + 1]))  # fmt: skip


class Unfolded:
    """The profile after the square root: abscissas fall from the upper trailing edge over the nose to the lower trailing edge."""

    def __init__(self, profile, nose_radius):
        self.centre = 0.5 * nose_radius
        self._profile = profile
        self.upper_end, self.lower_end = self._abscissa(0.0), self._abscissa(profile.length)

    def _abscissa(self, t):
        root = cmath.sqrt(self._profile(t) - self.centre)
        return root.real if t <= self._profile.nose else -root.real

    def foot(self, x):
        """The point of the profile at an abscissa, by bisection."""
        low, high = 0.0, self._profile.length
        if x >= self.upper_end or x <= self.lower_end:
            return self._profile(low if x > 0 else high)
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self._abscissa(middle) > x else (low, middle)
        return self._profile(0.5 * (low + high))


def stretching(slope):
    """The b of (exp(b s) - 1) / (exp(b) - 1) over s = 0..1 whose slope at 0 is `slope`."""
    low, high = 1e-9, 50.0
    for _ in range(100):
        b = 0.5 * (low + high)
        low, high = (b, high) if b / math.expm1(b) > slope else (low, b)
    return 0.5 * (low + high)


def stretched(b, s):
    return math.expm1(b * s) / math.expm1(b)


def half_of_abscissas(end, far, wall, wake):
    """From the nose to the trailing edge, closer there, and on to the end of the wake."""
    b = stretching(WAKE_SPACING * end * wake / wall / (far - end))
    on_wall = [end * s * (1.25 - s * s * (0.15 + s * s * 0.1)) for s in (k / wall for k in range(wall))]
    return on_wall + [end + (far - end) * stretched(b, k / wake) for k in range(wake + 1)]


def lattice(profile, nose_radius, ni, nj, wall, order, radius, height):
    """Places (complex) of nodes by column, along the C from below to above, and by row, from the wall outwards. On the profile are
    the columns but for the first and the last order * (ni - wall) / 2. `height` is that of the first cells at the trailing edge."""
    unfolded = Unfolded(profile, nose_radius)
    wake, far = order * (ni - wall) // 2, math.sqrt(radius)
    upper = half_of_abscissas(unfolded.upper_end, far, order * wall // 2, wake)
    lower = half_of_abscissas(-unfolded.lower_end, far, order * wall // 2, wake)
    abscissas = [-x for x in lower[:0:-1]] + upper
    b, rows = stretching(height / (2 * unfolded.upper_end) * nj / far), order * nj
    heights = [far * stretched(b, j / rows) for j in range(rows + 1)]
    columns = []
    for i, x in enumerate(abscissas):
        on_wake = not wake <= i <= len(abscissas) - 1 - wake
        foot = unfolded.centre + x * x if on_wake else unfolded.foot(x)
        root = cmath.sqrt(foot - unfolded.centre)
        bump = 0.0 if on_wake else root.imag if x > 0 else -root.imag if x < 0 else abs(root.imag)
        unfolded_column = [complex(x, eta + bump * math.exp(-2 * eta)) for eta in heights]
        columns.append([foot] + [unfolded.centre + w * w for w in unfolded_column[1:]])
    return columns
