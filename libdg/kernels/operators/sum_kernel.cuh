/// The __global__ function that sums over cells.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/sum_cells.hpp"

namespace dg {

/// Writes the sums of each block of cells to out[block][point_sums()]; the order of additions is always the same.
template <class Real, class Kernel>
__global__ void __launch_bounds__(cuda_block)
    sum_cells_kernel(const __grid_constant__ Kernel kernel, Index n, double* out) {
  constexpr int warp = 32, n_var = Kernel::n_var, added = added_sums(n_var), count = point_sums(n_var);
  __shared__ double of_warp[cuda_block / warp][count];
  const Index i = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x);
  PointSums<Real, n_var> cell{};
  if (i < n) cell = kernel.template operator()<Real>(i);
  for (int j = 0; j < count; ++j) {
    double x = j < n_var       ? cell.integral[j]
               : j < 2 * n_var ? cell.square[j - n_var]
               : j < added     ? cell.bad
                               : cell.largest[j - added];
    for (int offset = warp / 2; offset > 0; offset /= 2) {
      const double other = __shfl_xor_sync(0xffffffffu, x, offset);
      x = j < added ? x + other : (other <= x ? x : other);
    }
    if (threadIdx.x % warp == 0) of_warp[threadIdx.x / warp][j] = x;
  }
  __syncthreads();
  if (threadIdx.x >= count) return;
  const int j = static_cast<int>(threadIdx.x);
  double x = of_warp[0][j];
  for (int w = 1; w < cuda_block / warp; ++w) {
    const double other = of_warp[w][j];
    x = j < added ? x + other : (other <= x ? x : other);
  }
  out[std::int64_t(blockIdx.x) * count + j] = x;
}

}  // namespace dg
