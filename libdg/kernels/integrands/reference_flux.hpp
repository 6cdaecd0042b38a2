/// Fluxes along the directions of the reference cell.
///
/// With xi the reference coordinates, the integrand grad phi . F is the sum over r of `d phi / d xi_r` times the flux
/// along grad xi_r. So the flux of x and y is never formed.
#pragma once

#include "libdg/equations/equations.hpp"

namespace dg {

/// Derivatives along x from those along the reference directions, of which m[r * dim + d] is the component along x_d.
template <class Eq, class V, class Derivative>
RKDG_FN void rotate_derivatives(const V (&m)[Eq::dim * Eq::dim], const Derivative (&reference)[Eq::dim],
                                Derivative (&along)[Eq::dim]) {
  constexpr int dim = Eq::dim;
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) RKDG_UNROLL
  for (int i = 0; i < Derivative::size; ++i) {
    V sum = m[d] * reference[0].value[i];
    RKDG_UNROLL
    for (int r = 1; r < dim; ++r) sum += m[r * dim + d] * reference[r].value[i];
    along[d].value[i] = sum;
  }
}

/// Viscous stress where the state is u and its derivatives along the reference directions are g. Only the derivatives
/// that the stress depends on, fewer than those of the state, are turned into derivatives along x.
template <class Eq, class V>
RKDG_FN typename Eq::template Stress<V> stress_at(const Eq& equations, const V (&m)[Eq::dim * Eq::dim],
                                                  const V (&u)[Eq::n_var], const typename Eq::template Point<V>& w,
                                                  const V (&g)[Eq::dim][Eq::n_var]) {
  constexpr int dim = Eq::dim;
  typename Eq::template Derivative<V> along[dim];
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) along[d] = equations.derivative(u, w, g[d]);
  typename Eq::template Derivative<V> rotated[dim];
  rotate_derivatives<Eq>(m, along, rotated);
  return equations.stress(w, rotated);
}

/// F_c(u) - F_v(u, g) along the reference directions, of which m[r * dim + d] is the component along x_d; the
/// derivatives g are along those directions, too.
template <class Eq, class V>
RKDG_FN void reference_flux(const Eq& equations, const V (&m)[Eq::dim * Eq::dim], const V (&u)[Eq::n_var],
                            const V (&g)[Eq::dim][Eq::n_var], V (&flux)[Eq::dim][Eq::n_var]) {
  constexpr int dim = Eq::dim;
  const auto w = equations.point(u);
  V axis[dim][dim];
  RKDG_UNROLL
  for (int r = 0; r < dim; ++r) RKDG_UNROLL
  for (int d = 0; d < dim; ++d) axis[r][d] = m[r * dim + d];
  if (!equations.viscous) {
    RKDG_UNROLL
    for (int r = 0; r < dim; ++r) equations.convective_flux(u, w, axis[r], flux[r]);
    return;
  }
  const auto stress = stress_at(equations, m, u, w, g);
  RKDG_UNROLL
  for (int r = 0; r < dim; ++r) total_flux_along(equations, u, w, stress, axis[r], flux[r]);
}

}  // namespace dg
