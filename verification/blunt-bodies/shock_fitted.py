#!/usr/bin/env python3
"""Inviscid flow between a bow shock and a cylinder or sphere by a spectral method that fits the shock: an independent distance of it.

The unknowns are density, velocity and pressure at Chebyshev points between body and shock, and the radius of the shock. They meet the
steady Euler equations at the points, no flow through the wall, and the jump conditions at the shock. Nothing is given where the flow
leaves at supersonic speed. Needs numpy.

    python3 shock_fitted.py"""

import math

import numpy as np

GAMMA = 1.4


def chebyshev(n, low, high):
    """Points from high to low, and the matrix of the derivative."""
    k = np.arange(n)
    x = np.cos(np.pi * k / (n - 1))
    c = np.where((k == 0) | (k == n - 1), 2.0, 1.0) * (-1.0) ** k
    d = np.outer(c, 1 / c) / (x[:, None] - x[None, :] + np.eye(n))
    d -= np.diag(d.sum(axis=1))
    return (low + high) / 2 + (high - low) / 2 * x, 2 / (high - low) * d


def behind(mach):
    """Density and pressure behind a shock of this normal Mach number; the stream has density 1 and speed of sound 1."""
    squared = mach**2
    return (GAMMA + 1) * squared / ((GAMMA - 1) * squared + 2), (1 + 2 * GAMMA / (GAMMA + 1) * (squared - 1)) / GAMMA


class Flow:
    """The discrete equations in polar coordinates about the centre of the body, the angle being that from the front."""

    def __init__(self, mach, axisymmetric, points, angles, last_angle):
        self.mach, self.axisymmetric = mach, axisymmetric
        self.shape = (4, points, angles)
        self.xi, self.d_xi = chebyshev(points, 0, 1)  # from the shock to the wall
        both, d = chebyshev(2 * angles, -last_angle, last_angle)
        self.angle = both[:angles]
        mirrored = d[:angles, angles:][:, ::-1]
        self.d_even, self.d_odd = d[:angles, :angles] + mirrored, d[:angles, :angles] - mirrored
        self.enthalpy = 1 / (GAMMA - 1) + mach**2 / 2

    def split(self, z):
        n = math.prod(self.shape)
        return z[:n].reshape(self.shape), z[n:]

    def jump(self, radius):
        """Density, velocity and pressure behind the shock."""
        slope = self.d_even @ radius / radius
        length = np.sqrt(1 + slope**2)
        normal = 1 / length, -slope / length
        u, v = -self.mach * np.cos(self.angle), self.mach * np.sin(self.angle)
        across, along = -(u * normal[0] + v * normal[1]), v * normal[0] - u * normal[1]
        rho, p = behind(across)
        out = -across / rho
        return rho, out * normal[0] - along * normal[1], out * normal[1] + along * normal[0], p

    def residual(self, z):
        (rho, u, v, p), radius = self.split(z)
        depth, slope = radius - 1, self.d_even @ radius
        r = 1 + self.xi[:, None] * depth

        def outward(f):
            return self.d_xi @ f / depth

        def around(f, d):
            return f @ d.T - self.xi[:, None] * slope * outward(f)

        divergence = outward(u) + (around(v, self.d_odd) + u) / r
        if self.axisymmetric:
            divergence = divergence + (u + v / np.tan(self.angle)) / r
        rows = np.array([
            u * outward(rho) + v / r * around(rho, self.d_even) + rho * divergence,
            u * outward(u) + v / r * around(u, self.d_even) - v * v / r + outward(p) / rho,
            u * outward(v) + v / r * around(v, self.d_odd) + u * v / r + around(p, self.d_even) / (rho * r),
            GAMMA / (GAMMA - 1) * p / rho + (u * u + v * v) / 2 - self.enthalpy,
        ])  # fmt: skip
        rows[1, -1] = u[-1]
        radial_momentum = rows[1, 0].copy()
        rows[:, 0] = np.array([rho[0], u[0], v[0], p[0]]) - np.array(self.jump(radius))
        return np.concatenate([rows.ravel(), radial_momentum])

    def guess(self):
        """Billig's shock, Newton's pressure along the wall, and lines between both."""
        mach, tangent = self.mach, math.tan(math.asin(1 / self.mach))
        if self.axisymmetric:
            nose, bend = 0.143 * math.exp(3.24 / mach**2), 1.143 * math.exp(0.54 / (mach - 1) ** 1.2)
        else:
            nose, bend = 0.386 * math.exp(4.67 / mach**2), 1.386 * math.exp(1.8 / (mach - 1) ** 0.75)
        y = np.linspace(0, 8, 4001)
        x = 1 + nose - bend / tangent**2 * (np.sqrt(1 + (y * tangent / bend) ** 2) - 1)
        radius = np.interp(self.angle, np.arctan2(y, x), np.hypot(y, x))
        rho, u, v, p = self.jump(radius)
        rest_rho, rest_p = at_rest(mach)
        wall_p = np.maximum(1 / GAMMA + (rest_p - 1 / GAMMA) * np.cos(self.angle) ** 2, 0.3 / GAMMA)
        wall_rho = rest_rho * (wall_p / rest_p) ** (1 / GAMMA)
        wall_v = np.sqrt(2 * (self.enthalpy - GAMMA / (GAMMA - 1) * wall_p / wall_rho))
        s = self.xi[:, None]
        fields = [a + (b - a) * s for a, b in ((wall_rho, rho), (0, u), (wall_v, v), (wall_p, p))]
        return np.concatenate([np.array(fields).ravel(), radius])

    def solve(self):
        """Newton's method, with a Jacobian by complex steps."""
        z = self.guess()
        for _ in range(20):
            f = self.residual(z)
            if np.linalg.norm(f) < 1e-10:
                return z
            jacobian = np.empty((z.size, z.size))
            for k in range(z.size):
                moved = z.astype(complex)
                moved[k] += 1e-30j
                jacobian[:, k] = self.residual(moved).imag / 1e-30
            z = z - np.linalg.solve(jacobian, f)
        raise ArithmeticError("Newton's method has not converged")

    def on_axis(self, values):
        """An even function of the angle at angle 0."""
        return np.polynomial.polynomial.polyfit(self.angle**2, values, len(self.angle) - 1)[0]


def at_rest(mach):
    """Density and pressure of the stream that comes to rest behind a normal shock, by the density and as the pressure of Flow."""
    rho, p = behind(mach)
    squared = (mach / rho) ** 2 / (GAMMA * p / rho)
    ratio = 1 + (GAMMA - 1) / 2 * squared
    return rho * ratio ** (1 / (GAMMA - 1)), p * ratio ** (GAMMA / (GAMMA - 1))


if __name__ == "__main__":
    for axisymmetric in (False, True):
        for points, angles, degrees in ((8, 8, 65), (10, 10, 65), (10, 10, 72), (12, 12, 72)):
            flow = Flow(3.0, axisymmetric, points, angles, math.radians(degrees))
            (rho, _, _, p), radius = flow.split(flow.solve())
            print("sphere" if axisymmetric else "cylinder", f"{points} x {angles} points to {degrees} degrees: shock at {flow.on_axis(radius) - 1:.5f},",
                  f"at rest p {flow.on_axis(p[-1]) * GAMMA:.4f}, density {flow.on_axis(rho[-1]):.5f}")  # fmt: skip
