/// The __global__ function that runs bodies of groups, a block for each item.
#pragma once

#include "libdg/core/index.hpp"
#include "libdg/implicit/block_bodies.hpp"
#include "libdg/implicit/front_bodies.hpp"
#include "libdg/implicit/front_factors.hpp"
#include "libdg/implicit/ilu_bodies.hpp"
#include "libdg/implicit/transfer_bodies.hpp"

namespace dg {

/// What was written before another group stored this is seen after it.
__device__ inline int load_acquired(const int* at) {
  int value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}

__device__ inline void store_released(int* at, int value) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
}

class BlockOfThreads {
 public:
  static constexpr bool is_alone = false;

  __device__ explicit BlockOfThreads(void* scratch) : scratch_(scratch) {}

  __device__ int rank() const { return static_cast<int>(threadIdx.x); }
  __device__ int size() const { return static_cast<int>(blockDim.x); }
  __device__ void sync() const { __syncthreads(); }
  __device__ void* scratch() const { return scratch_; }

  /// Into the cache that all groups share.
  __device__ void prefetch(const float* numbers, int count) const {
    constexpr int line = 32;
    for (int i = rank() * line; i < count; i += size() * line)
      asm volatile("prefetch.global.L2 [%0];" ::"l"(numbers + i));
  }

  /// As OneThread::largest(); whole warps call it.
  __device__ int largest(const float* x, int begin, int end) const {
    constexpr int warp = 32, most_warps = 32;
    constexpr unsigned all = 0xffffffffu;
    __shared__ float sizes[most_warps];
    __shared__ int places[most_warps];
    float size = -1;
    int at = end;
    const auto take = [&](float other, int place) {
      if (other > size || (other == size && place < at)) {
        size = other;
        at = place;
      }
    };
    for (int i = begin + rank(); i < end; i += this->size()) take(std::abs(x[i]), i);
    for (int lanes = warp / 2; lanes > 0; lanes /= 2)
      take(__shfl_xor_sync(all, size, lanes), __shfl_xor_sync(all, at, lanes));
    if (rank() % warp == 0) {
      sizes[rank() / warp] = size;
      places[rank() / warp] = at;
    }
    __syncthreads();
    for (int i = 0; i < this->size() / warp; ++i) take(sizes[i], places[i]);
    return at < end ? at : begin;
  }

 private:
  void* scratch_;
};

template <class Body>
__global__ void run_group(const __grid_constant__ Body body) {
  __shared__ typename ScratchOf<Body>::Type scratch;
  body(static_cast<Index>(blockIdx.x), BlockOfThreads(&scratch));
}

/// Groups take items in their order, each once, so that what an item waits for is done or being worked on.
template <class Body>
__global__ void run_in_order(const __grid_constant__ Body body, const DoneItems done) {
  __shared__ typename ScratchOf<Body>::Type scratch;
  __shared__ int taken, launch;
  if (threadIdx.x == 0) {
    launch = load_acquired(done.launches()) + 1;
    taken = atomicAdd(done.taken(), 1);
  }
  __syncthreads();
  const Index item = taken;
  const int now = launch;
  const BlockOfThreads group(&scratch);
  body.prepare(item, group);
  __syncthreads();
  body.for_each_awaited(item, group, [&](Index place) {
    while (load_acquired(done.of(place)) != now) __nanosleep(20);
  });
  __syncthreads();
  body(item, group);
  __syncthreads();
  if (threadIdx.x > 0) return;
  store_released(done.of(body.place(item)), now);
  if (atomicAdd(done.finished(), 1) < static_cast<int>(gridDim.x) - 1) return;
  *done.taken() = *done.finished() = 0;
  store_released(done.launches(), now);
}

}  // namespace dg
