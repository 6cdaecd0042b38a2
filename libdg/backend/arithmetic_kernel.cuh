/// The __global__ function that measures the arithmetic units of a device: multiply-adds that wait for nothing but each
/// other.
#pragma once

#include "libdg/backend/arithmetic_units.hpp"

namespace dg::arithmetic {

template <class Real>
struct VectorUnits {
  static __device__ Real work(Real seed) {
    const Real a = Real(0.999), b = Real(0.001) * seed;
    Real x[chains];
#pragma unroll
    for (int i = 0; i < chains; ++i) x[i] = seed + Real(i);
#pragma unroll 8
    for (int round = 0; round < rounds; ++round)
#pragma unroll
      for (int i = 0; i < chains; ++i) x[i] = x[i] * a + b;
    Real sum = 0;
#pragma unroll
    for (int i = 0; i < chains; ++i) sum += x[i];
    return sum;
  }
};

struct Tensor8x8x4 {
  static __device__ double work(double seed) {
    double sum = 0;
#if __CUDA_ARCH__ >= 800
    const double a = 0.01 * seed, b = 0.02 * seed;
    double c[chains][2];
#pragma unroll
    for (int i = 0; i < chains; ++i) c[i][0] = c[i][1] = i;
#pragma unroll 4
    for (int round = 0; round < rounds; ++round)
#pragma unroll
      for (int i = 0; i < chains; ++i)
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                     : "+d"(c[i][0]), "+d"(c[i][1])
                     : "d"(a), "d"(b));
#pragma unroll
    for (int i = 0; i < chains; ++i) sum += c[i][0] + c[i][1];
#endif
    return sum;
  }
};

struct Tensor16x8x16 {
  static __device__ double work(double seed) {
    double sum = 0;
#if __CUDA_ARCH__ >= 900
    const double a = 0.01 * seed, b = 0.02 * seed;
    double c[chains][4];
#pragma unroll
    for (int i = 0; i < chains; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) c[i][j] = i;
#pragma unroll 2
    for (int round = 0; round < rounds; ++round)
#pragma unroll
      for (int i = 0; i < chains; ++i)
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
            "{%4, %4, %4, %4, %4, %4, %4, %4}, {%5, %5, %5, %5}, {%0, %1, %2, %3};"
            : "+d"(c[i][0]), "+d"(c[i][1]), "+d"(c[i][2]), "+d"(c[i][3])
            : "d"(a), "d"(b));
#pragma unroll
    for (int i = 0; i < chains; ++i) sum += c[i][0] + c[i][1] + c[i][2] + c[i][3];
#endif
    return sum;
  }
};

/// `sink` is written by no thread, but the compiler cannot know.
template <class Units, class Real>
__global__ void __launch_bounds__(threads) multiply_add(Real seed, Real* sink) {
  const Real x = Units::work(seed + Real(threadIdx.x));
  if (x == Real(-12345)) *sink = x;
}

}  // namespace dg::arithmetic
