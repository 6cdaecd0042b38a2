/// The __global__ functions that run kernel bodies on a device: one or more threads for each item, or a warp for each
/// tile.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/engines/matrix_tile.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/launch/phases.hpp"
#include "libdg/kernels/range.hpp"
#include "libdg/space/face_blocks.hpp"

namespace dg {

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
    for (int parity = 0; tile < n; parity ^= 1) {
      const Index next = tile + warps;
      kernel(tile, lane, indices, shared, parity, [&] {
        if (next < n) kernel.start(next, lane, following, shared, parity ^ 1);
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

/// Works through tiles of several kinds, one kind after the other, as if all were numbered in a row. So each warp has
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

}  // namespace dg
