/// Subsonic inflow from a reservoir: total pressure, total temperature and direction are given.
///
/// Reference: Carlson, NASA/TM-2011-217181.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/boundary_defaults.hpp"
#include "libdg/equations/navier_stokes/normal_flow.hpp"

namespace dg {

struct InflowTotal : BoundaryDefaults {
  static constexpr const char* name = "inflow-total";

  template <class Condition, class Value>
  RKDG_CALL static void values(Condition& bc, Value&& value) {
    value.pressure("total_pressure", bc.total_pressure);
    value.temperature("total_temperature", bc.total_temperature);
    value.direction("direction", bc.direction);
  }

  /// The outgoing invariant comes from inside.
  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas,
                              const V (&inside)[N], const RealOf<V> (&n)[Dim], const RealOf<V>*, V (&u)[N]) {
    using Real = RealOf<V>;
    const auto a = normal_flow(gas, inside, n);
    const Real gm1 = gas.gamma - 1;
    Real cosine = 0;
    for (int d = 0; d < Dim; ++d) cosine += bc.direction[d] * n[d];
    const V out = a.un + 2 / gm1 * a.c;
    // out = speed cosine + 2 c / gm1 and c^2 = c0^2 - gm1 speed^2 / 2: a quadratic in the speed; c0^2 = T0.
    const Real c0_2 = bc.total_temperature, qa = cosine * cosine + 2 / gm1;
    const V qb = -2 * out * cosine, qc = out * out - 4 * c0_2 / (gm1 * gm1);
    const V discriminant = maximum(qb * qb - 4 * qa * qc, V(Real(0)));
    const V speed = maximum((-qb + square_root(discriminant)) / (2 * qa), V(Real(0)));
    const V c2 = maximum(c0_2 - Real(0.5) * gm1 * speed * speed, V(Real(0.01) * c0_2));
    const V p = bc.total_pressure * power(c2 / c0_2, gas.gamma / gm1);
    V velocity[Dim];
    for (int d = 0; d < Dim; ++d) velocity[d] = speed * bc.direction[d];
    from_primitive(gas, gas.gamma * p / c2, velocity, p, u);
  }
};

}  // namespace dg
