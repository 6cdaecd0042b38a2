/// The slopes of a cell: gradients by least squares over its neighbours, limited.
#pragma once

#include "libdg/finite_volume/cell_averages.hpp"
#include "libdg/finite_volume/cell_sides.hpp"
#include "libdg/finite_volume/limiter.hpp"
#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/engines/team.hpp"

namespace dg {

/// Squares of the thresholds of limit_smoothly() in a cell with the means w; `relative` is the square of (K h /
/// L)^(3/2).
template <class Eq, class V>
RKDG_FN void find_thresholds(const FiniteVolumeView<Eq>& view, V relative, V inverse_density, const V (&w)[Eq::n_var],
                             V (&threshold2)[Eq::n_var]) {
  const V p = w[Eq::n_var - 1];
  threshold2[0] = relative * w[0] * w[0];
  threshold2[1] = relative * V(view.equations.gamma) * p * inverse_density;
  RKDG_UNROLL
  for (int d = 1; d < Eq::dim; ++d) threshold2[1 + d] = threshold2[1];
  threshold2[Eq::n_var - 1] = relative * p * p;
}

/// What a variable adds to its slopes g, and to the range of its differences to the cell, in one cell of the stencil.
template <int Dim, class V>
RKDG_FN void add_difference(const V (&gradient)[Dim], V difference, V* g, V& low, V& high) {
  RKDG_UNROLL
  for (int d = 0; d < Dim; ++d) g[d] += gradient[d] * difference;
  low = minimum(low, difference);
  high = maximum(high, difference);
}

/// The least and the greatest of some numbers, in pairs: one comparison orders two.
template <int N, class V>
RKDG_FN void find_range(const V (&x)[N], V& low, V& high) {
  const auto order = [](V a, V b, V& less, V& more) {
    const MaskOf<V> falls = a > b;
    less = select(falls, b, a);
    more = select(falls, a, b);
  };
  order(x[0], x[1], low, high);
  RKDG_UNROLL
  for (int i = 2; i < N; i += 2) {
    V less = x[i], more = x[i];
    if (i + 1 < N) order(x[i], x[i + 1], less, more);
    low = minimum(low, less);
    high = maximum(high, more);
  }
}

/// The part of a variable's slopes that a limiter leaves. In the middles of the faces the slopes change the variable by
/// `least` <= 0 to `most` >= 0. What is left falls as a change grows, wherever it is below 1: the largest of each sign
/// decides.
template <class V>
RKDG_FN V part_left(Limiter limiter, V least, V most, V low, V high, V threshold2) {
  const auto part = [&](V size, V bound) {
    return limiter == Limiter::barth_jespersen ? limit_strictly(size, bound) : limit_smoothly(size, bound, threshold2);
  };
  return minimum(V(RealOf<V>(1)), minimum(part(most, high), part(-least, -low)));
}

/// Leaves of the gradient g what the limiter allows, where means in the stencil differ from w by `low` to `high`.
template <int Faces, bool Straight, class Eq, class V>
RKDG_FN void limit_slopes(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone, Index first,
                          const V (&w)[Eq::n_var], const V (&low)[Eq::n_var], const V (&high)[Eq::n_var],
                          V (&g)[slope_count<Eq>]) {
  using Real = RealOf<V>;
  constexpr int dim = Eq::dim;
  const CellSides<dim, Faces, Straight, V> sides(zone, first);
  V threshold2[Eq::n_var], least[Eq::n_var], most[Eq::n_var];
  const V volume = reciprocal(V(zone.mean) * sides.inverse_volume(zone, first));
  const V cube = dim == 2 ? volume * square_root(volume) : volume;
  find_thresholds(view, V(view.smooth_volume) * cube, reciprocal(w[0]), w, threshold2);
  RKDG_UNROLL
  for (int n = 0; n < Eq::n_var; ++n) least[n] = most[n] = V(Real(0));
  RKDG_UNROLL
  for (int f = 0; f < Faces; ++f) {
    V way[dim];
    sides.middle(zone, f, first, way);
    RKDG_UNROLL
    for (int n = 0; n < Eq::n_var; ++n) {
      V change = g[dim * n] * way[0];
      RKDG_UNROLL
      for (int d = 1; d < dim; ++d) change += g[dim * n + d] * way[d];
      least[n] = minimum(least[n], change);
      most[n] = maximum(most[n], change);
    }
  }
  RKDG_UNROLL
  for (int n = 0; n < Eq::n_var; ++n) {
    const V part = part_left(view.limiter, least[n], most[n], low[n], high[n], threshold2[n]);
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) g[dim * n + d] *= part;
  }
}

/// The limited slopes g of a cell with the means w; stencil_averages(f, x) finds those of the cells of its stencil.
template <int Faces, bool Straight, class Eq, class V, class StencilAverages>
RKDG_FN void limited_slopes(const FiniteVolumeView<Eq>& view, const FiniteVolumeZone<RealOf<V>>& zone, Index first,
                            const V (&w)[Eq::n_var], const StencilAverages& stencil_averages, V (&g)[slope_count<Eq>]) {
  using Real = RealOf<V>;
  constexpr int dim = Eq::dim;
  V low[Eq::n_var], high[Eq::n_var];
  RKDG_UNROLL
  for (V& x : g) x = V(Real(0));
  RKDG_UNROLL
  for (int n = 0; n < Eq::n_var; ++n) low[n] = high[n] = V(Real(0));
  RKDG_UNROLL
  for (int f = 0; f < Faces; ++f) {
    V neighbour[Eq::n_var], gradient[dim];
    stencil_averages(f, neighbour);
    load_vector(zone, zone.gradient, f, first, gradient);
    RKDG_UNROLL
    for (int n = 0; n < Eq::n_var; ++n) add_difference(gradient, neighbour[n] - w[n], g + dim * n, low[n], high[n]);
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
    V u[Eq::n_var], w[Eq::n_var], g[slope_count<Eq>];
    load_variables(view.layout, state, zone.begin + first, u);
    to_primitive(view.equations, u, V(zone.mean), w);
    limited_slopes<Faces, Straight>(
        view, zone, first, w,
        [&](int f, V(&averages)[Eq::n_var]) {
          averages_at(view, state, load_index<V>(zone.stencil + std::int64_t(f) * zone.padded + first), averages);
        },
        g);
    store_variables(view.slope_layout, slopes, zone.begin + first, g);
  }
};

}  // namespace dg
