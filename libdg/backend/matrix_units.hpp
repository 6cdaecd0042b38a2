/// Products with a piece of a matrix on the matrix units of a GPU, in double precision and, by two TF32 numbers for
/// each factor, in single; for .cu files only.
///
/// c (items x columns) += a (items x 4) b (4 x 8) is one instruction of a warp: lane 4 n + k holds entry (k, n) of b,
/// and entry (n, k) of a. An item has V variables, each with a row of a of its own; in single precision an even number.
#pragma once

#include "libdg/backend/factor_pair.hpp"

namespace dg {

/// Both columns of a product.
template <class Real>
using TileProduct = Real[2];

/// In one load, which may move before earlier stores and copies.
__device__ __forceinline__ FactorPair<float> load(const FactorPair<float>* from) {
  const float4 x = __ldg(reinterpret_cast<const float4*>(from));
  return {{x.x, x.y}, {x.z, x.w}};
}
__device__ __forceinline__ FactorPair<double> load(const FactorPair<double>* from) {
  const double2 x = __ldg(reinterpret_cast<const double2*>(from));
  return {{x.x, x.y}};
}

/// c += a b on the matrix units for all variables, with two slots of the lane's item. The larger instructions of
/// compute capability 9.0, at twice the rate, take two variables as if they were items.
template <int V>
__device__ __forceinline__ void multiply_add(TileProduct<double> (&c)[V], const double (&a)[2][V],
                                             const FactorPair<double>& b) {
#if __CUDA_ARCH__ >= 900
#pragma unroll
  for (int n = 0; n + 1 < V; n += 2)
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+d"(c[n][0]), "+d"(c[n][1]), "+d"(c[n + 1][0]), "+d"(c[n + 1][1])
        : "d"(a[0][n]), "d"(a[0][n + 1]), "d"(a[1][n]), "d"(a[1][n + 1]), "d"(b.factor[0]), "d"(b.factor[1]));
#endif
#if __CUDA_ARCH__ >= 800
    // The last of an odd number; before 9.0, all.
#pragma unroll
  for (int s = 0; s < 2; ++s)
#pragma unroll
    for (int n = __CUDA_ARCH__ >= 900 ? V / 2 * 2 : 0; n < V; ++n)
      asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
          : "+d"(c[n][0]), "+d"(c[n][1])
          : "d"(a[s][n]), "d"(b.factor[s]));
#endif
}

/// The same with one slot, and the first of the factors.
template <int V>
__device__ __forceinline__ void multiply_add(TileProduct<double> (&c)[V], const double (&a)[V],
                                             const FactorPair<double>& b) {
#if __CUDA_ARCH__ >= 900
#pragma unroll
  for (int n = 0; n + 1 < V; n += 2)
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(c[n][0]), "+d"(c[n][1]), "+d"(c[n + 1][0]), "+d"(c[n + 1][1])
        : "d"(a[n]), "d"(a[n + 1]), "d"(b.factor[0]));
#endif
#if __CUDA_ARCH__ >= 800
#pragma unroll
  for (int n = __CUDA_ARCH__ >= 900 ? V / 2 * 2 : 0; n < V; ++n)
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(c[n][0]), "+d"(c[n][1])
        : "d"(a[n]), "d"(b.factor[0]));
#endif
}

/// A number as the units take it: they cut it off behind 11 bits, and what is left again. What is lost then, of 13 bits
/// the last two, is on average made up for by one unit of the last place.
struct SplitSingle {
  float high, low;
};
__device__ __forceinline__ SplitSingle split(float x) {
  const float leading = __uint_as_float(__float_as_uint(x) & 0xffffe000u);
  return {x, fmaf(x, 1.f + 0x1p-23f, -leading)};
}

/// c += a b with four columns of a, two for each of two items, and four rows of b.
__device__ __forceinline__ void multiply_add_single(TileProduct<float>& c0, TileProduct<float>& c1, float a0, float a1,
                                                    float a2, float a3, float b0, float b1) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c0[0]), "+f"(c0[1]), "+f"(c1[0]), "+f"(c1[1])
      : "r"(__float_as_uint(a0)), "r"(__float_as_uint(a1)), "r"(__float_as_uint(a2)), "r"(__float_as_uint(a3)),
        "r"(__float_as_uint(b0)), "r"(__float_as_uint(b1)));
#endif
}

/// In single precision each factor is a sum of two; the product of the small ones, 2^-21 of the whole or less, is left
/// out.
template <int V>
__device__ __forceinline__ void multiply_add(TileProduct<float> (&c)[V], const float (&a)[2][V],
                                             const FactorPair<float>& b) {
  static_assert(V % 2 == 0);
#pragma unroll
  for (int n = 0; n < V; n += 2) {
    const SplitSingle x[2] = {split(a[0][n]), split(a[0][n + 1])}, y[2] = {split(a[1][n]), split(a[1][n + 1])};
    const auto add = [&](float x0, float x1, float y0, float y1, const float(&factor)[2]) {
      multiply_add_single(c[n], c[n + 1], x0, x1, y0, y1, factor[0], factor[1]);
    };
    add(x[0].high, x[1].high, y[0].high, y[1].high, b.low);
    add(x[0].low, x[1].low, y[0].low, y[1].low, b.high);
    add(x[0].high, x[1].high, y[0].high, y[1].high, b.high);
  }
}

/// With one slot, both parts of a pass through one instruction, as if they were two slots.
template <int V>
__device__ __forceinline__ void multiply_add(TileProduct<float> (&c)[V], const float (&a)[V],
                                             const FactorPair<float>& b) {
  static_assert(V % 2 == 0);
#if __CUDA_ARCH__ >= 800
#pragma unroll
  for (int n = 0; n < V; n += 2) {
    const SplitSingle x[2] = {split(a[n]), split(a[n + 1])};
    asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(c[n][0]), "+f"(c[n][1]), "+f"(c[n + 1][0]), "+f"(c[n + 1][1])
        : "r"(__float_as_uint(x[0].high)), "r"(__float_as_uint(x[1].high)), "r"(__float_as_uint(b.low[0])));
    multiply_add_single(c[n], c[n + 1], x[0].high, x[1].high, x[0].low, x[1].low, b.high[0], b.high[1]);
  }
#endif
}

/// c += the sum over N slots of a(slot, variable) times the fragments of which the lane's entries are at `b`.
template <int N, class Real, class A, int V>
__device__ __forceinline__ void multiply_add(TileProduct<Real> (&c)[V], const A& a, const FactorPair<Real>* b) {
#pragma unroll
  for (int s = 0; s < N; s += 2) {
    Real x[2][V] = {};
#pragma unroll
    for (int i = 0; i < 2 && s + i < N; ++i)
#pragma unroll
      for (int n = 0; n < V; ++n) x[i][n] = a(s + i, n);
    const FactorPair<Real> factors = load(b + s / 2 * warp_lanes);
    if (s + 1 < N)
      multiply_add(c, x, factors);
    else
      multiply_add(c, x[0], factors);
  }
}

}  // namespace dg
