/// A warp of a GPU as 32 threads of the host, for tests of kernels on the matrix units where there is no device.
///
/// This header comes before all others; this folder comes before the project's, so that its
/// libdg/backend/async_copy.hpp and matrix_units.hpp take the place of those for devices. Copies arrive when a thread
/// waits for them and no earlier, and shared memory is not a number before it is written: a kernel that waits for too
/// little fails.
#pragma once

#include <algorithm>
#include <barrier>
#include <cmath>
#include <thread>
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
struct float4 {
  float x, y, z, w;
};
struct ThreadPlace {
  unsigned x = 0;
};
inline thread_local ThreadPlace threadIdx;
inline constexpr ThreadPlace blockIdx{}, blockDim{32};

namespace dg::test {

/// All lanes meet here.
inline std::barrier<>& warp_barrier() {
  static std::barrier<> barrier(32);
  return barrier;
}

}  // namespace dg::test

inline void __syncwarp(unsigned = 0) { dg::test::warp_barrier().arrive_and_wait(); }
template <class T>
T __ldg(const T* from) {
  return *from;
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
inline unsigned __float_as_uint(float) { return 0; }
inline float __uint_as_float(unsigned) { return 0; }
inline long long __double_as_longlong(double) { return 0; }
inline double __longlong_as_double(long long) { return 0; }
