/// The viscous flux through a face. Gradients of velocity and energy are from the slopes on both sides. Along the line
/// between the centroids, the difference of the means corrects them:
///
///     grad q = g + (q+ - q- - g . t) t / |t|^2,   g = (grad q- + grad q+) / 2,   t from centroid to centroid.
///
/// On a boundary t ends in the middle of the face, q+ is that of the boundary state, and g that of the cell inside.
/// Blazek, Computational Fluid Dynamics: Principles and Applications (2001), 5.4.2.
#pragma once

#include "libdg/finite_volume/cell_averages.hpp"

namespace dg {

/// What a face sees of the cell on one of its sides.
template <class Eq, class V>
struct CellAtFace {
  V w[Eq::n_var], g[slope_count<Eq>];  ///< means and slopes
  V way[Eq::dim];                      ///< from the centroid to the middle of the face
};

/// What diffuses: the velocity, and the energy e = p / ((gamma - 1) rho), with its gradient in a cell.
template <class Eq, class V>
struct Diffused {
  static constexpr int size = Eq::dim + 1;
  V value[size], gradient[size][Eq::dim];

  RKDG_FN Diffused(const Eq& equations, const CellAtFace<Eq, V>& side) {
    using Real = RealOf<V>;
    constexpr int dim = Eq::dim, p = Eq::n_var - 1;
    const V inverse = reciprocal(side.w[0]), part = V(Real(1) / (equations.gamma - Real(1))) * inverse;
    value[dim] = part * side.w[p];
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) {
      value[d] = side.w[1 + d];
      RKDG_UNROLL
      for (int i = 0; i < dim; ++i) gradient[i][d] = side.g[dim * (1 + i) + d];
      gradient[dim][d] = part * (side.g[dim * p + d] - side.w[p] * inverse * side.g[d]);
    }
  }

  /// Takes the values of a state, and the gradient of the cell inside, in some lanes.
  RKDG_FN void replace(const Eq& equations, MaskOf<V> lanes, const typename Eq::template Point<V>& state,
                       const Diffused& inside) {
    using Real = RealOf<V>;
    const V energy = V(Real(1) / (equations.gamma - Real(1))) * state.p * state.inverse_rho;
    RKDG_UNROLL
    for (int q = 0; q < size; ++q) {
      value[q] = select(lanes, q < Eq::dim ? state.velocity[q < Eq::dim ? q : 0] : energy, value[q]);
      RKDG_UNROLL
      for (int d = 0; d < Eq::dim; ++d) gradient[q][d] = select(lanes, inside.gradient[q][d], gradient[q][d]);
    }
  }
};

/// The corrected gradient between two cells, as derivatives along the coordinates.
template <class Eq, class V>
RKDG_FN void face_gradient(const Diffused<Eq, V>& minus, const Diffused<Eq, V>& plus, const V (&t)[Eq::dim],
                           typename Eq::template Derivative<V> (&along)[Eq::dim]) {
  constexpr int dim = Eq::dim;
  V square = t[0] * t[0];
  RKDG_UNROLL
  for (int d = 1; d < dim; ++d) square += t[d] * t[d];
  const V inverse = reciprocal(square);
  RKDG_UNROLL
  for (int q = 0; q < dim + 1; ++q) {
    V missing = plus.value[q] - minus.value[q];
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) {
      along[d].value[q] = V(RealOf<V>(0.5)) * (minus.gradient[q][d] + plus.gradient[q][d]);
      missing -= along[d].value[q] * t[d];
    }
    missing *= inverse;
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) along[d].value[q] += missing * t[d];
  }
}

/// How much of the viscous flux counts in each lane: what boundary conditions say, else all.
template <class Eq, class V>
RKDG_FN void load_viscous_factors(const FiniteVolumeView<Eq>& view, IndexOf<V> face, MaskOf<V> on_boundary,
                                  V (&factors)[Eq::n_viscous_factors]) {
  using Real = RealOf<V>;
  RKDG_UNROLL
  for (V& factor : factors) factor = V(Real(1));
  if (!any(on_boundary)) return;
  for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
    if (!lane_of(on_boundary, lane)) continue;
    const std::int64_t number = lane_of(face, lane);
    const auto& condition = view.conditions[view.conditions_of_faces[number]];
    Real of_lane[Eq::n_viscous_factors];
    if (Eq::has_factors_at_points(condition))
      Eq::viscous_factors_at(condition, view.boundary_data + number * Eq::n_var, of_lane);
    else
      Eq::viscous_factors(condition, of_lane);
    for (int i = 0; i < Eq::n_viscous_factors; ++i) set_lane(factors[i], lane, of_lane[i]);
  }
}

/// Takes the viscous flux from the convective one; a and b are the traces, u_b the states on boundaries.
template <class Eq, class V>
RKDG_FN void subtract_viscous_terms(const FiniteVolumeView<Eq>& view, IndexOf<V> neighbour, MaskOf<V> on_boundary,
                                    const V (&n)[Eq::dim], const CellAtFace<Eq, V>& minus,
                                    const CellAtFace<Eq, V>& plus, const V (&a)[Eq::n_var], const V (&b)[Eq::n_var],
                                    const V (&u_b)[Eq::n_var], V (&flux)[Eq::n_var]) {
  using Real = RealOf<V>;
  constexpr int dim = Eq::dim, p = Eq::n_var - 1;
  const V half(Real(0.5));
  typename Eq::template Point<V> state;
  state.inverse_rho = reciprocal(half * (a[0] + b[0]));
  state.p = half * (a[p] + b[p]);
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) state.velocity[d] = half * (a[1 + d] + b[1 + d]);
  const Diffused<Eq, V> inside(view.equations, minus);
  Diffused<Eq, V> outside(view.equations, plus);
  V t[dim];
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) t[d] = minus.way[d] - plus.way[d];
  const bool has_boundary = any(on_boundary);
  if (has_boundary) {
    const auto of_boundary = view.equations.point(u_b);
    state.inverse_rho = select(on_boundary, of_boundary.inverse_rho, state.inverse_rho);
    state.p = select(on_boundary, of_boundary.p, state.p);
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) state.velocity[d] = select(on_boundary, of_boundary.velocity[d], state.velocity[d]);
    outside.replace(view.equations, on_boundary, of_boundary, inside);
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) t[d] = select(on_boundary, minus.way[d], t[d]);
  }
  typename Eq::template Derivative<V> along[dim];
  face_gradient<Eq>(inside, outside, t, along);
  const auto viscous = viscous_normal_flux(view.equations.stress(state, along), state, n);
  V factors[Eq::n_viscous_factors];
  load_viscous_factors(view, IndexOf<V>(-1) - neighbour, on_boundary, factors);
  view.equations.subtract_viscous_flux(viscous, viscous, n, has_boundary, factors, flux);
}

}  // namespace dg
