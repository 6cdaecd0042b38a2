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
  LineFrame<Real> frames[sides];

  __device__ void find() const {}

  /// What a lane knows of a side at a node: see LineTraces::Side.
  class Side {
   public:
    __device__ Side(const PointTraces& of, int side, int face, int node) {
      const LineFrame<Real>& frame = of.frames[side];
      const Real* modes = of.shared + (side * faces + face) * side_numbers;
      const Real end = frame.axes.is_last ? of.ends.end[1] : -of.ends.end[1];
      const int at_first = frame.along_first(N, node), at_second = frame.along_second(N, node);
      const Real p[N] = {of.ends.value[at_first][0], of.ends.value[at_first][1]},
                 q[N] = {of.ends.value[at_second][0], of.ends.value[at_second][1]};
      const Real out = frame.sign[0] * of.ends.slope[1], first = frame.sign[1] * of.ends.mode_slope[0][1],
                 second = frame.sign[2] * of.ends.mode_slope[0][1];
      int from[N][N][N];  // [second along][first along][across]
      for_each([&](int c, int b, int a) { from[c][b][a] = of.tensor_modes.place[frame.axes.mode(N, a, b, c)]; });
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
        slope_[n][0] =
            out * (q[0] * (p[0] * odd[0][0] + p[1] * odd[0][1]) + q[1] * (p[0] * odd[1][0] + p[1] * odd[1][1]));
        slope_[n][1] = first * (q[0] * at_end[0][1] + q[1] * at_end[1][1]);
        slope_[n][2] = second * row[1];
      }
    }

    __device__ Real value(int n) const { return value_[n]; }
    /// Out of the minus side, and along the directions of the face.
    __device__ void derivatives(int n, Real (&d)[dim]) const {
#pragma unroll
      for (int i = 0; i < dim; ++i) d[i] = slope_[n][i];
    }

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

    Real value_[n_var], slope_[n_var][dim];
  };
};

}  // namespace dg
