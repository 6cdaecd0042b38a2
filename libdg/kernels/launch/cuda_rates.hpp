/// The largest rate of all cells, found by many warps at once; for .cu files only.
#pragma once

#include "libdg/kernels/integrands/stable_rate.hpp"

namespace dg {

/// Warps leave what they find at one of several places, so that few wait for each other.
inline constexpr int rate_places = 32, rate_place_stride = 16;
inline constexpr int rate_numbers = rate_places * rate_place_stride;

/// Numbers that are not negative order as the integers of their bits.
__device__ inline void atomic_maximum(float* to, float x) {
  atomicMax(reinterpret_cast<unsigned*>(to), __float_as_uint(x));
}
__device__ inline void atomic_maximum(double* to, double x) {
  atomicMax(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(__double_as_longlong(x)));
}

/// Takes the rates of a warp, of lanes that are multiples of `Step`, to the place for a warp of that number. A NaN is
/// left to find_bad_cell().
template <int Step, class Real>
__device__ void collect_rate(Real* largest, Index warp, Real rate) {
  rate = rate > Real(0) ? rate : Real(0);
#pragma unroll
  for (int offset = 16; offset >= Step; offset /= 2) rate = maximum(rate, __shfl_xor_sync(0xffffffffu, rate, offset));
  if (threadIdx.x % 32 == 0) atomic_maximum(largest + warp % rate_places * rate_place_stride, rate);
}

template <class Eq, class Real = typename Eq::Real>
__global__ void __launch_bounds__(128)
    find_step_kernel(const __grid_constant__ CellRate<Eq> kernel, Index n, Real* largest) {
  const Index i = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x);
  collect_rate<1>(largest, i / 32, kernel.template operator()<Real>(i < n ? i : n - 1));
}

/// Ends a step and sets the next, by one warp; the places of `largest` begin anew.
template <class Real>
__global__ void next_step_kernel(const __grid_constant__ StepLimits<Real> limits, Real* largest,
                                 StepControl<Real>* control) {
  Real* place = largest + threadIdx.x * rate_place_stride;
  Real rate = *place;
  *place = Real(0);
  for (int offset = 16; offset > 0; offset /= 2) rate = maximum(rate, __shfl_xor_sync(0xffffffffu, rate, offset));
  if (threadIdx.x > 0) return;
  finish_step(*control);
  set_step(limits, rate, *control);
}

template <class Real>
__global__ void end_step_kernel(StepControl<Real>* control) {
  finish_step(*control);
}

}  // namespace dg
