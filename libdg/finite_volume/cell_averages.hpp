/// Primitive means rho, u, v, p of cells, from states as they lie in memory.
#pragma once

#include "libdg/finite_volume/view.hpp"

namespace dg {

inline constexpr int fv_variables = 4, fv_slopes = 2 * fv_variables;

/// The mean of a cell over its coefficient: mode 0 is a constant of norm 1 on the reference cell.
inline double mean_of_mode(CellShape shape) { return shape == CellShape::triangle ? std::sqrt(0.5) : 0.5; }

/// State arrays at the places of lanes.
template <class V, int N>
RKDG_FN void gather_variables(const StateLayout& layout, const RealOf<V>* array, IndexOf<V> place, V (&x)[N]) {
  const IndexOf<V> at = layout.cell(place);
  RKDG_UNROLL
  for (int n = 0; n < N; ++n) x[n] = gather<V>(array + n * std::int64_t(layout.variable_stride), at);
}

/// The same at the places `first`, first + 1, ..., and back.
template <class V, int N>
RKDG_FN void load_variables(const StateLayout& layout, const RealOf<V>* array, Index first, V (&x)[N]) {
  if (LaneTraits<V>::width > 1 && layout.cell_stride != 1)
    return gather_variables(layout, array, lane_numbers<V>(first), x);
  const RealOf<V>* base = array + layout.cell(std::int64_t(first));
  RKDG_UNROLL
  for (int n = 0; n < N; ++n) x[n] = load<V>(base + n * std::int64_t(layout.variable_stride));
}
template <class V, int N>
RKDG_FN void store_variables(const StateLayout& layout, RealOf<V>* array, Index first, const V (&x)[N]) {
  const std::int64_t at = layout.cell(std::int64_t(first));
  if (LaneTraits<V>::width > 1 && layout.cell_stride != 1) {
    for (int lane = 0; lane < LaneTraits<V>::width; ++lane)
      for (int n = 0; n < N; ++n)
        array[at + lane * layout.cell_stride + n * std::int64_t(layout.variable_stride)] = lane_of(x[n], lane);
    return;
  }
  RKDG_UNROLL
  for (int n = 0; n < N; ++n) store(array + at + n * std::int64_t(layout.variable_stride), x[n]);
}

/// rho, u, v, p of coefficients, whose mean is `mean` times them.
template <class Eq, class V>
RKDG_FN void to_primitive(const Eq& equations, const V (&u)[fv_variables], V mean, V (&w)[fv_variables]) {
  const auto point = equations.point(u);
  w[0] = mean * u[0];
  w[1] = point.velocity[0];
  w[2] = point.velocity[1];
  w[3] = mean * point.p;
}

/// Means of cells anywhere in the mesh.
template <class Eq, class V>
RKDG_FN void averages_at(const FiniteVolumeView<Eq>& view, const RealOf<V>* state, IndexOf<V> place,
                         V (&w)[fv_variables]) {
  V u[fv_variables];
  gather_variables(view.layout, state, place, u);
  const V mean = select(place < IndexOf<V>(view.quadrilaterals), V(view.mean[0]), V(view.mean[1]));
  to_primitive(view.equations, u, mean, w);
}

}  // namespace dg
