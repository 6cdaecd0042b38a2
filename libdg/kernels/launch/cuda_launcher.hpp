/// How kernels are launched on a CUDA device: one or more threads for each item, or a warp for each tile; for .cu files
/// only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "libdg/backend/cuda_branches.hpp"
#include "libdg/backend/cuda_check.hpp"
#include "libdg/backend/cuda_trace.hpp"
#include "libdg/kernels/engines/matrix_tile.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/launch/pass_times.hpp"
#include "libdg/kernels/launch/phases.hpp"
#include "libdg/kernels/launch/range.hpp"
#include "libdg/space/face_blocks.hpp"

namespace dg {

inline constexpr int cuda_block = 128;

/// Calls a kernel body for each item of a range. The threads of an item are lanes of one warp, as far from each other
/// as possible, so that neighbouring lanes read neighbouring items.
template <class Real, class Kernel>
__global__ void __launch_bounds__(cuda_block, Kernel::shape.blocks)
    run_body(const __grid_constant__ Kernel kernel, Range range) {
  using OneTeam = Team<Kernel::shape.threads, Real>;
  constexpr int warp = 32, items = OneTeam::per_warp;
  const Index lane = threadIdx.x % warp;
  const Index first = range.begin + static_cast<Index>((blockIdx.x * blockDim.x + threadIdx.x) / warp) * items;
  const Index item = first + lane % items;
  if (lane < OneTeam::lanes && (items * OneTeam::size == warp ? first : item) < range.end)
    kernel(item, OneTeam{static_cast<int>(lane / items)});
}

template <class Real, class Kernel>
void launch_cuda(const Kernel& kernel, Range range, const char* name, cudaStream_t stream = cudaStreamPerThread) {
  if (range.size() <= 0) return;
  constexpr Index items = cuda_block / 32 * Team<Kernel::shape.threads, Real>::per_warp;
  run_body<Real><<<(range.size() + items - 1) / items, cuda_block, 0, stream>>>(kernel, range);
  check_launch(name);
}

/// Works through the groups of a block of faces, a block of threads for each.
template <class Real, class Kernel>
__global__ void __launch_bounds__(cuda_block, Kernel::shape.blocks)
    run_face_block(const __grid_constant__ Kernel kernel, const FaceBlocks blocks, Index begin) {
  using OneTeam = Team<Kernel::shape.threads, Real>;
  constexpr int warp = 32, items = OneTeam::per_warp;
  const Index block = begin + static_cast<Index>(blockIdx.x);
  const Index lane = threadIdx.x % warp, first = static_cast<Index>(threadIdx.x / warp) * items;
  for (Index g = blocks.block_begin[block]; g < blocks.block_begin[block + 1]; ++g) {
    const Index end = blocks.begin[g + 1];
    for (Index i = blocks.begin[g] + first; i < end; i += cuda_block / warp * items)
      if (lane < OneTeam::lanes) kernel.face(i + lane % items, end, OneTeam{static_cast<int>(lane / items)});
    __syncthreads();
  }
}

/// Those that ran fastest with patches of 212 cells, see benchmarks/NOTES.md.
inline constexpr int patch_threads = 256, patch_blocks = 3;

/// Works through the phases of a patch, a block of threads for each.
template <class Kernel>
__global__ void __launch_bounds__(patch_threads, patch_blocks) run_patch(const __grid_constant__ Kernel kernel) {
  extern __shared__ double2 shared_memory[];
  auto* shared = reinterpret_cast<typename Kernel::Real*>(shared_memory);
  const auto bounds = kernel.patches.bounds[blockIdx.x];
  for_phases<0>(kernel, [&]<int Phase>() {
    if constexpr (Kernel::waits(Phase)) __syncthreads();
    const Range items = kernel.items(bounds, Phase);
    for (Index i = items.begin + static_cast<Index>(threadIdx.x); i < items.end; i += patch_threads)
      kernel.template run<Phase>(bounds, i, shared);
  });
}

template <class Kernel>
void launch_patches(const Kernel& kernel, const char* name, cudaStream_t stream) {
  const int shared = kernel.shared_numbers() * int(sizeof(typename Kernel::Real));
  check_cuda(cudaFuncSetAttribute(run_patch<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared), name);
  run_patch<<<kernel.patches.count, patch_threads, shared, stream>>>(kernel);
  check_launch(name);
}

/// Works on a tile by a warp with its part of shared memory.
template <class Kernel>
__device__ __forceinline__ void work_on(const Kernel& kernel, const TileLane& lane, Index tile,
                                        typename Kernel::Number* shared) {
  const auto indices = kernel.fetch(tile, lane);
  kernel.start(tile, lane, indices, shared, 0);
  close_copies();
  kernel(tile, lane, indices, shared, 0, [] { close_copies(); });
}

/// Works through tiles `tile`, `tile` + `warps`, ... below n; returns the first that is not below n. Where its shape
/// says so, the warp asks for what the next tile reads while it works on the present one.
template <class Kernel>
__device__ __forceinline__ Index work_through(const Kernel& kernel, const TileLane& lane, Index tile, Index n,
                                              Index warps, typename Kernel::Number* shared) {
  if constexpr (Kernel::shape.pipelined) {
    if (tile >= n) return tile;
    auto indices = kernel.fetch(tile, lane);
    kernel.start(tile, lane, indices, shared, 0);
    close_copies();
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
  } else {
    for (; tile < n; tile += warps) {
      work_on(kernel, lane, tile, shared);
      __syncwarp();
    }
  }
  return tile;
}

/// Works through tiles of several kinds, one kind after the other, as if all were numbered in a row: so each warp has
/// as many as any other, but for one. Work::each(visit) calls visit(kernel, tiles) for every kind, Work::at(tile,
/// visit) calls visit(kernel, tile, tiles) with the place of a tile in its kind.
template <class Work>
__global__ void __launch_bounds__(cuda_block, Work::shape.blocks)
    run_tiles(const __grid_constant__ Work work, int shared_numbers) {
  extern __shared__ double2 shared_memory[];
  constexpr int members = Work::shape.team, teams = tile_warps / members;
  static_assert(members == 1 || !Work::shape.repeats());
  const Index warp = __shfl_sync(0xffffffffu, static_cast<Index>(threadIdx.x / warp_lanes), 0);
  const TileLane lane{static_cast<int>(threadIdx.x % warp_lanes), static_cast<int>(warp % members)};
  auto* shared = reinterpret_cast<typename Work::Number*>(shared_memory) + warp / members * shared_numbers;
  const Index warps = static_cast<Index>(gridDim.x) * tile_warps;
  Index tile = static_cast<Index>(blockIdx.x) * teams + warp / members;
  if constexpr (Work::shape.repeats())
    work.each([&](const auto& kernel, Index tiles) {
      tile = work_through(kernel, lane, tile, tiles, warps, shared) - tiles;
    });
  else
    work.at(tile, [&](const auto& kernel, Index item, Index tiles) {
      if (item < tiles) work_on(kernel, lane, item, shared);
    });
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
  void follow(int branch, int other) const { branches.follow(branch, other); }

  template <class Real, class Kernel>
  void run(const Kernel& kernel, Range range, const char* name, int branch = 0) const {
    const cudaStream_t stream = branches.stream(branch);
    timed(name, stream, [&] { launch_cuda<Real>(kernel, range, name, stream); });
  }

  /// Copies an array on the device.
  template <class Real>
  void copy(const Real* from, Real* to, std::int64_t n, const char* name, int branch = 0) const {
    const cudaStream_t stream = branches.stream(branch);
    timed(name, stream, [&] {
      check_cuda(cudaMemcpyAsync(to, from, std::size_t(n) * sizeof(Real), cudaMemcpyDeviceToDevice, stream), name);
    });
  }

  template <class Real, class Kernel>
  void run_blocks(const Kernel& kernel, const FaceBlocks& blocks, Index begin, Index end, const char* name) const {
    if (begin == end) return;
    const cudaStream_t stream = branches.stream(0);
    timed(name, stream, [&] {
      run_face_block<Real><<<end - begin, cuda_block, 0, stream>>>(kernel, blocks, begin);
      check_launch(name);
    });
  }

  /// See the kernel run_tiles(). `share` is the part of the device's time that the work takes among what runs beside
  /// it: where each warp has several tiles, all of that starts at once, and ends at about the same time.
  template <class Work>
  void run_tiles(const Work& work, const char* name, int branch = 0, double share = 1) const {
    int numbers = 0;
    Index tiles = 0;
    work.each([&](const auto& kernel, Index n) {
      if (n > 0) numbers = std::max(numbers, kernel.shared_numbers());
      tiles += n;
    });
    if (tiles == 0) return;
    constexpr int teams = tile_warps / Work::shape.team;
    const int shared = teams * numbers * int(sizeof(typename Work::Number));
    check_cuda(cudaFuncSetAttribute(dg::run_tiles<Work>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared), name);
    Index blocks = (tiles + teams - 1) / teams;
    if (Work::shape.pipelined || (Work::shape.shares && share < 1)) {
      int fit = 0;
      check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, dg::run_tiles<Work>, cuda_block, shared), name);
      const int own = std::max(1, static_cast<int>(std::lround(share * fit)));
      blocks = std::min(blocks, multiprocessors() * own);
    }
    const cudaStream_t stream = branches.stream(branch);
    timed(name, stream, [&] {
      dg::run_tiles<<<blocks, cuda_block, shared, stream>>>(work, numbers);
      check_launch(name);
    });
  }

  /// Works through all patches of a kernel, each in its phases: kernel.run<Phase>(bounds, i, shared) for all items i
  /// below kernel.items(bounds, Phase), phase after phase.
  template <class Kernel>
  void run_patches(const Kernel& kernel, const char* name) const {
    const cudaStream_t stream = branches.stream(0);
    timed(name, stream, [&] { launch_patches(kernel, name, stream); });
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
    if (times) return timer.time(*times, name, stream, launch);
    const TracedPass pass(name, stream);
    launch();
  }
};

}  // namespace dg
