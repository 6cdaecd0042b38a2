/// Wall without slip and without heat flux.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/closed_boundary.hpp"

namespace dg {

struct WallAdiabatic : NoSlipWall {
  static constexpr const char* name = "wall-adiabatic";
  static constexpr bool conducts = false;
  using SharedState = WallAdiabatic;

  template <class Condition, class Value>
  RKDG_CALL static void values(Condition& bc, Value&& value) {
    value.vector("velocity", bc.velocity);
  }

  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas,
                              const V (&inside)[N], const RealOf<V> (&)[Dim], const RealOf<V>*, V (&u_b)[N]) {
    state_of_density(bc, gas, inside[0], primitive(gas, inside).p, u_b);
  }
};

}  // namespace dg
