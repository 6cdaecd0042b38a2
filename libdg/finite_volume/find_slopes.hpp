/// The slopes of a cell: gradients by least squares over its neighbours, limited.
#pragma once

#include "libdg/finite_volume/cell_means.hpp"
#include "libdg/finite_volume/cell_sides.hpp"
#include "libdg/finite_volume/limiter.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/launch/device_shape.hpp"

namespace dg {

/// Squares of the thresholds of limit_smoothly() in a cell with the means w.
template <class Eq, class V>
RKDG_FN void find_thresholds(const FiniteVolumeView<Eq>& view, V inverse_area, const V (&w)[fv_variables],
                             V (&threshold2)[fv_variables]) {
  const V area = reciprocal(inverse_area);
  const V relative = V(view.smooth_volume) * area * square_root(area);
  threshold2[0] = relative * w[0] * w[0];
  threshold2[1] = threshold2[2] = relative * V(view.equations.gamma) * divide(w[3], w[0]);
  threshold2[3] = relative * w[3] * w[3];
}

/// What a variable adds to its slopes g, and to the range of its differences to the cell, in one cell of the stencil.
template <class V>
RKDG_FN void add_difference(const V (&gradient)[2], V difference, V& gx, V& gy, V& low, V& high) {
  gx += gradient[0] * difference;
  gy += gradient[1] * difference;
  low = minimum(low, difference);
  high = maximum(high, difference);
}

/// The part of a variable's slopes that a limiter leaves in the middle of a face, whose way is from the centroid.
template <class V>
RKDG_FN V part_left(Limiter limiter, V gx, V gy, const V (&way)[2], V low, V high, V threshold2) {
  const V change = gx * way[0] + gy * way[1];
  const V size = absolute(change), bound = select(change > V(RealOf<V>(0)), high, -low);
  return limiter == Limiter::barth_jespersen ? limit_strictly(size, bound) : limit_smoothly(size, bound, threshold2);
}

/// Leaves of the gradient g what the limiter allows, where means in the stencil differ from w by `low` to `high`.
template <int Faces, bool Straight, class Eq, class V>
RKDG_FN void limit_slopes(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone, Index first,
                          const V (&w)[fv_variables], const V (&low)[fv_variables], const V (&high)[fv_variables],
                          V (&g)[fv_slopes]) {
  using Real = RealOf<V>;
  const CellSides<Faces, Straight, V> sides(zone, first);
  V threshold2[fv_variables], part[fv_variables];
  find_thresholds(view, V(zone.mean) * sides.inverse_volume(zone, first), w, threshold2);
  RKDG_UNROLL
  for (int n = 0; n < fv_variables; ++n) part[n] = V(Real(1));
  RKDG_UNROLL
  for (int f = 0; f < Faces; ++f) {
    V way[2];
    sides.middle(zone, f, first, way);
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n)
      part[n] = minimum(part[n], part_left(view.limiter, g[2 * n], g[2 * n + 1], way, low[n], high[n], threshold2[n]));
  }
  RKDG_UNROLL
  for (int n = 0; n < fv_variables; ++n) {
    g[2 * n] *= part[n];
    g[2 * n + 1] *= part[n];
  }
}

/// The limited slopes g of a cell with the means w; stencil_means(f, x) finds those of the cells of its stencil.
template <int Faces, bool Straight, class Eq, class V, class StencilMeans>
RKDG_FN void limited_slopes(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone, Index first,
                            const V (&w)[fv_variables], const StencilMeans& stencil_means, V (&g)[fv_slopes]) {
  using Real = RealOf<V>;
  V low[fv_variables], high[fv_variables];
  RKDG_UNROLL
  for (int n = 0; n < fv_variables; ++n) g[2 * n] = g[2 * n + 1] = low[n] = high[n] = V(Real(0));
  RKDG_UNROLL
  for (int f = 0; f < Faces; ++f) {
    V neighbour[fv_variables], gradient[2];
    stencil_means(f, neighbour);
    load_vector(zone, zone.gradient, f, first, gradient);
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n)
      add_difference(gradient, neighbour[n] - w[n], g[2 * n], g[2 * n + 1], low[n], high[n]);
  }
  if (view.limiter != Limiter::none) limit_slopes<Faces, Straight>(view, zone, first, w, low, high, g);
}

/// Finds the limited slopes of each cell of a zone with so many faces.
template <class Eq, int Faces, bool Straight>
struct FindSlopes {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  FiniteVolumeView<Eq> view;
  const Real* state;
  Real* slopes;
  int zone_number;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    const FiniteVolumeZone<Real>& zone = view.zone[zone_number];
    V u[fv_variables], w[fv_variables], g[fv_slopes];
    load_variables(view.layout, state, zone.begin + first, u);
    to_primitive(view.equations, u, V(zone.mean), w);
    limited_slopes<Faces, Straight>(
        view, zone, first, w,
        [&](int f, V(&means)[fv_variables]) {
          means_at(view, state, load_index<V>(zone.stencil + std::int64_t(f) * zone.padded + first), means);
        },
        g);
    store_variables(view.slope_layout, slopes, zone.begin + first, g);
  }
};

}  // namespace dg
