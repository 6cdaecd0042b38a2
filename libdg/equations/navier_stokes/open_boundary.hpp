/// States outside boundaries that the flow passes: far field, outflow and inflow, from waves that enter and leave.
///
/// Reference: Carlson, NASA/TM-2011-217181.
#pragma once

#include "libdg/equations/navier_stokes/boundary_parameters.hpp"
#include "libdg/equations/navier_stokes/normal_flow.hpp"

namespace dg {

/// Subsonic far field from the Riemann invariants of the two sides; supersonic: one side decides.
template <int N, int Dim, class V>
RKDG_CALL void farfield_state(const Gas<RealOf<V>>& gas, const V (&inside)[N], const RealOf<V> (&outside)[N],
                              const RealOf<V> (&n)[Dim], V (&u)[N]) {
  using Real = RealOf<V>;
  const auto a = normal_flow(gas, inside, n);
  const auto b = normal_flow(gas, outside, n);
  const Real gm1 = gas.gamma - 1;
  if (a.un >= a.c || b.un <= -b.c) {
    for (int k = 0; k < N; ++k) u[k] = a.un >= a.c ? inside[k] : V(outside[k]);
    return;
  }
  const V out = a.un + 2 * a.c / gm1;
  const Real in = b.un - 2 * b.c / gm1;
  const V un = Real(0.5) * (out + in), c = Real(0.25) * gm1 * (out - in);
  // Entropy s = p / rho^gamma and tangential velocity of the side the flow comes from:
  // rho^(gamma-1) = c^2 / (gamma s).
  const bool outflow = un > Real(0);
  const V change = un - (outflow ? a.un : V(b.un));
  V velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = (outflow ? a.w.velocity[d] : V(b.w.velocity[d])) + change * n[d];
  const V p_w = outflow ? a.w.p : V(b.w.p), inverse_rho_w = outflow ? a.w.inverse_rho : V(b.w.inverse_rho);
  const V c2_w = gas.gamma * p_w * inverse_rho_w;
  const V rho = power(c * c / c2_w, 1 / gm1) / inverse_rho_w;
  from_primitive(gas, rho, velocity, rho * c * c / gas.gamma, u);
}

/// Subsonic outflow at a given pressure: entropy, tangential velocity and the outgoing invariant come from inside.
template <int N, int Dim, class V>
RKDG_CALL void outflow_state(const Gas<RealOf<V>>& gas, const V (&inside)[N], RealOf<V> pressure,
                             const RealOf<V> (&n)[Dim], V (&u)[N]) {
  const auto a = normal_flow(gas, inside, n);
  if (a.un >= a.c) return copy_state(inside, u);
  const V rho = power(pressure / a.w.p, 1 / gas.gamma) / a.w.inverse_rho;
  const V change = 2 / (gas.gamma - 1) * (a.c - square_root(gas.gamma * pressure / rho));
  change_along_normal(gas, a, n, rho, change, V(pressure), u);
}

/// Subsonic inflow at given total pressure, total temperature and direction; the outgoing invariant comes from inside.
template <int N, int Dim, class V>
RKDG_CALL void inflow_state(const Gas<RealOf<V>>& gas, const V (&inside)[N],
                            const BoundaryParameters<RealOf<V>, Dim>& bc, const RealOf<V> (&n)[Dim], V (&u)[N]) {
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

/// Subsonic inflow at given velocity and temperature. The pressure follows from the acoustic wave that leaves,
/// `p + rho c u_n`. So the velocity between this state and that inside is the given one.
template <int N, int Dim, class V>
RKDG_CALL void inflow_velocity_state(const Gas<RealOf<V>>& gas, const V (&inside)[N],
                                     const BoundaryParameters<RealOf<V>, Dim>& bc, const RealOf<V> (&n)[Dim],
                                     V (&u)[N]) {
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

}  // namespace dg
