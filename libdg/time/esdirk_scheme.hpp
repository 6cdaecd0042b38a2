/// Singly diagonally implicit Runge-Kutta schemes with an explicit first stage, and what their steps are in error.
///
/// Stage i is at t + c_i dt: U_i = U_0 + dt sum_j<=i a_ij L(U_j), with the same a_ii = gamma from the second on. The
/// last stage is the end of the step. All are L-stable. ARK3(2)4L[2]SA and ARK4(3)6L[2]SA, their implicit parts:
/// Kennedy and Carpenter, Appl. Numer. Math. 44 (2003) 139.
#pragma once

#include <vector>

#include "libdg/core/vocabulary.hpp"

namespace dg {

struct EsdirkScheme {
  double gamma;
  std::vector<double> c;               ///< [stage]
  std::vector<std::vector<double>> a;  ///< [stage][stage before it], without the diagonal
  std::vector<double> embedded;        ///< [stage] weights of a solution whose order is lower by one
  int order;

  int stages() const { return static_cast<int>(c.size()); }
  /// What dt L of a stage counts in the end of a step, and in the estimate of its error.
  double weight(int stage) const { return stage + 1 == stages() ? gamma : a.back()[stage]; }
  double error_weight(int stage) const { return weight(stage) - embedded[stage]; }
};

/// Precondition: is_implicit(scheme).
inline EsdirkScheme esdirk_scheme(TimeScheme scheme) {
  if (scheme == TimeScheme::esdirk3) {
    constexpr double gamma = 1767732205903.0 / 4055673282236;
    return {
        .gamma = gamma,
        .c = {0, 2 * gamma, 0.6, 1},
        .a = {{},
              {gamma},
              {2746238789719.0 / 10658868560708, -640167445237.0 / 6845629431997},
              {1471266399579.0 / 7840856788654, -4482444167858.0 / 7529755066697, 11266239266428.0 / 11593286722821}},
        .embedded = {2756255671327.0 / 12835298489170, -10771552573575.0 / 22201958757719,
                     9247589265047.0 / 10645013368117, 2193209047091.0 / 5459859503100},
        .order = 3};
  }
  return {.gamma = 0.25,
          .c = {0, 0.5, 83.0 / 250, 31.0 / 50, 17.0 / 20, 1},
          .a = {{},
                {0.25},
                {8611.0 / 62500, -1743.0 / 31250},
                {5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108},
                {15267082809.0 / 155376265600, -71443401.0 / 120774400, 730878875.0 / 902184768, 2285395.0 / 8070912},
                {82889.0 / 524892, 0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211}},
          .embedded = {4586570599.0 / 29645900160, 0, 178811875.0 / 945068544, 814220225.0 / 1159782912,
                       -3700637.0 / 11593932, 61727.0 / 225920},
          .order = 4};
}

}  // namespace dg
