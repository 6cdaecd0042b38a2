#include "libdg/lattice_boltzmann/lattice.hpp"

#include <algorithm>

#include "libdg/backend/cuda_backend.hpp"
#include "libdg/lattice_boltzmann/make_lattice.hpp"

namespace dg::lbm {

std::unique_ptr<Lattice> make_lattice(const LatticeOptions& options) {
  check_options(options);
  const bool any_device = has_cuda() && !cuda_device_name().empty();
  const bool on_device =
      options.backend == BackendKind::cuda || (options.backend == BackendKind::automatic && any_device);
  return on_device ? make_cuda_lattice(options) : make_cpu_lattice(options);
}

std::vector<Region> slabs(const Region& region, std::int64_t most_cells) {
  const std::int64_t plane = static_cast<std::int64_t>(region.size[0]) * region.size[1];
  const int planes = static_cast<int>(std::clamp<std::int64_t>(most_cells / plane, 1, region.size[2]));
  std::vector<Region> all;
  for (int z = 0; z < region.size[2]; z += planes) {
    Region slab = region;
    slab.begin[2] += z;
    slab.size[2] = std::min(planes, region.size[2] - z);
    all.push_back(slab);
  }
  return all;
}

}  // namespace dg::lbm
