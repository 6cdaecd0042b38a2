/// Traces of hexahedra with Q^p, and derivatives along their axes, at the points of faces: by sum factorisation, with a
/// line in a lane at a time; .cu files only.
///
/// The modes of a side are contracted across the face; the others are brought to the nodes (p, q) along the two axes of
/// the face, one after the other, and differentiated on the way.
#pragma once

#include "libdg/element/line_ends.hpp"
#include "libdg/kernels/engines/solid_line.hpp"
#include "libdg/kernels/schedules/tiles/line_frame.hpp"

namespace dg {

/// Sides of the faces that a warp works on, `faces` of each of `sides`.
template <class Eq, int P, int sides, int faces, bool Viscous>
struct LineTraces {
  using Real = typename Eq::Real;
  using Lines = SolidLines<Eq, P>;
  static constexpr int n_var = Eq::n_var, N = Lines::N, NG = Lines::lines;
  static constexpr int all = sides * faces;
  /// The trace, then derivatives along the axes of the cell.
  static constexpr int quantities = Viscous ? 4 : 1, fields = quantities * n_var;
  /// Modes of a side, which traces replace.
  static constexpr int side_numbers = (std::max(Lines::numbers, fields* NG) + 1) / 2 * 2;
  static constexpr int shared_numbers = whole_pieces<Real>(all * side_numbers);

  /// Where a field of a side is at a node: nodes of a field, and nodes of a line in either direction of consecutive
  /// fields, are spread over the banks.
  __device__ static int place(int side, int field, int node) {
    const int row = side * (side_numbers / NG) + field;
    const int spread = N == 4 ? row % 4 * 5 : 0;
    return side * side_numbers + field * NG + (node ^ spread);
  }

  const LineEnds<Real, N>& ends;
  const SolidTensorModes<N>& tensor_modes;
  Real* shared;
  int lane;
  LineFrame<Real> frames[sides];

  /// What a lane reads of a side at a node.
  class Side {
   public:
    __device__ Side(const LineTraces& of, int side, int face, int node)
        : shared_(of.shared), side_(side * faces + face), node_(node), frame_(of.frames[side]) {}
    __device__ Real value(int n) const { return shared_[place(side_, n, node_)]; }
    /// Out of the minus side, and along the directions of the face.
    __device__ void derivatives(int n, Real (&d)[3]) const {
      const int axes[] = {frame_.axes.across, frame_.axes.first(), frame_.axes.second()};
#pragma unroll
      for (int i = 0; i < 3; ++i) d[i] = frame_.sign[i] * shared_[place(side_, (1 + axes[i]) * n_var + n, node_)];
    }

   private:
    const Real* shared_;
    int side_, node_;
    LineFrame<Real> frame_;
  };

  /// Turns the modes of all sides, [side][face], to fields.
  __device__ void find() const {
    cross();
    __syncwarp();
    along<0>();
    __syncwarp();
    along<1>();
    __syncwarp();
  }

 private:
  __device__ FaceLineAxes axes_of(int side) const {
    return sides == 1 || side < faces ? frames[0].axes : frames[sides - 1].axes;
  }
  /// The first field of the derivatives along the axis across, and along the lower and the higher of the others.
  __device__ static int across(int axis) { return (1 + axis) * n_var; }
  __device__ static int first_along(int axis) { return axis == 0 ? 2 * n_var : n_var; }
  __device__ static int second_along(int axis) { return axis == 2 ? 2 * n_var : 3 * n_var; }

  /// Traces and derivatives across, of modes (p, q) along the face.
  __device__ void cross() const {
    constexpr int items = all * NG, rounds = (items + warp_lanes - 1) / warp_lanes;
    Real x[rounds][2][n_var] = {};
#pragma unroll
    for (int r = 0; r < rounds; ++r) {
      const int item = r * warp_lanes + lane, side = item / NG, p = item % NG % N, q = item % NG / N;
      if (item < items) contract(shared + side * side_numbers, axes_of(side), p, q, x[r]);
    }
    __syncwarp();
#pragma unroll
    for (int r = 0; r < rounds; ++r) {
      const int item = r * warp_lanes + lane, side = item / NG, node = item % NG;
      if (item >= items) continue;
      const int derivative = across(axes_of(side).across);
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        shared[place(side, n, node)] = x[r][0][n];
        if (Viscous) shared[place(side, derivative + n, node)] = x[r][1][n];
      }
    }
  }

  /// Modes at the first end differ from those at the last by the sign of the odd ones, their slopes by that of the
  /// even.
  __device__ void contract(const Real* modes, FaceLineAxes axes, int p, int q, Real (&x)[2][n_var]) const {
    axes.swapped = false;
    const Real sign = axes.is_last ? Real(1) : Real(-1);
    int from[N];
#pragma unroll
    for (int a = 0; a < N; ++a) from[a] = tensor_modes.place[axes.mode(N, a, p, q)];
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      Real value[2] = {}, slope[2] = {};  // of even and odd modes
#pragma unroll
      for (int a = 0; a < N; ++a) {
        const Real c = modes[n * (Lines::numbers / n_var) + from[a]];
        value[a % 2] += ends.end[a] * c;
        if (a > 0) slope[a % 2] += ends.slope[a] * c;
      }
      x[0][n] = value[0] + sign * value[1];
      x[1][n] = sign * slope[0] + slope[1];
    }
  }

  /// Takes lines along an axis of the face from modes to nodes.
  template <int direction>
  __device__ void along() const {
    take_lines<direction, 1>([&](int) { return 0; },
                             [&](int axis) { return direction == 0 ? first_along(axis) : second_along(axis); });
    if (!Viscous) return;
    if (direction == 0)
      take_lines<direction, 1>([&](int axis) { return across(axis); }, [&](int) { return -1; });
    else
      take_lines<direction, 2>([&](int axis) { return across(axis); }, [&](int) { return -1; }, first_along);
  }

  struct NoOther {
    __device__ int operator()(int) const { return 0; }
  };

  /// Fields of one or two quantities, each at its first field for an axis across, and their derivatives, if these have
  /// a place.
  template <int direction, int taken, class From, class Derivative, class Other = NoOther>
  __device__ void take_lines(const From& from, const Derivative& derivative_of, const Other& other = {}) const {
    constexpr int of_side = taken * n_var * N, lines = all * of_side;
#pragma unroll
    for (int begin = 0; begin < lines; begin += warp_lanes) {
      const int line = begin + lane;
      if (begin + warp_lanes > lines && line >= lines) break;
      const int side = line / of_side, n = line / N % n_var, number = line % N;
      const int axis = axes_of(side).across;
      const bool is_other = taken == 2 && line % of_side >= n_var * N;
      const int field = (is_other ? other(axis) : from(axis)) + n, derivative = derivative_of(axis);
      const auto node = [&](int i) { return direction == 0 ? number * N + i : i * N + number; };
      Real x[N];
#pragma unroll
      for (int i = 0; i < N; ++i) x[i] = shared[place(side, field, node(i))];
#pragma unroll
      for (int i = 0; i < N; ++i) {
        Real value = Real(0), slope = Real(0);
#pragma unroll
        for (int l = 0; l < N; ++l) {
          value += ends.value[i][l] * x[l];
          if (l > 0) slope += ends.mode_slope[i][l] * x[l];
        }
        shared[place(side, field, node(i))] = value;
        if (Viscous && derivative >= 0) shared[place(side, derivative + n, node(i))] = slope;
      }
    }
  }
};

}  // namespace dg
