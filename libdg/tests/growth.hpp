/// How small random perturbations of a state at rest grow: what tells stable steps from others.
#pragma once

#include <algorithm>
#include <cmath>

#include "support.hpp"

namespace dg::test {

/// Waves add up to some 10 times the perturbation of a coefficient at any stable step; instability knows no bound.
inline constexpr double bounded_growth = 20;

/// The largest change of a coefficient over so many steps, in sizes of the perturbation; 1e300 where a state was lost.
template <class AnySolver>
double growth_of_noise(AnySolver& solver, int steps) {
  const auto rest = solver.coefficients();
  auto c = rest;
  Random random(5);
  const double size = 1e-9;
  for (double& x : c) x += size * random(-1, 1);
  solver.set_coefficients(c);
  solver.advance(steps, 1e300);
  c = solver.coefficients();
  double largest = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    if (!std::isfinite(c[i])) return 1e300;
    largest = std::max(largest, std::abs(c[i] - rest[i]));
  }
  return largest / size;
}

}  // namespace dg::test
