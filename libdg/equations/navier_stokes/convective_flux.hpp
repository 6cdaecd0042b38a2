/// Convective flux of the Euler equations.
#pragma once

#include "libdg/equations/navier_stokes/gas.hpp"

namespace dg {

/// Velocity component along n.
template <int Dim, class V>
RKDG_FN V normal_velocity(const Primitive<V, Dim>& w, const V (&n)[Dim]) {
  V un = w.velocity[0] * n[0];
  RKDG_UNROLL
  for (int d = 1; d < Dim; ++d) un += w.velocity[d] * n[d];
  return un;
}

/// Flux along n, given the velocity `un` along it. It is the sum of n_d F_d, with
/// `F_d = (rho u_d, rho u u_d + p e_d, (rho E + p) u_d)`.
template <int N, int Dim, class V>
RKDG_FN void convective_normal_flux(const V (&u)[N], const Primitive<V, Dim>& w, V un, const V (&n)[Dim],
                                    V (&flux)[N]) {
  RKDG_UNROLL
  for (int c = 0; c < N; ++c) flux[c] = u[c] * un;
  RKDG_UNROLL
  for (int d = 0; d < Dim; ++d) flux[1 + d] += w.p * n[d];
  flux[N - 1] += w.p * un;
}

}  // namespace dg
