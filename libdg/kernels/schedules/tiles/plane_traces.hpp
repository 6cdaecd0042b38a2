/// Traces of hexahedra with Q^p, and derivatives across and along the face, at the points of faces: by sum
/// factorisation, with a plane of modes in a lane at a time; .cu files only.
///
/// A plane has one mode along the second axis of the face. Its lane contracts it across the face and brings it to the
/// points of the first axis; what this leaves, 3 (p + 1) numbers, takes the place of the modes. The lane of a point
/// then sums up the planes: lanes of one line read the same numbers.
#pragma once

#include "libdg/element/line_ends.hpp"
#include "libdg/kernels/engines/solid_line.hpp"
#include "libdg/kernels/schedules/tiles/line_frame.hpp"

namespace dg {

/// Sides of the faces that a warp works on, `faces` of each of `sides`.
template <class Eq, int P, int sides, int faces, bool Viscous>
struct PlaneTraces {
  using Real = typename Eq::Real;
  using Lines = SolidLines<Eq, P>;
  static constexpr int n_var = Eq::n_var, N = Lines::N;
  static_assert(N == 3, "distances in shared memory are those that meet in fewest banks");
  /// Modes of a side, [variable][mode], which [variable][plane][quantity][point of the first axis] replaces.
  static constexpr int quantities = Viscous ? 3 : 1, plane = quantities * N, variable = N * plane;
  static constexpr int mode_variable = Lines::numbers / n_var, side_numbers = Lines::numbers + 12;
  static_assert(variable <= mode_variable);
  static constexpr int shared_numbers = sides * faces * side_numbers;

  const LineEnds<Real, N>& ends;
  const SolidTensorModes<N>& tensor_modes;
  Real* shared;
  int lane;
  LineFrame<Real> frames[sides];

  /// What a lane reads of a side at a point.
  class Side {
   public:
    __device__ Side(const PlaneTraces& of, int side, int face, int node)
        : from_(of.shared + (side * faces + face) * side_numbers + of.frames[side].along_first(N, node)) {
      const int q = of.frames[side].along_second(N, node);
#pragma unroll
      for (int c = 0; c < N; ++c) {
        value_[c] = of.ends.value[q][c];
        slope_[c] = of.frames[side].sign[2] * of.ends.mode_slope[q][c];
      }
    }
    __device__ Real value(int n) const {
      Real sum = Real(0);
#pragma unroll
      for (int c = 0; c < N; ++c) sum += value_[c] * number(n, 0, c);
      return sum;
    }
    /// Out of the minus side, and along the directions of the face.
    __device__ void derivatives(int n, Real (&d)[3]) const {
      d[0] = d[1] = d[2] = Real(0);
#pragma unroll
      for (int c = 0; c < N; ++c) {
        d[0] += value_[c] * number(n, 1, c);
        d[1] += value_[c] * number(n, 2, c);
        if (c > 0) d[2] += slope_[c] * number(n, 0, c);
      }
    }

   private:
    const Real* from_;
    Real value_[N], slope_[N];

    __device__ Real number(int n, int quantity, int c) const { return from_[n * variable + c * plane + quantity * N]; }
  };

  /// Turns the modes of all sides, [side][face], to planes. A lane has the same plane, side and variable of each face.
  __device__ void find() const {
    const int c = lane % N, side = lane / N % 2, n = lane / (2 * N);
    const bool works = n < n_var && side < sides;
    const LineFrame<Real> frame = side == 0 ? frames[0] : frames[sides - 1];
    Real* begin = shared + (works ? side * faces * side_numbers : 0);
    const Real* modes = begin + (works ? n * mode_variable : 0);
    Real* planes = begin + n * variable + c * plane;
    const Contraction contract(ends, frame);
    int from[N][N];
#pragma unroll
    for (int b = 0; b < N; ++b)
#pragma unroll
      for (int a = 0; a < N; ++a) from[b][a] = tensor_modes.place[frame.axes.mode(N, a, b, c)];
#pragma unroll
    for (int face = 0; face < faces; ++face) {
      Real x[quantities][N];
      contract(modes + face * side_numbers, from, x);
      __syncwarp();
      if (works)
#pragma unroll
        for (int i = 0; i < quantities; ++i)
#pragma unroll
          for (int p = 0; p < N; ++p) planes[face * side_numbers + i * N + p] = x[i][p];
    }
    __syncwarp();
  }

 private:
  /// Values and derivatives of a plane of modes at the points of a line on the face.
  struct Contraction {
    const LineEnds<Real, N>& ends;
    Real end[N], slope[N], sign;

    __device__ Contraction(const LineEnds<Real, N>& ends_, const LineFrame<Real>& frame)
        : ends(ends_), sign(frame.sign[1]) {
      // Modes at the first end differ from those at the last by the sign of the odd ones, their slopes by that of the
      // even.
      const Real mirrored = frame.axes.is_last ? Real(1) : Real(-1);
#pragma unroll
      for (int a = 0; a < N; ++a) {
        end[a] = a % 2 == 0 ? ends.end[a] : mirrored * ends.end[a];
        slope[a] = frame.sign[0] * (a % 2 == 0 ? mirrored * ends.slope[a] : ends.slope[a]);
      }
    }

    __device__ void operator()(const Real* modes, const int (&from)[N][N], Real (&x)[quantities][N]) const {
      Real value[N], across[N];
#pragma unroll
      for (int b = 0; b < N; ++b) {
        value[b] = across[b] = Real(0);
#pragma unroll
        for (int a = 0; a < N; ++a) {
          const Real m = modes[from[b][a]];
          value[b] += end[a] * m;
          if (Viscous && a > 0) across[b] += slope[a] * m;
        }
      }
      to_points(ends.value, value, 0, Real(1), x[0]);
      if constexpr (Viscous) {
        to_points(ends.value, across, 0, Real(1), x[1]);
        to_points(ends.mode_slope, value, 1, sign, x[2]);
      }
    }

    /// By a matrix [point][mode], in which modes of one parity, `mirrored`, are the same at mirrored points and the
    /// others change their sign.
    __device__ static void to_points(const Real (&matrix)[N][N], const Real (&x)[N], int mirrored, Real factor,
                                     Real (&y)[N]) {
#pragma unroll
      for (int i = 0; i < (N + 1) / 2; ++i) {
        Real same = Real(0), other = Real(0);
#pragma unroll
        for (int a = mirrored; a < N; a += 2) same += factor * matrix[i][a] * x[a];
#pragma unroll
        for (int a = mirrored == 0 ? 1 : 2; a < N && i < N / 2; a += 2) other += factor * matrix[i][a] * x[a];
        y[i] = i < N / 2 ? same + other : same;
        if (i < N / 2) y[N - 1 - i] = same - other;
      }
    }
  };
};

}  // namespace dg
