/// Subsonic outflow at a given static pressure.
///
/// Reference: Carlson, NASA/TM-2011-217181.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/boundary_defaults.hpp"
#include "libdg/equations/navier_stokes/normal_flow.hpp"

namespace dg {

struct OutflowPressure : BoundaryDefaults {
  static constexpr const char* name = "outflow-pressure";

  template <class Condition, class Value>
  RKDG_CALL static void values(Condition& bc, Value&& value) {
    value.pressure("pressure", bc.pressure);
  }

  /// Entropy, tangential velocity and the outgoing invariant come from inside.
  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas,
                              const V (&inside)[N], const RealOf<V> (&n)[Dim], const RealOf<V>*, V (&u)[N]) {
    const auto a = normal_flow(gas, inside, n);
    if (a.un >= a.c) return copy_state(inside, u);
    const V rho = power(bc.pressure / a.w.p, 1 / gas.gamma) / a.w.inverse_rho;
    const V change = 2 / (gas.gamma - 1) * (a.c - square_root(gas.gamma * bc.pressure / rho));
    change_along_normal(gas, a, n, rho, change, V(bc.pressure), u);
  }
};

}  // namespace dg
