/// Straight hexahedra with Q^p, worked on by sum factorisation: what the lanes of a warp hold of them; .cu files only.
///
/// A field of a cell at its points, or its modes, is [variable][k][j][i] in shared memory, where a row has one number
/// more than points, so that lines in all directions are spread over the banks. A lane has a line in a direction at a
/// time, for all variables; line (p, q) is that at the coordinates p < q of the other two directions.
#pragma once

#include <array>

#include "libdg/element/line_matrices.hpp"
#include "libdg/kernels/engines/matrix_tile.hpp"

namespace dg {

/// Mode (a, b, c) of Q^p on hexahedra in the order of element/basis.hpp, for [c][b][a].
template <int N>
struct SolidTensorModes {
  short place[N * N * N];

  constexpr SolidTensorModes() : place{} {
    short mode = 0;
    for (int q = 0; q < N; ++q)
      for (int total = q; total <= 3 * q; ++total)
        for (int c = 0; c <= q; ++c)
          for (int b = 0; b <= q; ++b) {
            const int a = total - c - b;
            if (a >= 0 && a <= q && (a == q || b == q || c == q)) place[(c * N + b) * N + a] = mode++;
          }
  }
};

template <class Eq, int P>
struct SolidLines {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, N = P + 1, lines = N * N, row = N + 1, variable = N * N * row;
  static constexpr int field = whole_pieces<Real>(n_var * variable);
  static constexpr int modes = N * N * N, numbers = n_var * slot_count(modes) * quarters;  ///< numbers in a state array
  static constexpr int cells = warp_lanes / lines;  ///< of a warp; lanes beyond are idle
  static_assert(numbers <= field);

  /// Distance of neighbours on a line in direction d, and where line (p, q) begins.
  static constexpr int step(int d) { return d == 0 ? 1 : d == 1 ? row : N * row; }
  __device__ static int begin(int d, int p, int q) {
    return d == 0 ? (q * N + p) * row : d == 1 ? q * N * row + p : q * row + p;
  }

  __device__ static void read(const Real* from, int d, int p, int q, Real (&x)[n_var][N]) {
    from += begin(d, p, q);
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int i = 0; i < N; ++i) x[n][i] = from[n * variable + i * step(d)];
  }
  __device__ static void write(const Real (&x)[n_var][N], int d, int p, int q, Real* to) {
    to += begin(d, p, q);
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int i = 0; i < N; ++i) to[n * variable + i * step(d)] = x[n][i];
  }

  /// Starts to copy the numbers of consecutive cells, each to the first of so many fields that it has.
  template <int fields>
  __device__ static void start_rows(const TileLane& lane, const Real* from, Index count, Real* to) {
    constexpr int piece = piece_numbers<Real>, pieces = numbers / piece;
    for (int i = lane.lane; i < count * pieces; i += warp_lanes)
      copy_16_bytes_async(to + i / pieces * fields * field + i % pieces * piece, from + std::int64_t(i) * piece);
  }
  /// The way back.
  template <int fields>
  __device__ static void store_rows(const TileLane& lane, const Real* from, Index count, Real* to) {
    constexpr int piece = piece_numbers<Real>, pieces = numbers / piece;
    using Piece = std::conditional_t<sizeof(Real) == 8, double2, float4>;
    for (int i = lane.lane; i < count * pieces; i += warp_lanes)
      reinterpret_cast<Piece*>(to)[i] =
          *reinterpret_cast<const Piece*>(from + i / pieces * fields * field + i % pieces * piece);
  }
};

}  // namespace dg
