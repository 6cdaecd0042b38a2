/// What conditions with a state outside have in common: density, velocity and pressure are given.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/boundary_defaults.hpp"

namespace dg {

struct GivenState : BoundaryDefaults {
  static constexpr bool takes_state = true;
  using SharedValues = GivenState;

  template <class Condition, class Value>
  RKDG_CALL static void values(Condition& bc, Value&& value) {
    value.state(bc.state);
  }
};

}  // namespace dg
