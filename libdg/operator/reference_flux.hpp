/// Fluxes along the directions of the reference cell, and what its faces lift along them.
///
/// With xi the reference coordinates, the integrand grad phi . F is the sum over r of d phi / d xi_r times the flux
/// along grad xi_r: the flux of x and y is never formed.
#pragma once

#include "libdg/element/tables.hpp"
#include "libdg/physics/euler/flux.hpp"
#include "libdg/physics/navier_stokes/flux.hpp"

namespace dg {

/// F_c(u) - F_v(u, g) along the reference directions, of which m[r * dim + d] is the component along x_d. `Turn`: the
/// derivatives g are along those directions, too, not along x and y.
template <bool Turn, class V>
RKDG_FN void reference_flux(const Gas<RealOf<V>>& gas, const V (&m)[dim * dim], const V (&u)[n_var],
                            const V (&g)[dim][n_var], V (&flux)[dim][n_var]) {
  const Primitive<V> w = primitive(gas, u);
  V axis[dim][dim];
  RKDG_UNROLL
  for (int r = 0; r < dim; ++r) RKDG_UNROLL
  for (int d = 0; d < dim; ++d) axis[r][d] = m[r * dim + d];
  if (!gas.viscous) {
    RKDG_UNROLL
    for (int r = 0; r < dim; ++r) convective_normal_flux(u, w, normal_velocity(w, axis[r]), axis[r], flux[r]);
    return;
  }
  PrimitiveDerivative<V> along[dim];
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) along[d] = primitive_derivative(u, w, g[d]);
  if constexpr (Turn) {
    const PrimitiveDerivative<V> r = along[0], s = along[1];
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) {
      along[d].energy = axis[0][d] * r.energy + axis[1][d] * s.energy;
      RKDG_UNROLL
      for (int i = 0; i < dim; ++i) along[d].velocity[i] = axis[0][d] * r.velocity[i] + axis[1][d] * s.velocity[i];
    }
  }
  const ViscousStress<V> stress = viscous_stress(gas, w, along);
  RKDG_UNROLL
  for (int r = 0; r < dim; ++r) flux_along(u, w, stress, axis[r], flux[r]);
}

/// n |J_f| on face f of the reference cell. M^T times this, with M the metric of an affine cell, is n |J_f| / det J.
template <class Real>
RKDG_FN void reference_normal(const TablesView<Real>& tables, int f, Real (&normal)[dim]) {
  const Real r = tables.frame[2 * face_slots + f], s = tables.frame[3 * face_slots + f];
  const Real scale = Real(1) / (r * r + s * s);
  normal[0] = s * scale;
  normal[1] = -r * scale;
}

}  // namespace dg
