/// Taylor-Couette flow of a gas.
#pragma once

#include <array>
#include <cmath>
#include <utility>

namespace dg::test {

/// The exact flow of a gas of constant viscosity between cylinders of radii 1 and 2, of which the outer one circles.
/// Friction heats the gas, and walls have the temperatures of the solution.
class TaylorCouette {
 public:
  static constexpr double speed = 0.5, prandtl = 0.72, gamma = 1.4;

  std::array<double, 4> operator()(double x, double y, double) const {
    const double r = std::hypot(x, y), u = swirl(r), p = pressure(r);
    return {p / temperature(r), -u * y / r, u * x / r, p};
  }

 private:
  // u = A r + B / r, at rest at r = 1.
  static constexpr double B = -speed * 2 / 3, A = -B;

  static double swirl(double r) { return A * r + B / r; }
  /// (r k T')' = -mu r (r (u / r)')^2, where mu / k = Pr (gamma - 1) / gamma.
  static double temperature(double r) {
    return 1 - prandtl * (gamma - 1) / gamma * B * B / (r * r) + 0.1 * std::log(r);
  }
  /// d ln p / dr = u^2 / (r T), by Gauss' rule of three points on each of many pieces.
  static double pressure(double r) {
    constexpr int pieces = 64;
    const double h = (r - 1) / pieces;
    double sum = 0;
    for (int i = 0; i < pieces; ++i)
      for (const auto& [x, w] : {std::pair{0.0, 8.0}, {-std::sqrt(0.6), 5.0}, {std::sqrt(0.6), 5.0}}) {
        const double s = 1 + h * (i + 0.5 + 0.5 * x);
        sum += w / 18 * h * swirl(s) * swirl(s) / (s * temperature(s));
      }
    return std::exp(sum);
  }
};

}  // namespace dg::test
