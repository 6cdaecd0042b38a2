/// Traces of hexahedra with Q^1, and derivatives along their axes, at the points of faces: each point by itself, from
/// all modes; .cu files only.
///
/// As line_traces.hpp, but what 20 numbers of a line of two would cost in shared memory, a lane does in registers: it
/// reads the modes, which the points of a face share, and leaves nothing there.
#pragma once

#include "libdg/kernels/schedules/tiles/line_traces.hpp"

namespace dg {

template <class Eq, int P, int sides, int faces, bool Viscous>
struct PointTraces {
  using Real = typename Eq::Real;
  using Lines = SolidLines<Eq, P>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, N = Lines::N, NG = Lines::lines;
  static_assert(N == 2);
  /// Faces that a half of a warp works on lie in different banks.
  static constexpr int side_numbers = Lines::numbers + 4, shared_numbers = sides * faces * side_numbers;

  const LineEnds<Real, N>& ends;
  const SolidTensorModes<N>& tensor_modes;
  Real* shared;
  int lane;
  int local_face[sides];  ///< of the cells on each side

  __device__ void find() const {}

  /// Where a field of a side is at a node, once the modes are no longer read.
  __device__ static int place(int side, int field, int node) { return side * side_numbers + field * NG + node; }

  /// What a lane knows of a side at a node: see LineTraces::Side.
  class Side {
   public:
    __device__ Side(const PointTraces& of, int side, int face, int node) : axes_(of.local_face[side]) {
      const Real* modes = of.shared + (side * faces + face) * side_numbers;
      const Real end = axes_.is_last ? of.ends.end[1] : -of.ends.end[1], slope = of.ends.slope[1];
      const Real p[N] = {of.ends.value[node % N][0], of.ends.value[node % N][1]},
                 q[N] = {of.ends.value[node / N][0], of.ends.value[node / N][1]};
      int from[N][N][N];  // [second along][first along][across]
      for_each([&](int c, int b, int a) { from[c][b][a] = of.tensor_modes.place[axes_.mode(N, a, b, c)]; });
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        Real at_end[N][N], odd[N][N];
        for_each([&](int c, int b, int a) {
          const Real x = modes[n * (Lines::numbers / n_var) + from[c][b][a]];
          if (a == 0) {
            at_end[c][b] = of.ends.end[0] * x;
          } else {
            at_end[c][b] += end * x;
            odd[c][b] = x;
          }
        });
        const Real row[N] = {p[0] * at_end[0][0] + p[1] * at_end[0][1], p[0] * at_end[1][0] + p[1] * at_end[1][1]};
        value_[n] = q[0] * row[0] + q[1] * row[1];
        if (!Viscous) continue;
        slope_[0][n] =
            slope * (q[0] * (p[0] * odd[0][0] + p[1] * odd[0][1]) + q[1] * (p[0] * odd[1][0] + p[1] * odd[1][1]));
        slope_[1][n] = of.ends.mode_slope[0][1] * (q[0] * at_end[0][1] + q[1] * at_end[1][1]);
        slope_[2][n] = of.ends.mode_slope[0][1] * row[1];
      }
    }

    __device__ Real value(int n) const { return value_[n]; }
    __device__ Real slope(int i, int n) const { return slope_[i][n]; }
    __device__ int axis(int i) const { return i == 0 ? axes_.across : i == 1 ? axes_.first() : axes_.second(); }

   private:
    template <class Visit>
    __device__ static void for_each(const Visit& visit) {
#pragma unroll
      for (int c = 0; c < N; ++c)
#pragma unroll
        for (int b = 0; b < N; ++b)
#pragma unroll
          for (int a = 0; a < N; ++a) visit(c, b, a);
    }

    FaceLineAxes axes_;
    Real value_[n_var], slope_[dim][n_var];
  };
};

}  // namespace dg
