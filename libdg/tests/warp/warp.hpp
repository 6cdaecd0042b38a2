/// A warp of a GPU on the host, for tests of kernels on the matrix units where there is no device.
///
/// This header comes before all others; this folder comes before the project's, so that its
/// libdg/backend/async_copy.hpp and matrix_instructions.hpp take the place of those for devices. Copies arrive when a
/// lane waits for them and no earlier, and shared memory is not a number before it is written: a kernel that waits for
/// too little fails. Lanes take turns where they wait for each other, from the first to the last and back again, so
/// that one that does not wait reads what is not there yet one time or the other.
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

inline constexpr int warp_size = 32;

/// Lanes of a warp that take turns.
class Warp {
 public:
  /// Calls work() as each lane; threadIdx tells which.
  static void run(const std::function<void()>& work) {
    constexpr std::size_t stack = 1 << 19;
    static std::vector<char> stacks(warp_size * stack);
    Warp& warp = the_warp();
    warp.work_ = &work;
    warp.done_ = 0;
    warp.step_ = 1;
    for (int i = 0; i < warp_size; ++i) {
      getcontext(&warp.lanes_[i]);
      warp.lanes_[i].uc_stack.ss_sp = &stacks[i * stack];
      warp.lanes_[i].uc_stack.ss_size = stack;
      warp.lanes_[i].uc_link = &warp.caller_;
      makecontext(
          &warp.lanes_[i], [] { the_warp().run_lane(); }, 0);
    }
    threadIdx.x = 0;
    swapcontext(&warp.caller_, &warp.lanes_[0]);
    if (warp.done_ != warp_size) std::abort();  // some wait for others that have ended
  }

  /// Goes on when all lanes have come here.
  static void wait_for_all() {
    Warp& warp = the_warp();
    if (warp.done_ > 0) std::abort();  // others wait no more
    if (warp.is_last()) {
      warp.step_ = -warp.step_;
    } else {
      ucontext_t& own = warp.lanes_[threadIdx.x];
      threadIdx.x += warp.step_;
      swapcontext(&own, &warp.lanes_[threadIdx.x]);
    }
  }

 private:
  static Warp& the_warp() {
    static Warp warp;
    return warp;
  }
  bool is_last() const { return threadIdx.x == (step_ > 0 ? warp_size - 1 : 0); }

  void run_lane() {
    (*work_)();
    ++done_;
    if (is_last()) return;  // to the caller
    threadIdx.x += step_;
    setcontext(&lanes_[threadIdx.x]);
  }

  const std::function<void()>* work_ = nullptr;
  ucontext_t lanes_[warp_size], caller_;
  int done_ = 0;  ///< lanes that have ended
  int step_ = 1;  ///< to the lane whose turn is next
};

}  // namespace dg::test

inline void __syncwarp(unsigned = 0) { dg::test::Warp::wait_for_all(); }
template <class T>
T __ldg(const T* from) {
  return *from;
}

/// What lane `from` has of x.
template <class T>
T __shfl_sync(unsigned, T x, int from) {
  static T of_lane[dg::test::warp_size];
  __syncwarp();
  of_lane[threadIdx.x] = x;
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
