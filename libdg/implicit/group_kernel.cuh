/// The __global__ function that runs bodies of groups, a block for each item.
#pragma once

#include "libdg/core/index.hpp"
#include "libdg/implicit/block_bodies.hpp"
#include "libdg/implicit/front_bodies.hpp"
#include "libdg/implicit/transfer_bodies.hpp"

namespace dg {

struct BlockOfThreads {
  __device__ int rank() const { return static_cast<int>(threadIdx.x); }
  __device__ int size() const { return static_cast<int>(blockDim.x); }
  __device__ void sync() const { __syncthreads(); }
};

template <class Body>
__global__ void run_group(const __grid_constant__ Body body) {
  body(static_cast<Index>(blockIdx.x), BlockOfThreads{});
}

}  // namespace dg
