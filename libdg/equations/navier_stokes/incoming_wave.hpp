/// Outflow that does not reflect: the acoustic wave that enters there, and the state outside for a given wave.
///
/// Reference: Poinsot and Lele, J. Comput. Phys. 101 (1992) 104.
#pragma once

#include "libdg/equations/navier_stokes/gas.hpp"

namespace dg {

/// What enters through an outflow that does not reflect: the acoustic wave p - rho c u_n. It follows from the mean
/// state over the depth of the cell, its middle `distance` inside, and p_inf outside. The wave is that of
///
///     u_n = mean u_n,   p = mean p - K distance / (c - u_n) (mean p - p_inf),   K = relaxation (1 - M^2) c,   M = u_n
///     / c.
///
/// As the trace of the wave has this value, `(u_n - c) d(p - rho c u_n)/dn = K (p - p_inf)`. As the cells get finer,
/// this is the incoming wave of Poinsot and Lele, and `relaxation` is their sigma by the length of the domain. A mean
/// of what has entered lets no sound of the cell's size grow, as the trace itself would.
template <class Real>
struct IncomingWave {
  Real un, p;
};
template <int N, int Dim, class Real>
RKDG_CALL IncomingWave<Real> incoming_wave(const Gas<Real>& gas, const Real (&mean)[N], const Real (&n)[Dim],
                                           Real pressure, Real relaxation, Real distance) {
  const auto w = primitive(gas, mean);
  Real un = 0;
  for (int d = 0; d < Dim; ++d) un += w.velocity[d] * n[d];
  const Real c = square_root(gas.gamma * w.p * w.inverse_rho);
  const Real strength = relaxation * distance * maximum(1 + un / c, Real(0));
  return {un, w.p - strength * (w.p - pressure)};
}

/// Subsonic outflow with a given incoming wave: entropy, tangential velocity and the outgoing wave p + rho c u_n come
/// from inside.
template <int N, int Dim, class V>
RKDG_CALL void outflow_wave_state(const Gas<RealOf<V>>& gas, const V (&inside)[N],
                                  const IncomingWave<RealOf<V>>& incoming, const RealOf<V> (&n)[Dim], V (&u)[N]) {
  using Real = RealOf<V>;
  const auto a = primitive(gas, inside);
  V un(Real(0));
  for (int d = 0; d < Dim; ++d) un += a.velocity[d] * n[d];
  const V c = square_root(gas.gamma * a.p * a.inverse_rho);
  if (un >= c) {
    for (int k = 0; k < N; ++k) u[k] = inside[k];
    return;
  }
  const V impedance = inside[0] * c;
  const V p = maximum(Real(0.5) * (a.p + incoming.p + impedance * (un - incoming.un)), Real(0.1) * a.p);
  const V change = (a.p - p) / impedance;
  V velocity[Dim];
  for (int d = 0; d < Dim; ++d) velocity[d] = a.velocity[d] + change * n[d];
  from_primitive(gas, inside[0] * power(p / a.p, 1 / gas.gamma), velocity, p, u);
}

/// Of an outflow that does not reflect, where the incoming wave lies in the data at a point: u_n, p. Of these the
/// condition itself takes the first alone.
template <int Dim>
inline constexpr int place_of_incoming = Dim;

}  // namespace dg
