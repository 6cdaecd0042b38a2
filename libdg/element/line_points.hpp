/// Where states by points of hexahedra with Q^p have the values at the points of lines
/// (kernels/engines/sum_factorisation_3d.hpp).
#pragma once

namespace dg {

/// The place of point (i, j, k) of n^3: [k][j][i], but that exclusive or spreads rows and planes where n is a power of
/// two, as in shared memory.
constexpr int place_of_line_point(int n, int i, int j, int k) {
  const bool is_power = (n & (n - 1)) == 0;
  return is_power ? k * n * n + (j ^ k) * n + (i ^ k) : k * n * n + j * n + i;
}

}  // namespace dg
