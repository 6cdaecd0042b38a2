/// Products of a small constant matrix with the coefficients of a cell: c (+)= a b, the work horse of every operator.
///
/// The matrix `a` is the same for every cell. So a SIMD lane or a CUDA thread holds one column of b per cell, and an
/// entry of `a` is a broadcast. Rows are taken `rows_at_once` at a time so that the accumulators stay in registers.
#pragma once

#include <type_traits>

#include "libdg/backend/lanes.hpp"

namespace dg {

inline constexpr int rows_at_once = 4;

/// Whether two neighbouring entries of a matrix may be loaded at once: its rows are of even length.
enum class Rows { any, even };

constexpr Rows rows_of(int length) { return length % 2 == 0 ? Rows::even : Rows::any; }

/// Entries k and k + 1 of a row.
template <Rows R, class Real>
RKDG_FN void load_two(const Real* a, Real& first, Real& second) {
#ifdef __CUDA_ARCH__
  if constexpr (R == Rows::even) {
    using Two = std::conditional_t<sizeof(Real) == 8, double2, float2>;
    const Two two = *reinterpret_cast<const Two*>(a);
    first = two.x;
    second = two.y;
    return;
  }
#endif
  first = a[0];
  second = a[1];
}

/// sum[m][n] += a[m * lda] b[n].
template <int M, int N, class V>
RKDG_FN void add_column(const RealOf<V>* a, int lda, const V (&b)[N], V (&sum)[M][N]) {
  V row[N];
  RKDG_UNROLL
  for (int n = 0; n < N; ++n) {
    row[n] = b[n];
    keep_in_register(row[n]);
  }
  RKDG_UNROLL
  for (int m = 0; m < M; ++m) {
    const ConstantOf<V> x(a[m * lda]);
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) sum[m][n] += x * row[n];
  }
}

/// Two columns at once.
template <Rows R, int M, int N, class V>
RKDG_FN void add_two_columns(const RealOf<V>* a, int lda, const V (*b)[N], V (&sum)[M][N]) {
  RKDG_UNROLL
  for (int m = 0; m < M; ++m) {
    RealOf<V> first, second;
    load_two<R>(a + m * lda, first, second);
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      sum[m][n] += ConstantOf<V>(first) * b[0][n];
      sum[m][n] += ConstantOf<V>(second) * b[1][n];
    }
  }
}

/// c[m][n] = (Add ? c[m][n] : 0) + sum_k a[m * lda + k] b[k][n], m < M, with all M x N accumulators in registers.
template <bool Add, int M, int Depth, Rows R, int N, class V>
RKDG_FN void gemm_rows(const RealOf<V>* a, int lda, const V (*b)[N], V (*c)[N]) {
  V sum[M][N];
  RKDG_UNROLL
  for (int m = 0; m < M; ++m) RKDG_UNROLL
  for (int n = 0; n < N; ++n) sum[m][n] = Add ? c[m][n] : V(0);
  if constexpr (R == Rows::even && LaneTraits<V>::width == 1) {
    static_assert(Depth % 2 == 0);
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < Depth; k += 2) add_two_columns<R>(a + k, lda, b + k, sum);
  } else {
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < Depth; ++k) add_column(a + k, lda, b[k], sum);
  }
  RKDG_UNROLL
  for (int m = 0; m < M; ++m) RKDG_UNROLL
  for (int n = 0; n < N; ++n) c[m][n] = sum[m][n];
}

/// c = (Add ? c : 0) + a b with a of M rows and Depth columns, row stride lda. With rows of even length, lda must be
/// even and `a` aligned to two entries.
template <bool Add, int M, int Depth, Rows R = rows_of(Depth), int N, class V>
RKDG_FN void small_gemm(const RealOf<V>* a, int lda, const V (*b)[N], V (*c)[N]) {
  constexpr int whole = M / rows_at_once * rows_at_once;
  RKDG_UNROLL_DEVICE
  for (int m = 0; m < whole; m += rows_at_once)
    gemm_rows<Add, rows_at_once, Depth, R, N, V>(a + m * lda, lda, b, c + m);
  if constexpr (whole < M) gemm_rows<Add, M - whole, Depth, R, N, V>(a + whole * lda, lda, b, c + whole);
}

}  // namespace dg
