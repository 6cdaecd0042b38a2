/// A point of a 2-D boundary with the flow on its inside, and what a condition makes of it there.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "libdg/equations/navier_stokes/boundary.hpp"
#include "support.hpp"

namespace dg::test {

constexpr double gamma = 1.4;

/// A 2-D flow at a point, by its primitive variables.
struct Flow {
  double rho, u, v, p;

  static Flow of(const double (&c)[4]) {
    const double u = c[1] / c[0], v = c[2] / c[0];
    return {c[0], u, v, (gamma - 1) * (c[3] - 0.5 * c[0] * (u * u + v * v))};
  }
  double sound() const { return std::sqrt(gamma * p / rho); }
  double entropy() const { return p / std::pow(rho, gamma); }
  double temperature() const { return gamma * p / rho; }
};

/// A boundary point with outward normal n and tangent.
struct Wall {
  double n[2];
  double normal(const Flow& f) const { return f.u * n[0] + f.v * n[1]; }
  double along(const Flow& f) const { return -f.u * n[1] + f.v * n[0]; }
  Flow flow(double rho, double un, double ut, double p) const {
    return {rho, un * n[0] - ut * n[1], un * n[1] + ut * n[0], p};
  }
  double outgoing(const Flow& f) const { return normal(f) + 2 * f.sound() / (gamma - 1); }
  double incoming(const Flow& f) const { return normal(f) - 2 * f.sound() / (gamma - 1); }
};

inline Wall random_wall(Random& random) {
  const double angle = random(0, 2 * std::numbers::pi);
  return {{std::cos(angle), std::sin(angle)}};
}

inline void set(double (&c)[4], const Flow& f) {
  c[0] = f.rho, c[1] = f.rho * f.u, c[2] = f.rho * f.v,
  c[3] = f.p / (gamma - 1) + 0.5 * f.rho * (f.u * f.u + f.v * f.v);
}

/// The states inside and beyond a boundary, for fluxes with and without viscous terms.
struct States {
  double inside[4], ghost[4], viscous[4];
};

inline States apply(const BoundaryParameters<double, 2>& bc, const Flow& inside, const Wall& wall,
                    const double (&data)[4] = {}) {
  States s{};
  set(s.inside, inside);
  boundary_states(bc, Gas<double>{GasOptions{}}, s.inside, wall.n, data, s.ghost, s.viscous);
  return s;
}

inline void check_same(const double (&a)[4], const double (&b)[4]) {
  for (int k = 0; k < 4; ++k) CHECK(a[k] == Approx(b[k]).margin(1e-13));
}
inline void check_same(const Flow& a, const Flow& b) {
  CHECK(a.rho == Approx(b.rho));
  CHECK(a.u == Approx(b.u).margin(1e-12));
  CHECK(a.v == Approx(b.v).margin(1e-12));
  CHECK(a.p == Approx(b.p));
}

inline BoundaryParameters<double, 2> condition(BoundaryType type) {
  BoundaryParameters<double, 2> bc{};
  bc.type = type;
  return bc;
}

}  // namespace dg::test
