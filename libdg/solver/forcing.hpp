/// A body force that drives a flow along a coordinate: per volume it adds f to the momentum and f u to the energy.
///
/// It is constant, or keeps the mean mass flux m, the integral of rho u over the volume, at a target. Between two looks
/// at the state, at times t and t', resistance takes W = f - (m' - m) / (t' - t) from the flux; the force until the
/// next look makes up for this, and for what the flux lacks:
///
///     f' = W + (target - m') / (t' - t) = f + (target - 2 m' + m) / (t' - t)
///
/// With constant W and equal intervals both eigenvalues of this recursion are 0: two intervals reach the target.
#pragma once

#include <memory>
#include <optional>

#include "libdg/formulas/parameters.hpp"

namespace dg {

struct Forcing {
  int direction = 0;                ///< of x, y, z
  std::optional<double> mass_flow;  ///< target of the mean mass flux; without one the force stays
  double force = 0.0;               ///< to begin with
  /// Formulas of the source have the force as the parameter of this number.
  std::shared_ptr<FormulaParameters> parameters;
  int parameter = 0;
};

/// Where a force stands; a run that goes on starts from it.
struct ForcingState {
  int direction = -1;  ///< of the flux; -1: there was no look yet
  double force = 0.0;
  double flux = 0.0, time = 0.0;  ///< at the last look
  long steps = 0;                 ///< since then
};

/// The law above. Precondition: `before` has seen the state, at an earlier time.
inline double corrected_force(const ForcingState& before, double target, double flux, double time) {
  return before.force + (target - 2 * flux + before.flux) / (time - before.time);
}

}  // namespace dg
