/// Traces of Q^p on one side of a face by sum factorisation, for lanes whose cells have the face at different places.
///
/// Modes are contracted along the direction across the face, then turned into values along it. Which mode counts as
/// (across, along) is a matter of where a lane reads. Both ends of a line, as both orders of the points, differ by the
/// signs of odd modes.
#pragma once

#include <type_traits>

#include "libdg/backend/near_lanes.hpp"
#include "libdg/element/line_matrices.hpp"
#include "libdg/element/tables.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

/// Whether lanes V work on this space by operators along lines; threads of a device do so in `tiles` alone.
template <Space S, int P, class V>
inline constexpr bool has_sum_factorisation = (is_tensor(S) || S == Space::prism_Q) && P >= 1 &&
                                              !std::is_arithmetic_v<V>;

/// The lifting of a jump on a face of Q^p where it is on that face: sum_a phi_a(1)^2 at each point by itself.
template <int NL, int NG, int N, class V>
RKDG_FN void lift_along_lines(const V (&x)[NG][N], V (&lifted)[NG][N]) {
  const V square(RealOf<V>(0.5 * NL * NL));
  RKDG_UNROLL_DEVICE
  for (int g = 0; g < NG; ++g) RKDG_UNROLL
  for (int n = 0; n < N; ++n) lifted[g][n] = square * x[g][n];
}

template <int P, class V>
class SumFactorisedSide2D {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  using C = ConstantOf<V>;
  static constexpr int N = P + 1;

 public:
  /// For faces `slot` of cells whose first coefficient is at `offset`.
  RKDG_FN SumFactorisedSide2D(const ZoneView<Real>& zone, I slot, PointOrder order, I offset)
      : line_(line_matrices<Real, N>()), variable_stride_(zone.layout.variable_stride), cells_(offset) {
    // Counter-clockwise from the bottom: the upper and the left face run against the coordinates.
    const I side = slot & I(1);
    const MaskOf<V> vertical = side == I(1), lower = (slot == I(0)) | (slot == I(3));
    const C backward = select(slot > I(1), C(Real(-1)), C(Real(1)));
    end_ = select(lower, C(Real(-1)), C(Real(1)));
    direction_ = order == PointOrder::own ? backward : -backward;
    const bool first_vertical = lane_of(side, 0) == 1;
    alike_ = all(side == I(lane_of(side, 0)));
    RKDG_UNROLL
    for (int along = 0; along < N; ++along) RKDG_UNROLL
    for (int across = 0; across < N; ++across) {
      const Index if_vertical = zone.layout.mode(0, tensor_mode(across, along)),
                  else_this = zone.layout.mode(0, tensor_mode(along, across));
      if (alike_)
        begin_[along][across] = first_vertical ? if_vertical : else_this;
      else
        place_[along][across] = offset + select(vertical, I(if_vertical), I(else_this));
    }
  }

  /// Traces u and, if asked, derivatives along the normal of the reference face. They are of the n_own variables from
  /// first_variable on of the state whose zone begins at `base`.
  template <int n_own>
  RKDG_FN void traces(StateOf<V> base, int first_variable, bool gradient, V (&u)[N][n_own],
                      V (&normal)[N][n_own]) const {
    for (int n = 0; n < n_own; ++n) {
      const auto from = base + std::int64_t(first_variable + n) * variable_stride_;
      V value[N], slope[N];
      RKDG_UNROLL
      for (int along = 0; along < N; ++along) {
        V mode[N];
        RKDG_UNROLL
        for (int across = 0; across < N; ++across) mode[across] = coefficient(from, along, across);
        value[along] = at_end(line_.end_value, mode);
        slope[along] = at_end(line_.end_slope, mode);
      }
      along_face(value, n, u);
      if (gradient) along_face(slope, n, normal);
    }
  }

 private:
  const LineMatrices<Real, N>& line_;
  std::int64_t variable_stride_;
  C end_;        ///< -1 where the face is at the lower end of the line across it
  C direction_;  ///< -1 where its points are listed against the coordinate along it
  // Where modes are read: lane by lane, or at one place of all cells where lanes see the face across the same
  // direction.
  bool alike_;
  NearLanes<V> cells_;
  std::int64_t begin_[N][N];
  I place_[N][N];

  RKDG_FN V coefficient(StateOf<V> from, int along, int across) const {
    return alike_ ? cells_(from + begin_[along][across]) : read_lanes<V>(from, place_[along][across]);
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

  template <int n_own>
  RKDG_FN void along_face(V (&x)[N], int n, V (&out)[N][n_own]) const {
    RKDG_UNROLL
    for (int a = 1; a < N; a += 2) x[a] *= direction_;
    line_.to_points(x);
    RKDG_UNROLL
    for (int g = 0; g < N; ++g) out[g][n] = x[g];
  }
};

}  // namespace dg
