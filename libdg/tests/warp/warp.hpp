/// A warp of a GPU, or a team of two, on the host: for tests of kernels on the matrix units without a device.
///
/// This header comes before all others; this folder comes before the project's, so that its
/// libdg/backend/async_copy.hpp and matrix_instructions.hpp take the place of those for devices. Copies arrive when a
/// lane waits for them and no earlier, and shared memory is not a number before it is written. So a kernel that waits
/// for too little fails. Lanes take turns where they wait for each other, from the first to the last and back again. So
/// one that does not wait reads what is not there yet one time or the other. Warps of a team take turns where they
/// wait for each other, either of them ahead of the other by turns.
#pragma once

#include <ucontext.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <vector>

#define __device__
#define __host__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __grid_constant__

using std::max;
using std::min;

struct double2 {
  double x, y;
};
struct float2 {
  float x, y;
};
struct float4 {
  float x, y, z, w;
};
struct ThreadPlace {
  unsigned x = 0;
};
inline ThreadPlace threadIdx;  ///< of the lane whose turn it is
inline constexpr ThreadPlace blockIdx{}, blockDim{32};

namespace dg::test {

inline constexpr int warp_size = 32, most_warps = 2;

/// Lanes that take turns, warp by warp.
class Warps {
 public:
  /// Calls work() as each lane of so many warps; threadIdx tells which.
  static void run(int count, const std::function<void()>& work) {
    constexpr std::size_t stack = 1 << 19;
    static std::vector<char> stacks(most_warps * warp_size * stack);
    Warps& all = the_warps();
    all.work_ = &work;
    all.count_ = count;
    all.waits_ = none;
    for (int i = 0; i < count * warp_size; ++i) {
      ucontext_t& lane = all.lanes_[i];
      getcontext(&lane);
      lane.uc_stack.ss_sp = &stacks[i * stack];
      lane.uc_stack.ss_size = stack;
      lane.uc_link = &all.caller_;
      makecontext(
          &lane, [] { the_warps().run_lane(); }, 0);
    }
    for (int w = 0; w < count; ++w) all.warps_[w] = {.next = unsigned(w * warp_size)};
    threadIdx.x = 0;
    swapcontext(&all.caller_, &all.lanes_[0]);
    for (int w = 0; w < count; ++w)
      if (all.warps_[w].done != warp_size) std::abort();  // some wait for others that have ended
  }

  /// Goes on when all lanes of the warp have come here.
  static void wait_for_warp() {
    Warps& all = the_warps();
    if (all.own().done > 0) std::abort();  // others wait no more
    if (all.is_last())
      all.own().step = -all.own().step;
    else
      all.go_on(threadIdx.x + all.own().step);
  }

  /// Goes on when all lanes of all warps have come here.
  static void wait_for_all() {
    Warps& all = the_warps();
    const bool is_last = all.is_last();
    wait_for_warp();
    if (!is_last || all.count_ == 1) return;
    const int warp = warp_of_lane();
    if (all.waits_ != none) {
      all.waits_ = none;
      return;
    }
    all.waits_ = warp;
    all.warps_[warp].next = threadIdx.x;
    all.go_on(all.warps_[1 - warp].next);
  }

 private:
  static constexpr int none = -1;

  struct Warp {
    unsigned next = 0;  ///< the lane whose turn it is when the warp goes on
    int done = 0;       ///< lanes that have ended
    int step = 1;       ///< to the lane whose turn is next
  };

  static Warps& the_warps() {
    static Warps warps;
    return warps;
  }
  static int warp_of_lane() { return static_cast<int>(threadIdx.x) / warp_size; }
  Warp& own() { return warps_[warp_of_lane()]; }
  bool is_last() { return threadIdx.x % warp_size == (own().step > 0 ? warp_size - 1u : 0u); }

  void go_on(unsigned lane) {
    ucontext_t& own = lanes_[threadIdx.x];
    threadIdx.x = lane;
    swapcontext(&own, &lanes_[lane]);
  }

  void run_lane() {
    (*work_)();
    const bool last = is_last();
    ++own().done;
    if (!last) {
      threadIdx.x += own().step;
    } else {
      const int other = 1 - warp_of_lane();
      if (count_ == 1 || warps_[other].done > 0) return;  // to the caller
      if (waits_ == other) std::abort();                  // for this, which has ended
      threadIdx.x = warps_[other].next;
    }
    setcontext(&lanes_[threadIdx.x]);
  }

  const std::function<void()>* work_ = nullptr;
  ucontext_t lanes_[most_warps * warp_size], caller_;
  Warp warps_[most_warps];
  int count_ = 1;
  int waits_ = none;  ///< the warp all of whose lanes wait for the other
};

}  // namespace dg::test

inline void __syncwarp(unsigned = 0) { dg::test::Warps::wait_for_warp(); }
template <class T>
T __ldg(const T* from) {
  return *from;
}

/// What lane `from` has of x.
template <class T>
T __shfl_sync(unsigned, T x, int from) {
  static T of_lane[dg::test::warp_size];
  __syncwarp();
  of_lane[threadIdx.x % dg::test::warp_size] = x;
  __syncwarp();
  return of_lane[from];
}

// Only the search for the next step uses these, which is tested on a device.
template <class T>
T __shfl_xor_sync(unsigned, T x, int) {
  return x;
}
template <class T>
T atomicMax(T* at, T x) {
  return *at = std::max(*at, x);
}
inline long long __double_as_longlong(double) { return 0; }
inline double __longlong_as_double(long long) { return 0; }

inline std::uint32_t __float_as_uint(float x) { return std::bit_cast<std::uint32_t>(x); }
inline float __uint_as_float(std::uint32_t x) { return std::bit_cast<float>(x); }
/// The bytes of two numbers that the digits of a third one count, the last first.
inline std::uint32_t __byte_perm(std::uint32_t x, std::uint32_t y, std::uint32_t which) {
  const std::uint64_t both = std::uint64_t(y) << 32 | x;
  std::uint32_t chosen = 0;
  for (int i = 0; i < 4; ++i) chosen |= static_cast<std::uint32_t>(both >> (which >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return chosen;
}
