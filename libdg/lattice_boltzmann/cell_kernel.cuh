/// The __global__ function that runs bodies for the cells of a region.
#pragma once

#include "libdg/lattice_boltzmann/kernels.hpp"
#include "libdg/lattice_boltzmann/launch_bounds.hpp"

namespace dg::lbm {

/// A thread for each cell. Blocks lie in one row, so that all but x is the same for the threads of a block.
template <class Real, class Body>
__global__ void __launch_bounds__(largest_block<Real>, least_blocks<Real>)
    run_cells(Body body, Region region, int cells) {
  const int offset = blockIdx.x * blockDim.x + threadIdx.x;
  if (offset >= region.size[0]) return;
  const int x = region.begin[0] + offset, y = region.begin[1] + blockIdx.y, z = region.begin[2] + blockIdx.z;
  body.template operator()<Real>(Place{x, y, z, x == 0, x == cells - 1});
}

}  // namespace dg::lbm
