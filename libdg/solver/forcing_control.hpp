/// Holds a body force, and corrects it at each look at the mass flux; see forcing.hpp.
#pragma once

#include "libdg/solver/forcing.hpp"

namespace dg {

class ForcingControl {
 public:
  explicit ForcingControl(const Forcing& forcing) : forcing_(forcing) { state_.force = forcing.force; }

  int direction() const { return forcing_.direction; }
  const ControlState& state() const { return state_; }

  /// Per mass; 0 before the first look.
  double acceleration() const { return state_.density > 0.0 ? state_.force / state_.density : 0.0; }

  /// At a mean density and mean mass flux; the first look leaves the force as it is.
  void look(double time, double density, double flux) {
    if (forcing_.mass_flow && state_.direction >= 0)
      state_.force = corrected_force(state_, *forcing_.mass_flow, flux, time);
    state_ = {.direction = forcing_.direction, .force = state_.force, .density = density, .flux = flux, .time = time};
  }

  /// Goes on from a state. Returns false for that of a force along another coordinate, which it does not take. A
  /// constant force stays as the case has it.
  bool update(const ControlState& state) {
    if (state.direction != forcing_.direction) return false;
    state_ = state;
    if (!forcing_.mass_flow) state_.force = forcing_.force;
    return true;
  }

 private:
  Forcing forcing_;
  ControlState state_;
};

}  // namespace dg
