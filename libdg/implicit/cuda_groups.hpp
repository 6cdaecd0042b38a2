/// Launches bodies of groups on a CUDA device, a block for each item; for .cu files only.
#pragma once

#include "libdg/backend/cuda_check.hpp"
#include "libdg/implicit/group.hpp"

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

struct CudaGroups {
  template <class Body>
  static void run(const Body& body, Index items, int threads, const char* name) {
    if (items <= 0) return;
    run_group<<<static_cast<unsigned>(items), static_cast<unsigned>(threads), 0, cudaStreamPerThread>>>(body);
    check_launch(name);
  }
};

}  // namespace dg
