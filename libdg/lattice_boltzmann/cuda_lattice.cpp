#include <algorithm>

#include "libdg/backend/cuda_backend.hpp"
#include "libdg/backend/device_kernel.hpp"
#include "libdg/lattice_boltzmann/lattice_on.hpp"
#include "libdg/lattice_boltzmann/launch_bounds.hpp"
#include "libdg/lattice_boltzmann/make_lattice.hpp"

namespace dg::lbm {
namespace {

struct CudaLauncher {
  static constexpr bool short_numbers = true;

  static std::unique_ptr<Backend> make_backend(int) { return make_cuda_backend(); }

  template <class Real, class Body>
  static void for_each_cell(const Backend&, const std::array<int, 3>& cells, const Region& region, const Body& body) {
    constexpr int warp = 32;
    const int block = std::min(largest_block<Real>, (region.size[0] + warp - 1) / warp * warp);
    const GridShape grid((region.size[0] + block - 1) / block, region.size[1], region.size[2]);
    static const KernelSource source{{"libdg/lattice_boltzmann/cell_kernel.cuh"}};
    static const CudaKernel<Body, Region, int> kernel(template_name<Real, Body>("dg::lbm::run_cells"));
    kernel.launch(source, {grid, static_cast<unsigned>(block)}, thread_stream(), body, region, cells[0]);
  }
};

}  // namespace

std::unique_ptr<Lattice> make_cuda_lattice(const LatticeOptions& options) {
  if (options.precision == Precision::single_precision)
    return std::make_unique<LatticeOn<float, CudaLauncher>>(options);
  return std::make_unique<LatticeOn<double, CudaLauncher>>(options);
}

}  // namespace dg::lbm
