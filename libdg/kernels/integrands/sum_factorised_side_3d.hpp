/// Traces of Q^p on one side of a face between hexahedra by sum factorisation, for lanes whose cells have the face at
/// different places. It is sum_factorised_side_2d.hpp in 3-D, of modes or of values at points.
#pragma once

#include "libdg/backend/near_lanes.hpp"
#include "libdg/backend/prefetch.hpp"
#include "libdg/element/hexahedron_lines.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

template <int P, class V>
class SumFactorisedSide3D {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  using C = ConstantOf<V>;
  static constexpr int N = P + 1, lines = N * N, n_modes = N * lines;

 public:
  /// For faces `slot` of cells whose first coefficient is at `offset`.
  RKDG_FN SumFactorisedSide3D(const ZoneView<Real>& zone, I slot, PointOrder order, I offset)
      : line_(line_matrices<Real, N>()),
        variable_stride_(zone.layout.variable_stride),
        by_points_(zone.by_points),
        cells_(offset) {
    const auto& faces = hexahedron_lines<Real, N>();
    const int o = static_cast<int>(order);
    const Index* numbers = by_points_ ? faces.point[o] : faces.mode[o];
    end_ = gather<C>(faces.end[o], slot);
    RKDG_UNROLL
    for (int i = 0; i < 2; ++i) direction_[i] = gather<C>(faces.direction[o][i], slot);
    const auto of_first = lane_of(slot, 0);
    alike_ = all(slot == I(of_first));
    if (!alike_) {
      find_places(zone, numbers, slot, offset);
      return;
    }
    first_cell_ = lane_of(offset, 0);
    row_ = all(offset == I(first_cell_) + lane_numbers<V>(0));
    const Index* mode = numbers + std::int64_t(of_first) * n_modes;
    for (int i = 0; i < n_modes; ++i) begin_[i] = zone.layout.mode(0, mode[i]);
  }

  /// Traces u and, if asked, derivatives along the normal of the reference face. They are of the n_own variables from
  /// first_variable on of the state whose zone begins at `base`.
  template <int n_own>
  RKDG_FN void traces(StateOf<V> base, int first_variable, bool gradient, V (&u)[lines][n_own],
                      V (&normal)[lines][n_own]) const {
    for (int n = 0; n < n_own; ++n) {
      const auto from = base + std::int64_t(first_variable + n) * variable_stride_;
      V value[N][N], slope[N][N];
      for (int b1 = 0; b1 < N; ++b1)
        for (int b0 = 0; b0 < N; ++b0) {
          V mode[N];
          RKDG_UNROLL
          for (int a = 0; a < N; ++a) {
            const int i = (b1 * N + b0) * N + a;
            mode[a] = coefficient(from, i);
            if (row_ && n + 1 < n_own) prefetch_read(from + variable_stride_ + first_cell_ + begin_[i]);
          }
          value[b1][b0] = by_points_ ? from_points(line_.end_from_points, mode) : at_end(line_.end_value, mode);
          slope[b1][b0] = by_points_ ? from_points(line_.end_slope_from_points, mode) : at_end(line_.end_slope, mode);
        }
      on_face(value, n, u);
      if (gradient) on_face(slope, n, normal);
    }
  }

 private:
  const LineMatrices<Real, N>& line_;
  std::int64_t variable_stride_;
  bool by_points_;  ///< as the zone's states are
  C end_;           ///< -1 where the face is at the lower end of the lines across it
  C direction_[2];  ///< -1 where its points are listed against the coordinate
  // Where modes are read, one across the face after the other. They are read lane by lane, or at one place of all cells
  // where lanes see the face at the same place. These cells may be in a row.
  bool alike_, row_ = false;
  std::int64_t first_cell_ = 0;
  NearLanes<V> cells_;
  std::int64_t begin_[n_modes];
  I place_[n_modes];

  RKDG_FN void find_places(const ZoneView<Real>& zone, const Index* modes, I slot, I offset) {
    static_assert(mode_group == 4);
    const I first = slot * I(n_modes), group(zone.layout.group_stride), step(zone.layout.mode_stride);
    for (int i = 0; i < n_modes; ++i) {
      const I mode = gather_index<V>(modes + i, first);
      place_[i] = offset + (mode >> 2) * group + (mode & I(mode_group - 1)) * step;
    }
  }

  RKDG_FN V coefficient(StateOf<V> from, int i) const {
    if (row_) return load<V>(from + first_cell_ + begin_[i]);
    return alike_ ? cells_(from + begin_[i]) : read_lanes<V>(from, place_[i]);
  }

  /// Derivatives that point out of the line have the signs of values.
  RKDG_FN V at_end(const Real (&entry)[N], const V (&mode)[N]) const {
    V even(Real(0)), odd(Real(0));
    RKDG_UNROLL
    for (int a = 0; a < N; a += 2) even += entry[a] * mode[a];
    RKDG_UNROLL
    for (int a = 1; a < N; a += 2) odd += entry[a] * mode[a];
    return even + end_ * odd;
  }

  /// The same of values at points.
  RKDG_FN V from_points(const Real (&entry)[N], const V (&x)[N]) const {
    V even(Real(0)), odd(Real(0));
    RKDG_UNROLL
    for (int a = 0; a < N; ++a) {
      even += (entry[a] + entry[N - 1 - a]) * x[a];
      odd += (entry[a] - entry[N - 1 - a]) * x[a];
    }
    return Real(0.5) * (even + end_ * odd);
  }

  /// A line of the face in the order of its points.
  RKDG_FN void to_points(V (&x)[N], C direction) const {
    if (by_points_) {
      const MaskOf<C> mirrored = direction < C(Real(0));
      RKDG_UNROLL
      for (int a = 0; a < N / 2; ++a) {
        const V first = x[a];
        x[a] = select(mirrored, x[N - 1 - a], first);
        x[N - 1 - a] = select(mirrored, first, x[N - 1 - a]);
      }
      return;
    }
    RKDG_UNROLL
    for (int a = 1; a < N; a += 2) x[a] *= direction;
    line_.to_points(x);
  }

  template <int n_own>
  RKDG_FN void on_face(V (&x)[N][N], int n, V (&out)[lines][n_own]) const {
    for (int b1 = 0; b1 < N; ++b1) to_points(x[b1], direction_[0]);
    for (int g0 = 0; g0 < N; ++g0) {
      V y[N];
      RKDG_UNROLL
      for (int b1 = 0; b1 < N; ++b1) y[b1] = x[b1][g0];
      to_points(y, direction_[1]);
      RKDG_UNROLL
      for (int g1 = 0; g1 < N; ++g1) out[g1 * N + g0][n] = y[g1];
    }
  }
};

}  // namespace dg
