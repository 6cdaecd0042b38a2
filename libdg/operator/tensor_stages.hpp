/// Runge-Kutta stages with assembly `tensor`; .cu files only.
#pragma once

#include <algorithm>

#include "libdg/backend/cuda_branches.hpp"
#include "libdg/backend/cuda_check.hpp"
#include "libdg/operator/operators.hpp"
#include "libdg/operator/tensor_cells.hpp"
#include "libdg/operator/tensor_curved_cells.hpp"
#include "libdg/operator/tensor_faces.hpp"
#include "libdg/operator/zone_kind.hpp"

namespace dg {

inline constexpr int tile_block = 128;

/// Calls a kernel body for tiles 0 <= i < n. Where `ahead`, a warp takes several, and looks up the indices of the next
/// one before it works on the present one.
template <class Kernel>
__global__ void __launch_bounds__(tile_block, Kernel::shape.blocks)
    run_tiles(const __grid_constant__ Kernel kernel, Index n) {
  const TileLane lane{static_cast<int>(threadIdx.x % warp_lanes)};
  Index tile = static_cast<Index>((blockIdx.x * blockDim.x + threadIdx.x) / warp_lanes);
  if (tile >= n) return;
  auto indices = kernel.fetch(tile, lane);
  if constexpr (!Kernel::shape.ahead) return kernel(tile, lane, indices);
  const Index warps = static_cast<Index>(gridDim.x) * (tile_block / warp_lanes);
  while (tile < n) {
    const auto present = indices;
    const Index next = tile + warps;
    if (next < n) indices = kernel.fetch(next, lane);
    kernel(tile, lane, present);
    tile = next;
  }
}

/// Launches on a stream of a device with so many multiprocessors.
template <class Kernel>
void launch_tiles(const Kernel& kernel, Index n, const char* name, int multiprocessors, cudaStream_t stream) {
  if (n == 0) return;
  constexpr Index tiles = tile_block / warp_lanes;
  Index blocks = (n + tiles - 1) / tiles;
  if (Kernel::shape.ahead) blocks = std::min(blocks, Index(multiprocessors * Kernel::shape.blocks));
  run_tiles<<<blocks, tile_block, 0, stream>>>(kernel, n);
  check_launch(name);
}

/// Two passes as in `gather`: faces store fluxes and jumps, cells gather them.
template <int P>
class TensorStages {
 public:
  TensorStages(Backend& backend, const Scheme<double>& scheme)
      : store_(backend, std::size_t(scheme.tiles.begin[face_classes]) * tile_faces * StoredFace<P>::size) {
    check_cuda(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, 0), "cudaDeviceGetAttribute");
  }

  void take(const CudaBranches& branches, const Scheme<double>& scheme, const Stage<double>& stage) {
    branches.fork();
    faces<false, false>(scheme, stage, branches.stream(0));
    faces<false, true>(scheme, stage, branches.stream(0));
    faces<true, false>(scheme, stage, branches.stream(scheme.zones.count - 1));
    faces<true, true>(scheme, stage, branches.stream(scheme.zones.count - 1));
    branches.join();
    branches.fork();
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<double>& zone = scheme.zones.zone[z];
      with_zone_kind(zone, [&]<Space S, bool Curved>() {
        using Cells = std::conditional_t<Curved, TensorCurvedCells<S, P>, TensorCells<S, P>>;
        launch_tiles(Cells{scheme, stage, store_.data(), z}, zone.padded / tile_items, "tensor cells", multiprocessors_,
                     branches.stream(z));
      });
    }
    branches.join();
  }

 private:
  template <bool Curved, bool Boundary>
  void faces(const Scheme<double>& scheme, const Stage<double>& stage, cudaStream_t stream) {
    constexpr int c = static_cast<int>(face_class(Curved, Boundary));
    const Index tiles = scheme.tiles.begin[c + 1] - scheme.tiles.begin[c];
    launch_tiles(TensorFaces<P, Curved, Boundary>{scheme, scheme.tiles, stage.in, store_.data()}, tiles, "tensor faces",
                 multiprocessors_, stream);
  }

  Array<double> store_;
  int multiprocessors_ = 1;
};

}  // namespace dg
