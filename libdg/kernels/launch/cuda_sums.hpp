/// Sums over cells on a CUDA device; for .cu files only.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/cuda_check.hpp"
#include "libdg/backend/read_back.hpp"
#include "libdg/kernels/integrands/state_sums.hpp"

namespace dg {

inline constexpr int sum_block = 128;

/// Writes the sums of each block of cells to out[block][point_sums()]; the order of additions is always the same.
template <class Real, class Kernel>
__global__ void __launch_bounds__(sum_block)
    sum_cells_kernel(const __grid_constant__ Kernel kernel, Index n, double* out) {
  constexpr int warp = 32, n_var = Kernel::n_var, added = added_sums(n_var), count = point_sums(n_var);
  __shared__ double of_warp[sum_block / warp][count];
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
  for (int w = 1; w < sum_block / warp; ++w) {
    const double other = of_warp[w][j];
    x = j < added ? x + other : (other <= x ? x : other);
  }
  out[std::int64_t(blockIdx.x) * count + j] = x;
}

/// Sums over all cells of a mesh, as many at a time as are asked for; their memory is kept.
class CudaSums {
 public:
  explicit CudaSums(Backend& backend) : backend_(backend) {}

  /// Adds up what the kernels of all zones give: launch(z, sum_zone) calls sum_zone(kernel) with that of zone z, which
  /// has cells(z) cells, and is called for zones 0, 1, ... in turn. The result is there when the device has come so
  /// far: calling it waits for that.
  template <class Real, int NVar, class Cells, class Launch>
  std::function<StateSums<NVar>()> over_zones(int zones, const Cells& cells, const Launch& launch) {
    constexpr int count = point_sums(NVar);
    const auto blocks_of = [&](int z) { return (cells(z) + sum_block - 1) / sum_block; };
    Index blocks = 0;
    for (int z = 0; z < zones; ++z) blocks += blocks_of(z);
    const std::size_t size = std::size_t(blocks) * count;
    const std::shared_ptr<Memory> memory = free_memory();
    if (memory->partial.size() < size) memory->partial = Array<double>(backend_, size);
    double* out = memory->partial.data();
    for (int z = 0; z < zones; ++z)
      launch(z, [&](const auto& kernel) {
        if (cells(z) == 0) return;
        sum_cells_kernel<Real><<<blocks_of(z), sum_block, 0, cudaStreamPerThread>>>(kernel, cells(z), out);
        check_launch("sums over cells");
        out += std::size_t(blocks_of(z)) * count;
      });
    memory->numbers.fetch(memory->partial.data(), size);
    return [memory, blocks] {
      const std::span<const double> numbers = memory->numbers.values();
      StateSums<NVar> total;
      for (Index b = 0; b < blocks; ++b) total.add(&numbers[std::size_t(b) * count]);
      return total;
    };
  }

 private:
  struct Memory {
    explicit Memory(Backend& backend) : numbers(backend) {}
    Array<double> partial;  ///< sums of blocks
    ReadBack<double> numbers;
  };

  /// One that no pending sum holds.
  std::shared_ptr<Memory> free_memory() {
    for (const std::shared_ptr<Memory>& m : memory_)
      if (m.use_count() == 1) return m;
    return memory_.emplace_back(std::make_shared<Memory>(backend_));
  }

  Backend& backend_;
  std::vector<std::shared_ptr<Memory>> memory_;
};

}  // namespace dg
