/// Products with a piece of a matrix on the matrix units of a GPU, in double precision and, by two TF32 numbers for
/// each factor, in single; for .cu files only. Which lane holds what: element/fragments.hpp.
#pragma once

#include "libdg/element/fragments.hpp"

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

/// A number as the units take it: the 11 leading bits, rounded, and what is left, of which they take 11 as well.
__device__ __forceinline__ SplitSingle split(float x) {
  const float high = __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xffffe000u);
  return {high, x - high};
}

/// In single precision each factor is a sum of two. One instruction multiplies both parts of a by the larger part of b,
/// a second the larger part of a by the smaller one of b; the product of the small ones, 2^-22 of the whole, is left
/// out.
__device__ __forceinline__ void multiply_add(TileProduct<float> (&c)[n_var], const SplitSingle (&a)[n_var],
                                             SplitSingle b) {
#if __CUDA_ARCH__ >= 800
#pragma unroll
  for (int n = 0; n < n_var; n += 2) {
    asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(c[n][0]), "+f"(c[n][1]), "+f"(c[n + 1][0]), "+f"(c[n + 1][1])
        : "r"(__float_as_uint(a[n].high)), "r"(__float_as_uint(a[n + 1].high)), "r"(__float_as_uint(b.low)));
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %8}, "
        "{%0, %1, %2, %3};"
        : "+f"(c[n][0]), "+f"(c[n][1]), "+f"(c[n + 1][0]), "+f"(c[n + 1][1])
        : "r"(__float_as_uint(a[n].high)), "r"(__float_as_uint(a[n + 1].high)), "r"(__float_as_uint(a[n].low)),
          "r"(__float_as_uint(a[n + 1].low)), "r"(__float_as_uint(b.high)));
  }
#endif
}

__device__ __forceinline__ void multiply_add(TileProduct<float> (&c)[n_var], const float (&a)[n_var], SplitSingle b) {
  const SplitSingle parts[n_var] = {split(a[0]), split(a[1]), split(a[2]), split(a[3])};
  multiply_add(c, parts, b);
}

/// The factor b, or nothing.
__device__ __forceinline__ double factor_if(bool exists, double b) { return exists ? b : 0.; }
__device__ __forceinline__ SplitSingle factor_if(bool exists, SplitSingle b) {
  return exists ? b : SplitSingle{0.f, 0.f};
}

}  // namespace dg
