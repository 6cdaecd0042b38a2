#include "libdg/backend/cuda_backend.hpp"
#include "libdg/backend/cuda_check.hpp"
#include "libdg/lattice_boltzmann/lattice_on.hpp"
#include "libdg/lattice_boltzmann/make_lattice.hpp"

namespace dg::lbm {
namespace {

/// Threads of a block: 1024 bytes of each population, which reached more of the memory's bandwidth than half or twice
/// that. In single precision four blocks to a multiprocessor, with the 64 registers that this leaves a thread, gained
/// one percent more; in double precision such a limit would spill.
template <class Real>
constexpr int largest_block = 1024 / sizeof(Real);
template <class Real>
constexpr int least_blocks = sizeof(Real) == 4 ? 4 : 1;

/// A thread for each cell, and blocks that lie in one row, so that all but x is the same for the threads of a block.
template <class Real, class Body>
__global__ void __launch_bounds__(largest_block<Real>, least_blocks<Real>)
    run_cells(Body body, Region region, int cells) {
  const int offset = blockIdx.x * blockDim.x + threadIdx.x;
  if (offset >= region.size[0]) return;
  const int x = region.begin[0] + offset, y = region.begin[1] + blockIdx.y, z = region.begin[2] + blockIdx.z;
  body.template operator()<Real>(Place{x, y, z, x == 0, x == cells - 1});
}

struct CudaLauncher {
  static constexpr bool short_numbers = true;

  static std::unique_ptr<Backend> make_backend(int) { return make_cuda_backend(); }

  template <class Real, class Body>
  static void for_each_cell(const Backend&, const std::array<int, 3>& cells, const Region& region, const Body& body) {
    constexpr int warp = 32;
    const int block = std::min(largest_block<Real>, (region.size[0] + warp - 1) / warp * warp);
    const dim3 grid((region.size[0] + block - 1) / block, region.size[1], region.size[2]);
    run_cells<Real><<<grid, block, 0, cudaStreamPerThread>>>(body, region, cells[0]);
    check_launch("lattice Boltzmann kernel");
  }
};

}  // namespace

std::unique_ptr<Lattice> make_cuda_lattice(const LatticeOptions& options) {
  if (options.precision == Precision::single_precision)
    return std::make_unique<LatticeOn<float, CudaLauncher>>(options);
  return std::make_unique<LatticeOn<double, CudaLauncher>>(options);
}

}  // namespace dg::lbm
