/// The flux through a face between what the cells on its sides have there.
#pragma once

#include "libdg/finite_volume/reconstruction.hpp"
#include "libdg/finite_volume/viscous_terms.hpp"

namespace dg {

/// Replaces the outer states of lanes on a boundary; u_b becomes the state of the viscous terms there. `face` are the
/// numbers of boundary faces, n is the unit normal.
template <class Eq, class V>
RKDG_CALL void apply_boundary(const FiniteVolumeView<Eq>& view, IndexOf<V> face, MaskOf<V> on_boundary,
                              const V (&n)[Eq::dim], const V (&inside)[Eq::n_var], V (&outside)[Eq::n_var],
                              V (&u_b)[Eq::n_var]) {
  using Real = RealOf<V>;
  for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
    if (!lane_of(on_boundary, lane)) continue;
    const std::int64_t number = lane_of(face, lane);
    Real u[Eq::n_var], normal[Eq::dim], ghost[Eq::n_var], viscous[Eq::n_var];
    for (int k = 0; k < Eq::n_var; ++k) u[k] = lane_of(inside[k], lane);
    for (int d = 0; d < Eq::dim; ++d) normal[d] = lane_of(n[d], lane);
    view.equations.boundary_states(view.conditions[view.conditions_of_faces[number]], u, normal,
                                   view.boundary_data + number * Eq::n_var, ghost, viscous);
    for (int k = 0; k < Eq::n_var; ++k) {
      set_lane(outside[k], lane, ghost[k]);
      set_lane(u_b[k], lane, viscous[k]);
    }
  }
}

/// The convective flux through a face of unit normal n between two traces. On a boundary `plus` is anything, and u_b
/// becomes the state of the viscous terms.
template <class Eq, class V>
RKDG_FN void face_flux(const FiniteVolumeView<Eq>& view, IndexOf<V> neighbour, MaskOf<V> on_boundary,
                       const V (&n)[Eq::dim], const V (&minus)[Eq::n_var], const V (&plus)[Eq::n_var],
                       V (&flux)[Eq::n_var], V (&u_b)[Eq::n_var]) {
  const FluxState<Eq, V> a(view.equations, minus);
  FluxState<Eq, V> b(view.equations, plus);
  if (any(on_boundary)) {
    RKDG_UNROLL
    for (int k = 0; k < Eq::n_var; ++k) u_b[k] = a.u[k];
    apply_boundary(view, IndexOf<V>(-1) - neighbour, on_boundary, n, a.u, b.u, u_b);
    b.update_point(on_boundary, view.equations.point(b.u));
  }
  view.equations.riemann_flux(view.riemann, a.u, a.point, b.u, b.point, n, flux);
}

/// The length of a normal, which becomes one of unit length.
template <int Dim, class V>
RKDG_FN V split_normal(const V (&scaled)[Dim], V (&n)[Dim]) {
  V square = scaled[0] * scaled[0];
  RKDG_UNROLL
  for (int d = 1; d < Dim; ++d) square += scaled[d] * scaled[d];
  const V length = square_root(square), inverse = reciprocal(length);
  RKDG_UNROLL
  for (int d = 0; d < Dim; ++d) n[d] = scaled[d] * inverse;
  return length;
}

/// The convective flux for a normal as long as the face is large, which is returned.
template <class Eq, class V>
RKDG_FN V scaled_flux(const FiniteVolumeView<Eq>& view, IndexOf<V> neighbour, MaskOf<V> on_boundary,
                      const V (&normal)[Eq::dim], const V (&minus)[Eq::n_var], const V (&plus)[Eq::n_var],
                      V (&flux)[Eq::n_var]) {
  V n[Eq::dim], u_b[Eq::n_var];
  const V length = split_normal(normal, n);
  face_flux(view, neighbour, on_boundary, n, minus, plus, flux, u_b);
  return length;
}

/// The same from the cells on both sides, if asked with the viscous flux. On a boundary `plus` is the cell inside, at
/// the middle of the face.
template <bool Viscous, class Eq, class V>
RKDG_FN V flux_between(const FiniteVolumeView<Eq>& view, IndexOf<V> neighbour, MaskOf<V> on_boundary,
                       const V (&normal)[Eq::dim], const CellAtFace<Eq, V>& minus, const CellAtFace<Eq, V>& plus,
                       V (&flux)[Eq::n_var]) {
  V a[Eq::n_var], b[Eq::n_var], n[Eq::dim], u_b[Eq::n_var];
  trace(minus.w, minus.g, minus.way, a);
  trace(plus.w, plus.g, plus.way, b);
  const V length = split_normal(normal, n);
  face_flux(view, neighbour, on_boundary, n, a, b, flux, u_b);
  if constexpr (Viscous) subtract_viscous_terms(view, neighbour, on_boundary, n, minus, plus, a, b, u_b, flux);
  return length;
}

}  // namespace dg
