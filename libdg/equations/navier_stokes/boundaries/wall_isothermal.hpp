/// Wall without slip, at a given temperature T = gamma p / rho.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/closed_boundary.hpp"

namespace dg {

struct WallIsothermal : NoSlipWall {
  static constexpr const char* name = "wall-isothermal";
  static constexpr bool exchanges_heat = true;

  template <class Condition, class Value>
  RKDG_CALL static void values(Condition& bc, Value&& value) {
    value.vector("velocity", bc.velocity);
    value.temperature("temperature", bc.temperature);
  }

  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas,
                              const V (&inside)[N], const RealOf<V> (&)[Dim], const RealOf<V>*, V (&u_b)[N]) {
    const V p = primitive(gas, inside).p;
    state_of_density(bc, gas, gas.gamma * p / bc.temperature, p, u_b);
  }
};

}  // namespace dg
