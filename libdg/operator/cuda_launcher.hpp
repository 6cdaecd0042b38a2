/// How kernels are launched on a CUDA device: one or more threads for each item, or a warp for each tile; for .cu files
/// only.
#pragma once

#include <algorithm>

#include "libdg/backend/cuda_branches.hpp"
#include "libdg/backend/cuda_check.hpp"
#include "libdg/backend/team.hpp"
#include "libdg/operator/face_blocks.hpp"
#include "libdg/operator/pass_times.hpp"
#include "libdg/operator/tensor_tile.hpp"

namespace dg {

inline constexpr int cuda_block = 128;

/// Calls a kernel body for each item 0 <= i < n (and for up to 31 items of padding). The threads of an item are lanes
/// of one warp, as far from each other as possible, so that neighbouring lanes read neighbouring items.
template <class Real, class Kernel>
__global__ void __launch_bounds__(cuda_block, Kernel::shape.blocks)
    run_body(const __grid_constant__ Kernel kernel, Index n) {
  constexpr int warp = 32, threads = Kernel::shape.threads, items = warp / threads;
  const Index lane = threadIdx.x % warp;
  const Index first = static_cast<Index>((blockIdx.x * blockDim.x + threadIdx.x) / warp) * items;
  if (first < n) kernel(first + lane % items, Team<threads, Real>{static_cast<int>(lane / items)});
}

template <class Real, class Kernel>
void launch_cuda(const Kernel& kernel, Index n, const char* name, cudaStream_t stream = cudaStreamPerThread) {
  if (n == 0) return;
  constexpr Index items = cuda_block / Kernel::shape.threads;
  run_body<Real><<<(n + items - 1) / items, cuda_block, 0, stream>>>(kernel, n);
  check_launch(name);
}

/// Works through the groups of a block of faces, a block of threads for each.
template <class Real, class Kernel>
__global__ void __launch_bounds__(cuda_block, Kernel::shape.blocks)
    run_face_block(const __grid_constant__ Kernel kernel, const FaceBlocks blocks, Index begin) {
  constexpr int warp = 32, threads = Kernel::shape.threads, items = warp / threads;
  const Index block = begin + static_cast<Index>(blockIdx.x);
  const Index lane = threadIdx.x % warp, first = static_cast<Index>(threadIdx.x / warp) * items;
  for (Index g = blocks.block_begin[block]; g < blocks.block_begin[block + 1]; ++g) {
    const Index end = blocks.begin[g + 1];
    for (Index i = blocks.begin[g] + first; i < end; i += cuda_block / threads)
      kernel.face(i + lane % items, end, Team<threads, Real>{static_cast<int>(lane / items)});
    __syncthreads();
  }
}

/// Calls a kernel body for tiles 0 <= i < n, each by a warp with its part of shared memory. Where its shape says so, a
/// warp works through several tiles, and asks for what the next one reads while it works on the present.
template <class Kernel>
__global__ void __launch_bounds__(cuda_block, Kernel::shape.blocks)
    run_tile(const __grid_constant__ Kernel kernel, Index n) {
  using Real = typename Kernel::Number;
  extern __shared__ double2 shared_memory[];
  const TileLane lane{static_cast<int>(threadIdx.x % warp_lanes)};
  const Index warp = static_cast<Index>(threadIdx.x / warp_lanes);
  Real* shared = reinterpret_cast<Real*>(shared_memory) + warp * kernel.shared_numbers();
  Index tile = static_cast<Index>(blockIdx.x) * tile_warps + warp;
  if (tile >= n) return;
  auto indices = kernel.fetch(tile, lane);
  kernel.start(tile, lane, indices, shared, 0);
  close_copies();
  if constexpr (!Kernel::shape.pipelined) {
    kernel(tile, lane, indices, shared, 0, [] { close_copies(); });
  } else {
    const Index warps = static_cast<Index>(gridDim.x) * tile_warps;
    auto following = kernel.fetch(min(tile + warps, n - 1), lane);
    for (int turn = 0; tile < n; turn ^= 1) {
      const Index next = tile + warps;
      kernel(tile, lane, indices, shared, turn, [&] {
        if (next < n) kernel.start(next, lane, following, shared, turn ^ 1);
        close_copies();
      });
      indices = following;
      following = kernel.fetch(min(next + warps, n - 1), lane);
      tile = next;
    }
  }
}

/// A pair of events around the launches of a pass.
class CudaPassTimer {
 public:
  CudaPassTimer() {
    check_cuda(cudaEventCreate(&start_), "cudaEventCreate");
    check_cuda(cudaEventCreate(&stop_), "cudaEventCreate");
  }
  CudaPassTimer(const CudaPassTimer&) = delete;
  CudaPassTimer& operator=(const CudaPassTimer&) = delete;
  ~CudaPassTimer() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }

  /// Runs `launch` and waits for it: passes that would run side by side run one after the other.
  template <class Launch>
  void time(PassTimes& times, const char* name, cudaStream_t stream, Launch&& launch) const {
    check_cuda(cudaEventRecord(start_, stream), "cudaEventRecord");
    launch();
    check_cuda(cudaEventRecord(stop_, stream), "cudaEventRecord");
    check_cuda(cudaEventSynchronize(stop_), name);
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, start_, stop_), "cudaEventElapsedTime");
    times.add(name, 1e-3 * milliseconds);
  }

 private:
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

/// Launches kernels on the device; see stages.hpp for what it must offer.
struct CudaLauncher {
  const CudaBranches& branches;
  const CudaPassTimer& timer;
  PassTimes* times;  ///< may be null

  void fork() const { branches.fork(); }
  void join() const { branches.join(); }

  template <class Real, class Kernel>
  void run(const Kernel& kernel, Index n, const char* name, int branch = 0) const {
    const cudaStream_t stream = branches.stream(branch);
    timed(name, stream, [&] { launch_cuda<Real>(kernel, n, name, stream); });
  }

  template <class Real, class Kernel>
  void run_blocks(const Kernel& kernel, const FaceBlocks& blocks, Index begin, Index end, const char* name) const {
    if (begin == end) return;
    timed(name, cudaStreamPerThread, [&] {
      run_face_block<Real><<<end - begin, cuda_block, 0, cudaStreamPerThread>>>(kernel, blocks, begin);
      check_launch(name);
    });
  }

  template <class Kernel>
  void run_tiles(const Kernel& kernel, Index n, const char* name, int branch) const {
    if (n == 0) return;
    const int shared = tile_warps * kernel.shared_numbers() * int(sizeof(typename Kernel::Number));
    check_cuda(cudaFuncSetAttribute(run_tile<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared), name);
    Index blocks = (n + tile_warps - 1) / tile_warps;
    if (Kernel::shape.pipelined) {
      int fit = 0;
      check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, run_tile<Kernel>, cuda_block, shared), name);
      blocks = std::min(blocks, multiprocessors() * fit);
    }
    const cudaStream_t stream = branches.stream(branch);
    timed(name, stream, [&] {
      run_tile<<<blocks, cuda_block, shared, stream>>>(kernel, n);
      check_launch(name);
    });
  }

 private:
  static Index multiprocessors() {
    int device = 0, count = 0;
    check_cuda(cudaGetDevice(&device), "cudaGetDevice");
    check_cuda(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device), "cudaDeviceGetAttribute");
    return count;
  }

  template <class Launch>
  void timed(const char* name, cudaStream_t stream, Launch&& launch) const {
    if (times)
      timer.time(*times, name, stream, launch);
    else
      launch();
  }
};

}  // namespace dg
