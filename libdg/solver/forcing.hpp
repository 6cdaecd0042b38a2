/// A body force that drives a flow along a coordinate. Per mass it is a. So it adds rho a to the rate of the momentum
/// and rho u a to that of the energy.
///
/// Its mean per volume, f = a times the mean density, is constant or keeps the mean mass flux m at a target. That flux
/// is the integral of rho u over the volume. Between two looks at the state, at times t and t', resistance takes
/// `W = f - (m' - m) / (t' - t)` from the flux. The force until the next look makes up for this, and for what the flux
/// lacks:
///
///     f' = W + (target - m') / (t' - t) = f + (target - 2 m' + m) / (t' - t)
///
/// With constant W and equal intervals both eigenvalues of this recursion are 0: two intervals reach the target.
#pragma once

#include <optional>

#include "libdg/solver/control_state.hpp"

namespace dg {

struct Forcing {
  int direction = 0;                ///< of x, y, z
  std::optional<double> mass_flow;  ///< target of the mean mass flux; without one the force stays
  double force = 0.0;               ///< per volume in the mean, to begin with
};

/// The law above. Precondition: `before` has seen the state, at an earlier time.
inline double corrected_force(const ControlState& before, double target, double flux, double time) {
  return before.force + (target - 2 * flux + before.flux) / (time - before.time);
}

}  // namespace dg
