/// The inverse mass matrix of a curved hexahedron with Q^p, at its points, times fields, on the matrix units; .cu files
/// only.
///
/// A warp takes one cell after the other, since no two share a matrix. Rows of a product are fields; of each block of
/// the lower triangle, what mirrors it is read again while it is at hand.
#pragma once

#include "libdg/kernels/engines/solid_line.hpp"
#include "libdg/space/line_cells.hpp"

namespace dg {

/// A lane's entries of a block, from plain numbers.
__device__ __forceinline__ FactorPair<double> factors_of(double a, double b) { return {{a, b}}; }
__device__ __forceinline__ FactorPair<float> factors_of(float a, float b) {
  return {{a, b}, {split(a).low, split(b).low}};
}
__device__ __forceinline__ FactorPair<double> load_factors(const double* from) {
  return load(reinterpret_cast<const FactorPair<double>*>(from));
}
__device__ __forceinline__ FactorPair<float> load_factors(const float* from) {
  return factors_of(__ldg(from), __ldg(from + 1));
}

/// What SolidLines leaves out between variables, so that four rows of four points lie in different banks.
constexpr int mass_skip(int p) { return p == 2 ? 5 : 4; }

template <class Eq, int P, int Skip>
struct SolidLineMass {
  using Real = typename Eq::Real;
  using Lines = SolidLines<Eq, P, Skip>;
  static constexpr int N = Lines::N, n_var = Eq::n_var, points = Lines::modes;
  static constexpr int blocks = line_blocks(N), rows = tile_rows;
  static_assert(line_block == rows && line_block == 2 * quarters);

  /// Puts the product of the matrix and each of Fields fields in their place. The caller lets all lanes come here
  /// first, and wait for each other afterwards.
  template <int Fields>
  __device__ static void apply(const TileLane& lane, const Real* matrix, Real* fields) {
    constexpr int columns = Fields * n_var, V = (columns + rows - 1) / rows;
    int column[V];
    bool has_column[V];
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const int c = v * rows + lane.row();
      has_column[v] = (v + 1) * rows <= columns || c < columns;
      column[v] = c / n_var * Lines::field + c % n_var * Lines::variable;
    }
    TileProduct<Real> product[blocks][V] = {};
#pragma unroll
    for (int i = 0; i < blocks; ++i) {
      Real own[2][V];
      read(lane, fields, column, has_column, i, own);
#pragma unroll
      for (int j = 0; j <= i; ++j) {
        const Real* block = matrix + line_block_number(i, j) * line_block * line_block;
        const FactorPair<Real> factors = load_factors(block + 2 * lane.lane);
        if (i == j) {
          multiply_add(product[i], own, factors);
        } else {
          Real other[2][V];
          read(lane, fields, column, has_column, j, other);
          multiply_add(product[i], other, factors);
          const Real* mirrored =
              block + (lane.quarter() * quarters + lane.row() % quarters) * 2 + lane.row() / quarters;
          multiply_add(product[j], own, factors_of(__ldg(mirrored), __ldg(mirrored + 2 * quarters * quarters)));
        }
      }
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < blocks; ++i)
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        const int point = i * line_block + 2 * lane.quarter() + j;
        if ((i + 1) * line_block > points && point >= points) continue;
        const int place = place_of(point);
#pragma unroll
        for (int v = 0; v < V; ++v)
          if (has_column[v]) fields[column[v] + place] = product[i][v][j];
      }
  }

 private:
  __device__ static int place_of(int point) { return Lines::place(point % N, point / N % N, point / (N * N)); }

  /// The lane's numbers of the points of a block; zeros beyond the last point or field.
  template <int V>
  __device__ static void read(const TileLane& lane, const Real* fields, const int (&column)[V],
                              const bool (&has_column)[V], int block, Real (&x)[2][V]) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int point = block * line_block + h * quarters + lane.quarter();
      const bool inside = (block + 1) * line_block <= points || point < points;
      const int place = place_of(inside ? point : 0);
#pragma unroll
      for (int v = 0; v < V; ++v) x[h][v] = inside && has_column[v] ? fields[column[v] + place] : Real(0);
    }
  }
};

}  // namespace dg
