/// Primitive means rho, velocity, p of cells, from states as they lie in memory.
#pragma once

#include "libdg/finite_volume/view.hpp"

namespace dg {

/// Numbers of the slopes of a cell, [variable][coordinate].
template <class Eq>
inline constexpr int slope_count = Eq::dim* Eq::n_var;

/// The mean of a cell over its coefficient: mode 0 is a constant of norm 1 on the reference cell.
inline double mean_of_mode(CellShape shape) {
  constexpr double volumes[] = {2, 4, 4 / 3.0, 4, 8, 8 / 3.0};  // of the reference cells
  return std::sqrt(1 / volumes[static_cast<int>(shape)]);
}

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

/// rho, velocity, p of coefficients, whose mean is `mean` times them.
template <class Eq, class V>
RKDG_FN void to_primitive(const Eq& equations, const V (&u)[Eq::n_var], V mean, V (&w)[Eq::n_var]) {
  const auto point = equations.point(u);
  w[0] = mean * u[0];
  RKDG_UNROLL
  for (int d = 0; d < Eq::dim; ++d) w[1 + d] = point.velocity[d];
  w[Eq::n_var - 1] = mean * point.p;
}

/// FiniteVolumeZone::mean of the cells at these places.
template <class V, class Eq>
RKDG_FN V mean_at(const FiniteVolumeView<Eq>& view, IndexOf<V> place) {
  V mean(view.mean[0]);
  RKDG_UNROLL
  for (int shape = 1; shape < FiniteVolumeView<Eq>::shapes; ++shape)
    mean = select(place < IndexOf<V>(view.shape_begin[shape]), mean, V(view.mean[shape]));
  return mean;
}

/// Means of cells anywhere in the mesh.
template <class Eq, class V>
RKDG_FN void averages_at(const FiniteVolumeView<Eq>& view, const RealOf<V>* state, IndexOf<V> place,
                         V (&w)[Eq::n_var]) {
  V u[Eq::n_var];
  gather_variables(view.layout, state, place, u);
  to_primitive(view.equations, u, mean_at<V>(view, place), w);
}

}  // namespace dg
