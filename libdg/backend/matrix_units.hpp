/// Products with a piece of a matrix on the matrix units of a GPU. In double precision they are direct; in single
/// precision each factor is two TF32 numbers.
///
/// `c (items x columns) += a (items x 4) b (4 x 8)`: lane `4 n + k` holds entry (k, n) of b, and entry (n, k) of a. An
/// item has V variables, each with a row of a of its own; instructions that take two items take two variables of one.
#pragma once

#include "libdg/backend/factor_pair.hpp"
#include "libdg/backend/matrix_instructions.hpp"

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

/// Fragment j of a pair as if there were no other. It is not found by its index in what load() returns, which local
/// memory would hold for it.
__device__ __forceinline__ FactorPair<double> load_alone(const FactorPair<double>* from, int j) {
  const double x = __ldg(from->factor + j);
  return {{x, x}};
}
__device__ __forceinline__ FactorPair<float> load_alone(const FactorPair<float>* from, int j) {
  const float high = __ldg(from->high + j), low = __ldg(from->low + j);
  return {{high, high}, {low, low}};
}

/// c += a b for all variables, with two slots of the lane's item.
template <int V>
__device__ __forceinline__ void multiply_add(TileProduct<double> (&c)[V], const double (&a)[2][V],
                                             const FactorPair<double>& b) {
#pragma unroll
  for (int n = 0; n + 1 < V; n += 2)
    multiply_two(c[n], c[n + 1], a[0][n], a[0][n + 1], b.factor[0], a[1][n], a[1][n + 1], b.factor[1]);
  if constexpr (V % 2 == 1) {
    multiply_one(c[V - 1], a[0][V - 1], b.factor[0]);
    multiply_one(c[V - 1], a[1][V - 1], b.factor[1]);
  }
}

/// The same with one slot, and the first of the factors.
template <int V>
__device__ __forceinline__ void multiply_add(TileProduct<double> (&c)[V], const double (&a)[V],
                                             const FactorPair<double>& b) {
#pragma unroll
  for (int n = 0; n + 1 < V; n += 2) multiply_two(c[n], c[n + 1], a[n], a[n + 1], b.factor[0]);
  if constexpr (V % 2 == 1) multiply_one(c[V - 1], a[V - 1], b.factor[0]);
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

/// In single precision each factor is a sum of two; the product of the small ones, 2^-21 of the whole or less, is left
/// out. The last of an odd number of variables has what its cut leaves as the second item.
template <int V>
__device__ __forceinline__ void multiply_add(TileProduct<float> (&c)[V], const float (&a)[2][V],
                                             const FactorPair<float>& b) {
#pragma unroll
  for (int n = 0; n + 1 < V; n += 2) {
    const SplitSingle x[2] = {split(a[0][n]), split(a[0][n + 1])}, y[2] = {split(a[1][n]), split(a[1][n + 1])};
    multiply_two(c[n], c[n + 1], x[0].high, x[1].high, b.low[0], y[0].high, y[1].high, b.low[1]);
    multiply_two(c[n], c[n + 1], x[0].low, x[1].low, b.high[0], y[0].low, y[1].low, b.high[1]);
    multiply_two(c[n], c[n + 1], x[0].high, x[1].high, b.high[0], y[0].high, y[1].high, b.high[1]);
  }
  if constexpr (V % 2 == 1) {
    const SplitSingle x = split(a[0][V - 1]), y = split(a[1][V - 1]);
    TileProduct<float> small = {};
    multiply_two(c[V - 1], small, x.high, x.low, b.low[0], y.high, y.low, b.low[1]);
    multiply_two(c[V - 1], small, x.high, x.low, b.high[0], y.high, y.low, b.high[1]);
    c[V - 1][0] += small[0];
    c[V - 1][1] += small[1];
  }
}

/// With one slot, both parts of a pass through one instruction, as if they were two slots.
template <int V>
__device__ __forceinline__ void multiply_add(TileProduct<float> (&c)[V], const float (&a)[V],
                                             const FactorPair<float>& b) {
#pragma unroll
  for (int n = 0; n + 1 < V; n += 2) {
    const SplitSingle x[2] = {split(a[n]), split(a[n + 1])};
    multiply_two(c[n], c[n + 1], x[0].high, x[1].high, b.low[0]);
    multiply_two(c[n], c[n + 1], x[0].high, x[1].high, b.high[0], x[0].low, x[1].low, b.high[1]);
  }
  if constexpr (V % 2 == 1) {
    const SplitSingle x = split(a[V - 1]);
    TileProduct<float> small = {};
    multiply_two(c[V - 1], small, x.high, x.low, b.low[0]);
    multiply_two(c[V - 1], small, x.high, x.low, b.high[0]);
    c[V - 1][0] += small[0];
    c[V - 1][1] += small[1];
  }
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
