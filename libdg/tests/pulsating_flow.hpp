/// A flow that is uniform in space and changes in time, for tests of time schemes.
#pragma once

#include <array>
#include <cmath>

namespace dg::test {

/// Primitive; a source makes it a solution.
inline std::array<double, 4> pulsating(double, double, double t) {
  const double rho = 1.2 + 0.3 * std::sin(3 * t), u = 0.3 * std::cos(2 * t), v = 0.2 * std::sin(2 * t);
  return {rho, u, v, 0.8 + 0.2 * std::cos(4 * t)};
}
inline std::array<double, 4> pulsating_source(double x, double y, double t) {
  const auto [rho, u, v, p] = pulsating(x, y, t);
  const double drho = 0.9 * std::cos(3 * t), du = -0.6 * std::sin(2 * t), dv = 0.4 * std::cos(2 * t),
               dp = -0.8 * std::sin(4 * t);
  return {drho, drho * u + rho * du, drho * v + rho * dv,
          dp / 0.4 + 0.5 * drho * (u * u + v * v) + rho * (u * du + v * dv)};
}

}  // namespace dg::test
