/// The mean velocity and temperature of a turbulent boundary layer in equilibrium. From the flow at a distance they
/// give the friction and heat at the wall. Reichardt, Z. Angew. Math. Mech. 31 (1951) 208; Kader, Int. J. Heat
/// Mass Transfer 24 (1981) 1541.
///
///     u+ = ln(1 + k y+) / k + (B - ln(k) / k) (1 - exp(-y+ / 11) - y+ / 11 exp(-y+ / 3)),   k = 0.41, B = 5.2
///     T+ = Pr y+ exp(-G) + (2.12 ln(1 + y+) + (3.85 Pr^(1/3) - 1.3)^2 + 2.12 ln Pr) exp(-1 / G),
///     G = 0.01 (Pr y+)^4 / (1 + 5 Pr^3 y+)
///
/// with u+ = u / u_tau, y+ = rho u_tau y / mu, T+ = (T_wall - T) rho c_p u_tau / q and tau = rho u_tau^2.
#pragma once

#include <cmath>

#include "libdg/backend/config.hpp"

namespace dg {

struct WallLaw {
  static constexpr double karman = 0.41, intercept = 5.2;

  /// u+ at y+ >= 0.
  RKDG_CALL static double velocity(double y) {
    return ::log1p(karman * y) / karman - wake() * (::expm1(-y / 11) + y / 11 * std::exp(-y / 3));
  }
  /// d u+ / d y+.
  RKDG_CALL static double slope(double y) {
    return 1 / (1 + karman * y) + wake() / 11 * (std::exp(-y / 11) - std::exp(-y / 3) + y / 3 * std::exp(-y / 3));
  }

  /// y+ where y+ u+ is the Reynolds number rho u y / mu of a place. ln(y+ u+) grows by 1 to 2 with ln y+: Newton's
  /// method in logarithms reaches rounding in some steps from anywhere.
  RKDG_CALL static double place(double reynolds) {
    if (!(reynolds > 1e-26)) return std::sqrt(reynolds > 0 ? reynolds : 0);  // u+ = y+
    constexpr int steps = 8;
    const double wanted = std::log(reynolds);
    double log_y = wanted / 2;
    for (int i = 0; i < steps; ++i) {
      const double y = std::exp(log_y), u = velocity(y);
      log_y -= (log_y + std::log(u) - wanted) / (1 + y * slope(y) / u);
    }
    return std::exp(log_y);
  }

  /// T+ at y+ >= 0.
  RKDG_CALL static double temperature(double y, double prandtl) {
    const double pr_y = prandtl * y, root = 3.85 * std::exp(std::log(prandtl) / 3) - 1.3;
    const double g = 0.01 * pr_y * pr_y * pr_y * pr_y / (1 + 5 * prandtl * prandtl * pr_y);
    const double outside = 2.12 * std::log((1 + y) * prandtl) + root * root;
    return pr_y * std::exp(-g) + (g > 0 ? outside * std::exp(-1 / g) : 0);
  }

 private:
  /// B - ln(k) / k.
  RKDG_CALL static constexpr double wake() { return intercept + 0.8915981192837836 / karman; }
};

}  // namespace dg
