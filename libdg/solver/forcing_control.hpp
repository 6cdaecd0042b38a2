/// Holds a body force where formulas of a source read it, and corrects it at each look at the mass flux; see
/// forcing.hpp.
#pragma once

#include <utility>

#include "libdg/solver/forcing.hpp"

namespace dg {

class ForcingControl {
 public:
  explicit ForcingControl(Forcing forcing) : forcing_(std::move(forcing)) { set({.force = forcing_.force}); }

  bool keeps_mass_flow() const { return forcing_.mass_flow.has_value(); }
  int direction() const { return forcing_.direction; }
  const ForcingState& state() const { return state_; }

  /// At a mean mass flux; the first look leaves the force as it is.
  void look(double time, double flux) {
    const double force = state_.direction < 0 ? state_.force : corrected_force(state_, *forcing_.mass_flow, flux, time);
    set({forcing_.direction, force, flux, time});
  }

  /// Goes on from a state, unless it is that of another forcing: false.
  bool take(const ForcingState& state) {
    if (!keeps_mass_flow() || state.direction != forcing_.direction) return false;
    set(state);
    return true;
  }

 private:
  void set(const ForcingState& state) {
    state_ = state;
    forcing_.parameters->values[static_cast<std::size_t>(forcing_.parameter)] = state.force;
  }

  Forcing forcing_;
  ForcingState state_;
};

}  // namespace dg
