/// Viscous flux of the Navier-Stokes equations: Newtonian stress (Stokes' hypothesis) and Fourier heat flux.
#pragma once

#include "libdg/physics/gas.hpp"

namespace dg {

/// Stress tensor, and heat flux vector counted as energy flux, k grad T.
template <class V>
struct ViscousStress {
  V tau[dim][dim];
  V heat[dim];
};

/// From the conservative state u (with primitives w) and its gradient g[d][c] = d u_c / d x_d.
///
/// With e = E - |u|^2/2 = c_v T, the heat flux is k grad T = (mu gamma / Pr) grad e, free of the gas constant.
template <class V>
RKDG_FN ViscousStress<V> viscous_stress(const Gas<RealOf<V>>& gas, const V (&u)[n_var], const Primitive<V>& w,
                                        const V (&g)[dim][n_var]) {
  using Real = RealOf<V>;
  const V mu = viscosity(gas, w), conduction = mu * V(divide(gas.gamma, gas.prandtl));
  const V energy = u[n_var - 1] * w.inverse_rho;
  V du[dim][dim];  // du[d][i] = d u_i / d x_d
  ViscousStress<V> s;
  V divergence(Real(0));
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) {
    V de = (g[d][n_var - 1] - energy * g[d][0]) * w.inverse_rho;
    RKDG_UNROLL
    for (int i = 0; i < dim; ++i) {
      du[d][i] = (g[d][1 + i] - w.velocity[i] * g[d][0]) * w.inverse_rho;
      de -= w.velocity[i] * du[d][i];
    }
    s.heat[d] = conduction * de;
    divergence += du[d][d];
  }
  const V bulk = V(Real(2) / Real(3)) * divergence;
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) RKDG_UNROLL
  for (int i = 0; i < dim; ++i) {
    const V sum = du[d][i] + du[i][d];
    s.tau[d][i] = mu * (d == i ? sum - bulk : sum);
  }
  return s;
}

/// Adds -F_v,d to a flux in direction d: (0, -tau_d, -(u . tau_d + k dT/dx_d)).
template <class V>
RKDG_FN void subtract_viscous_flux(const ViscousStress<V>& s, const Primitive<V>& w, int d, V (&flux)[n_var]) {
  V work = s.heat[d];
  RKDG_UNROLL
  for (int i = 0; i < dim; ++i) {
    flux[1 + i] -= s.tau[d][i];
    work += w.velocity[i] * s.tau[d][i];
  }
  flux[n_var - 1] -= work;
}

/// Viscous flux through a face: traction, power of the traction, and heat, kept apart for walls.
template <class V>
struct ViscousNormalFlux {
  V traction[dim], power, heat;
};

template <class V>
RKDG_FN ViscousNormalFlux<V> viscous_normal_flux(const ViscousStress<V>& s, const Primitive<V>& w, const V (&n)[dim]) {
  using Real = RealOf<V>;
  ViscousNormalFlux<V> f;
  f.power = V(Real(0));
  f.heat = V(Real(0));
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) f.heat += s.heat[d] * n[d];
  RKDG_UNROLL
  for (int i = 0; i < dim; ++i) {
    f.traction[i] = V(Real(0));
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) f.traction[i] += s.tau[d][i] * n[d];
    f.power += w.velocity[i] * f.traction[i];
  }
  return f;
}

}  // namespace dg
