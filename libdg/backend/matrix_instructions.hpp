/// The instructions of the matrix units of a GPU; products are made of them in matrix_units.hpp.
///
/// `c (8 x 8) += a (8 x 4) b (4 x 8)` of a warp. Lane `4 n + k` holds entry (n, k) of a, (k, n) of b, and `(n, 2 k)`
/// and `(n, 2 k + 1)` of c. Most instructions take two such a and c at once, and some the sum of two products.
#pragma once

#include "libdg/backend/device_names.hpp"

namespace dg {

/// c += a b.
__device__ __forceinline__ void multiply_one(double (&c)[2], double a, double b) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(c[0]), "+d"(c[1])
      : "d"(a), "d"(b));
#endif
}

/// Both c_i += a_i b, from compute capability 9.0 on at twice the rate of two instructions.
__device__ __forceinline__ void multiply_two(double (&c0)[2], double (&c1)[2], double a0, double a1, double b) {
#if __CUDA_ARCH__ >= 900
  asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+d"(c0[0]), "+d"(c0[1]), "+d"(c1[0]), "+d"(c1[1])
      : "d"(a0), "d"(a1), "d"(b));
#else
  multiply_one(c0, a0, b);
  multiply_one(c1, a1, b);
#endif
}

/// Both c_i += a_i b + x_i y, likewise.
__device__ __forceinline__ void multiply_two(double (&c0)[2], double (&c1)[2], double a0, double a1, double b,
                                             double x0, double x1, double y) {
#if __CUDA_ARCH__ >= 900
  asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+d"(c0[0]), "+d"(c0[1]), "+d"(c1[0]), "+d"(c1[1])
      : "d"(a0), "d"(a1), "d"(x0), "d"(x1), "d"(b), "d"(y));
#else
  multiply_two(c0, c1, a0, a1, b);
  multiply_two(c0, c1, x0, x1, y);
#endif
}

/// The same in single precision, with 11 bits of each factor: what is behind them is cut off.
__device__ __forceinline__ void multiply_two(float (&c0)[2], float (&c1)[2], float a0, float a1, float b) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+f"(c0[0]), "+f"(c0[1]), "+f"(c1[0]), "+f"(c1[1])
      : "r"(__float_as_uint(a0)), "r"(__float_as_uint(a1)), "r"(__float_as_uint(b)));
#endif
}
__device__ __forceinline__ void multiply_two(float (&c0)[2], float (&c1)[2], float a0, float a1, float b, float x0,
                                             float x1, float y) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c0[0]), "+f"(c0[1]), "+f"(c1[0]), "+f"(c1[1])
      : "r"(__float_as_uint(a0)), "r"(__float_as_uint(a1)), "r"(__float_as_uint(x0)), "r"(__float_as_uint(x1)),
        "r"(__float_as_uint(b)), "r"(__float_as_uint(y)));
#endif
}

}  // namespace dg
