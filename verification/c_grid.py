"""Planes of quadrilaterals in C-grids around a profile with a sharp trailing edge.

The grid is a sheared parabolic one (Jameson 1974): the square root of z - z0, with z0 half a nose radius inside the nose, unfolds
the plane cut along the profile and its wake into the upper half plane, and the profile into a shallow bump."""

import numpy as np

WAKE_SPACING = 0.3  # at the trailing edge, of the mean along the profile


def slopes(t, f):
    """Derivatives of the natural cubic spline through f at t."""
    n, h = len(t), np.diff(t)
    matrix, right = np.zeros((n, n)), np.zeros(n)
    for k in range(1, n - 1):
        matrix[k, k - 1 : k + 2] = 1 / h[k - 1], 2 / h[k - 1] + 2 / h[k], 1 / h[k]
        right[k] = 3 * ((f[k] - f[k - 1]) / h[k - 1] ** 2 + (f[k + 1] - f[k]) / h[k] ** 2)
    matrix[0, :2], right[0] = (2, 1), 3 * (f[1] - f[0]) / h[0]
    matrix[-1, -2:], right[-1] = (1, 2), 3 * (f[-1] - f[-2]) / h[-1]
    return np.linalg.solve(matrix, right)


class Profile:
    """A cubic spline through points from the trailing edge over the upper side and the nose back to the trailing edge, by length."""

    def __init__(self, points):
        z = np.array([complex(x, y) for x, y in points])
        self._t = np.concatenate([[0], np.cumsum(abs(np.diff(z)))])
        self._z = z
        self._slopes = slopes(self._t, z.real) + 1j * slopes(self._t, z.imag)
        self.length = self._t[-1]
        self.nose = self._t[np.argmin(z.real)]

    def __call__(self, t):
        t = np.asarray(t, float)
        k = np.clip(np.searchsorted(self._t, t, side="right") - 1, 0, len(self._t) - 2)
        h = self._t[k + 1] - self._t[k]
        s = (t - self._t[k]) / h
        return ((1 + 2 * s) * (1 - s) ** 2 * self._z[k] + s * s * (3 - 2 * s) * self._z[k + 1]
                + h * s * (1 - s) * ((1 - s) * self._slopes[k] - s * self._slopes[k + 1]))  # fmt: skip


class Unfolded:
    """The profile after the square root, as ordinates over abscissas, which run from the lower trailing edge to the upper one."""

    def __init__(self, profile, nose_radius):
        self.centre = 0.5 * nose_radius
        self._profile = profile
        nose = profile.nose  # dense there, where the curvature is
        s = np.linspace(-1, 1, 40001)
        t = np.where(s < 0, nose * (1 - s * s), nose + (profile.length - nose) * s * s)
        self._t = np.unique(np.concatenate([t, [0.0, profile.length]]))
        z = profile(self._t) - self.centre
        angle = np.unwrap(np.angle(z))
        self._x = np.sqrt(abs(z)) * np.cos(0.5 * (angle - angle[0] + np.angle(z[0])))
        self.ends = self._x[0], self._x[-1]
        if np.any(np.diff(self._x) >= 0):
            raise SystemExit("the profile folds over itself when unfolded: is its nose radius right?")

    def foot(self, x):
        """The point of the profile at an abscissa."""
        return self._profile(np.interp(-x, -self._x, self._t))


def stretching(slope):
    """The b of (exp(b s) - 1) / (exp(b) - 1) over s = 0..1 whose slope at 0 is `slope`."""
    low, high = 1e-9, 50.0
    for _ in range(100):
        b = 0.5 * (low + high)
        low, high = (b, high) if b / np.expm1(b) > slope else (low, b)
    return 0.5 * (low + high)


def stretched(b, s):
    return np.expm1(b * s) / np.expm1(b)


def half_of_abscissas(end, far, wall, wake):
    """From the nose to the trailing edge, closer there, and on to the end of the wake."""
    s = np.arange(wall) / wall
    on_wall = end * s * (1.25 - s * s * (0.15 + s * s * 0.1))
    b = stretching(WAKE_SPACING * end * wake / wall / (far - end))
    return np.concatenate([on_wall, end + (far - end) * stretched(b, np.arange(wake + 1) / wake)])


def lattice(profile, nose_radius, ni, nj, wall, order, radius, height):
    """Places (complex) of nodes by column, along the C from below to above, and row, from the wall outwards; the columns that the
    profile takes lie between order * (ni - wall) / 2 from both ends. `height` is that of the first cells at the trailing edge."""
    unfolded = Unfolded(profile, nose_radius)
    wake, far = order * (ni - wall) // 2, np.sqrt(radius)
    upper = half_of_abscissas(unfolded.ends[0], far, order * wall // 2, wake)
    lower = half_of_abscissas(-unfolded.ends[1], far, order * wall // 2, wake)
    x = np.concatenate([-lower[:0:-1], upper])
    on_wake = (np.arange(len(x)) < wake) | (np.arange(len(x)) >= len(x) - wake)
    foot = np.where(on_wake, unfolded.centre + x * x, unfolded.foot(np.clip(x, unfolded.ends[1], unfolded.ends[0])))
    foot[wake] = foot[-1 - wake] = profile(0.0)
    root = np.sqrt(foot - unfolded.centre)
    bump = np.where(on_wake, 0, np.where(x > 0, root.imag, np.where(x < 0, -root.imag, abs(root.imag))))
    eta = far * stretched(stretching(height / (2 * unfolded.ends[0]) * nj / far), np.arange(order * nj + 1) / (order * nj))
    w = x[:, None] + 1j * (eta[None, :] + bump[:, None] * np.exp(-2 * eta[None, :]))
    z = unfolded.centre + w * w
    z[:, 0] = foot
    return z
