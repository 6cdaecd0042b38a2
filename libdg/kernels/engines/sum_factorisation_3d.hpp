/// Hexahedra with Q^p, worked on by sum factorisation: where a state by points has them, and what the lanes of a warp
/// hold of them.
///
/// With as many points on a line as modes, values at the points of the volume rule say the same as modes. States are
/// kept so, [cell][variable][k][j][i], and neither cells nor faces go from modes to points. In shared memory a field of
/// a cell is [variable][k][j][i], too. Points are spread so that points (p, q) of the lines in any direction lie in
/// different banks. A lane has a line in a direction at a time, for all variables. Line (p, q) is that at the
/// coordinates p < q of the other two directions.
#pragma once

#include "libdg/element/line_matrices.hpp"
#include "libdg/element/line_points.hpp"
#include "libdg/kernels/engines/matrix_tile.hpp"

namespace dg {

template <class Eq, int P>
struct SumFactorisation3D {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, N = P + 1, lines = N * N;
  static constexpr int modes = N * N * N, state_variable = slot_count(modes) * quarters;
  static constexpr int numbers = n_var * state_variable;  ///< of a cell in a state array
  static constexpr int cells = warp_lanes / lines;        ///< of a warp; lanes beyond are idle
  /// Numbers of a variable, and of a field. No distances of rows and planes spread powers of two, but exclusive or
  /// does.
  static constexpr bool is_power = (N & (N - 1)) == 0;
  static constexpr int row = is_power || N == 3 ? N : N + 1, plane = N == 3 ? 11 : N * row;
  static constexpr int variable = (N - 1) * plane + N * row, field = n_var * variable;
  /// Numbers of a cell with so many fields, and `more` behind them. Cells that a half of a warp works on lie in
  /// different banks, too: at N = 3 as far as three times nine lines can.
  static constexpr int cell_numbers(int fields, int more = 0) {
    constexpr int banks = 16, offset = N == 2 ? 4 : N == 3 ? 9 : 0;
    int numbers_of_cell = fields * field + more;
    while (offset > 0 && numbers_of_cell % banks != offset) ++numbers_of_cell;
    return numbers_of_cell;
  }

  __device__ static int place(int i, int j, int k) {
    return is_power ? k * plane + (j ^ k) * row + (i ^ k) : k * plane + j * row + i;
  }
  /// Of point i on a line in direction d.
  __device__ static int place(int d, int i, int p, int q) {
    return d == 0 ? place(i, p, q) : d == 1 ? place(p, i, q) : place(p, q, i);
  }
  /// Of a point in a state.
  __device__ static int state_place(int i, int j, int k) { return place_of_line_point(N, i, j, k); }

  /// The local face at an end of the lines in direction d.
  static constexpr int face(int d, bool last) {
    return d == 0 ? (last ? 3 : 5) : d == 1 ? (last ? 4 : 2) : (last ? 1 : 0);
  }

  __device__ static void read(const Real* from, int d, int p, int q, Real (&x)[n_var][N]) {
#pragma unroll
    for (int i = 0; i < N; ++i)
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[n][i] = from[n * variable + place(d, i, p, q)];
  }
  __device__ static void write(const Real (&x)[n_var][N], int d, int p, int q, Real* to) {
#pragma unroll
    for (int i = 0; i < N; ++i)
#pragma unroll
      for (int n = 0; n < n_var; ++n) to[n * variable + place(d, i, p, q)] = x[n][i];
  }
  /// The lane's line in the last direction of a cell of a state.
  __device__ static void load(const Real* from, int p, int q, Real (&x)[n_var][N]) {
#pragma unroll
    for (int i = 0; i < N; ++i)
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[n][i] = from[n * state_variable + state_place(p, q, i)];
  }
  __device__ static void store(const Real (&x)[n_var][N], int p, int q, Real* to) {
#pragma unroll
    for (int i = 0; i < N; ++i)
#pragma unroll
      for (int n = 0; n < n_var; ++n) to[n * state_variable + state_place(p, q, i)] = x[n][i];
  }
};

}  // namespace dg
