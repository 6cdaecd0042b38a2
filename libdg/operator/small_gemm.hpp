/// Products of a small constant matrix with the coefficients of a cell: c (+)= a b, the work horse of every operator.
///
/// `a` is the same for every cell, so a SIMD lane or a CUDA thread holds one column of b per cell and an entry of `a`
/// is a broadcast. Rows are taken `rows_at_once` at a time so that the accumulators stay in registers.
#pragma once

#include "libdg/backend/lanes.hpp"

namespace dg {

inline constexpr int rows_at_once = 4;

/// c[m][n] = (Add ? c[m][n] : 0) + sum_k a[m * lda + k] b[k][n], m < M, with all M x N accumulators in registers.
template <bool Add, int M, int Depth, int N, class V>
RKDG_FN void gemm_rows(const RealOf<V>* a, int lda, const V (*b)[N], V (*c)[N]) {
  V sum[M][N];
  RKDG_UNROLL
  for (int m = 0; m < M; ++m) RKDG_UNROLL
  for (int n = 0; n < N; ++n) sum[m][n] = Add ? c[m][n] : V(0);
  RKDG_UNROLL_DEVICE
  for (int k = 0; k < Depth; ++k) {
    V row[N];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) row[n] = b[k][n];
    RKDG_UNROLL
    for (int m = 0; m < M; ++m) {
      const V x(a[m * lda + k]);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[m][n] += x * row[n];
    }
  }
  RKDG_UNROLL
  for (int m = 0; m < M; ++m) RKDG_UNROLL
  for (int n = 0; n < N; ++n) c[m][n] = sum[m][n];
}

/// c = (Add ? c : 0) + a b with a of M rows and Depth columns, row stride lda.
template <bool Add, int M, int Depth, int N, class V>
RKDG_FN void small_gemm(const RealOf<V>* a, int lda, const V (*b)[N], V (*c)[N]) {
  constexpr int whole = M / rows_at_once * rows_at_once;
  RKDG_UNROLL_DEVICE
  for (int m = 0; m < whole; m += rows_at_once) gemm_rows<Add, rows_at_once, Depth, N, V>(a + m * lda, lda, b, c + m);
  if constexpr (whole < M) gemm_rows<Add, M - whole, Depth, N, V>(a + whole * lda, lda, b, c + whole);
}

}  // namespace dg
