/// Subsonic inflow at a given velocity and temperature.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/boundary_defaults.hpp"
#include "libdg/equations/navier_stokes/gas.hpp"

namespace dg {

struct InflowVelocity : BoundaryDefaults {
  static constexpr const char* name = "inflow-velocity";
  static constexpr bool may_be_turbulent = true;

  template <class Condition, class Value>
  RKDG_CALL static void values(Condition& bc, Value&& value) {
    value.vector("velocity", bc.velocity);
    value.temperature("temperature", bc.temperature);
  }
  template <class Condition>
  static void set_defaults(Condition& bc) {
    bc.velocity = bc.state.velocity;
  }

  /// The pressure follows from the acoustic wave that leaves, `p + rho c u_n`. So the velocity between this state and
  /// that inside is the given one.
  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas,
                              const V (&inside)[N], const RealOf<V> (&n)[Dim], const RealOf<V>*, V (&u)[N]) {
    using Real = RealOf<V>;
    const auto a = primitive(gas, inside);
    V change(Real(0)), velocity[Dim];
    for (int d = 0; d < Dim; ++d) {
      velocity[d] = V(bc.velocity[d]);
      change += (a.velocity[d] - velocity[d]) * n[d];
    }
    const V p = maximum(a.p + square_root(gas.gamma * a.p * inside[0]) * change, Real(0.1) * a.p);
    from_primitive(gas, gas.gamma * p / bc.temperature, velocity, p, u);
  }
};

}  // namespace dg
