/// Products with a piece of a matrix on the matrix units of a GPU, in double precision and, by two TF32 numbers for
/// each factor, in single; for .cu files only. Which lane holds what: element/fragments.hpp.
#pragma once

#include "libdg/element/element.hpp"

namespace dg {

/// Both columns of a product.
template <class Real>
using TileProduct = Real[2];

/// c += a b on the matrix units for all variables, with one slot of the lane's item and the lane's entry of a fragment.
/// The larger instruction of compute capability 9.0, at twice the rate, takes two variables as if they were items.
__device__ __forceinline__ void multiply_add(TileProduct<double> (&c)[n_var], const double (&a)[n_var], double b) {
#if __CUDA_ARCH__ >= 900
#pragma unroll
  for (int n = 0; n < n_var; n += 2)
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(c[n][0]), "+d"(c[n][1]), "+d"(c[n + 1][0]), "+d"(c[n + 1][1])
        : "d"(a[n]), "d"(a[n + 1]), "d"(b));
#elif __CUDA_ARCH__ >= 800
#pragma unroll
  for (int n = 0; n < n_var; ++n)
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(c[n][0]), "+d"(c[n][1])
        : "d"(a[n]), "d"(b));
#endif
}

/// The 11 leading bits of x as the matrix units take them, and the next 11.
__device__ __forceinline__ void split_tf32(float x, unsigned& high, unsigned& low) {
#if __CUDA_ARCH__ >= 800
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(high) : "f"(x));
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(low) : "f"(x - __uint_as_float(high)));
#endif
}

__device__ __forceinline__ void multiply_add_tf32(TileProduct<float>& c, TileProduct<float>& d, unsigned a, unsigned e,
                                                  unsigned b) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(d[0]), "+f"(d[1])
      : "r"(a), "r"(e), "r"(b));
#endif
}

/// In single precision, each factor is the sum of two numbers that the units take; the product of the small ones, 2^-22
/// of the whole, is left out.
__device__ __forceinline__ void multiply_add(TileProduct<float> (&c)[n_var], const float (&a)[n_var], float b) {
  unsigned high_b = 0, low_b = 0;
  split_tf32(b, high_b, low_b);
#pragma unroll
  for (int n = 0; n < n_var; n += 2) {
    unsigned high[2] = {}, low[2] = {};
    split_tf32(a[n], high[0], low[0]);
    split_tf32(a[n + 1], high[1], low[1]);
    multiply_add_tf32(c[n], c[n + 1], low[0], low[1], high_b);
    multiply_add_tf32(c[n], c[n + 1], high[0], high[1], low_b);
    multiply_add_tf32(c[n], c[n + 1], high[0], high[1], high_b);
  }
}

}  // namespace dg
