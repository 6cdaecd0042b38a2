/// Convective flux of the Euler equations.
#pragma once

#include "libdg/physics/gas.hpp"

namespace dg {

/// Velocity component along n.
template <class V>
RKDG_FN V normal_velocity(const Primitive<V>& w, const V (&n)[dim]) {
  V un = w.velocity[0] * n[0];
  RKDG_UNROLL
  for (int d = 1; d < dim; ++d) un += w.velocity[d] * n[d];
  return un;
}

/// Flux along n, given the velocity `un` along it: the sum of n_d F_d, F_d = (rho u_d, rho u u_d + p e_d, (rho E + p)
/// u_d).
template <class V>
RKDG_FN void convective_normal_flux(const V (&u)[n_var], const Primitive<V>& w, V un, const V (&n)[dim],
                                    V (&flux)[n_var]) {
  RKDG_UNROLL
  for (int c = 0; c < n_var; ++c) flux[c] = u[c] * un;
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) flux[1 + d] += w.p * n[d];
  flux[n_var - 1] += w.p * un;
}

}  // namespace dg
