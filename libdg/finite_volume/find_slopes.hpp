/// The slopes of a cell: gradients by least squares over its neighbours, limited.
#pragma once

#include "libdg/finite_volume/cell_means.hpp"
#include "libdg/finite_volume/cell_sides.hpp"
#include "libdg/finite_volume/limiter.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/launch/device_shape.hpp"

namespace dg {

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
    V u[fv_variables], w[fv_variables], g[fv_slopes], low[fv_variables], high[fv_variables];
    load_variables(view.layout, state, zone.begin + first, u);
    to_primitive(view.equations, u, V(zone.mean), w);
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n) g[2 * n] = g[2 * n + 1] = low[n] = high[n] = V(Real(0));
    RKDG_UNROLL
    for (int f = 0; f < Faces; ++f) {
      V neighbour[fv_variables];
      means_at(view, state, load_index<V>(zone.stencil + std::int64_t(f) * zone.padded + first), neighbour);
      V gradient[2];
      load_vector(zone, zone.gradient, f, first, gradient);
      RKDG_UNROLL
      for (int n = 0; n < fv_variables; ++n) {
        const V difference = neighbour[n] - w[n];
        g[2 * n] += gradient[0] * difference;
        g[2 * n + 1] += gradient[1] * difference;
        low[n] = minimum(low[n], difference);
        high[n] = maximum(high[n], difference);
      }
    }
    if (view.limiter != Limiter::none) limit(zone, first, w, low, high, g);
    store_variables(view.slope_layout, slopes, zone.begin + first, g);
  }

 private:
  template <class V>
  RKDG_FN void limit(const FiniteVolumeZone<Real>& zone, Index first, const V (&w)[fv_variables],
                     const V (&low)[fv_variables], const V (&high)[fv_variables], V (&g)[fv_slopes]) const {
    const V zero(Real(0));
    const CellSides<Faces, Straight, V> sides(zone, first);
    V threshold2[fv_variables], part[fv_variables];
    find_thresholds(V(zone.mean) * sides.inverse_volume(zone, first), w, threshold2);
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n) part[n] = V(Real(1));
    RKDG_UNROLL
    for (int f = 0; f < Faces; ++f) {
      V way[2];
      sides.middle(zone, f, first, way);
      RKDG_UNROLL
      for (int n = 0; n < fv_variables; ++n) {
        const V change = g[2 * n] * way[0] + g[2 * n + 1] * way[1];
        const V size = absolute(change), bound = select(change > zero, high[n], -low[n]);
        part[n] =
            minimum(part[n], view.limiter == Limiter::barth_jespersen ? limit_strictly(size, bound)
                                                                      : limit_smoothly(size, bound, threshold2[n]));
      }
    }
    RKDG_UNROLL
    for (int n = 0; n < fv_variables; ++n) {
      g[2 * n] *= part[n];
      g[2 * n + 1] *= part[n];
    }
  }

  template <class V>
  RKDG_FN void find_thresholds(V inverse_area, const V (&w)[fv_variables], V (&threshold2)[fv_variables]) const {
    const V area = reciprocal(inverse_area);
    const V relative = V(view.smooth_volume) * area * square_root(area);
    threshold2[0] = relative * w[0] * w[0];
    threshold2[1] = threshold2[2] = relative * V(view.equations.gamma) * divide(w[3], w[0]);
    threshold2[3] = relative * w[3] * w[3];
  }
};

}  // namespace dg
