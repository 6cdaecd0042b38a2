/// Products of small constant matrices with even and odd modes apart, see element/even_odd.hpp.
#pragma once

#include <type_traits>

#include "libdg/backend/inline_lambda.hpp"
#include "libdg/element/even_odd.hpp"
#include "libdg/kernels/engines/small_gemm.hpp"

namespace dg {

/// sum[m] = sum_j a[m * lda + j] b[list[j]], j < Depth.
template <int M, int Depth, int N, class V>
RKDG_FN void multiply_listed(const RealOf<V>* a, int lda, const short* list, const V (*b)[N], V (&sum)[M][N]) {
  RKDG_UNROLL
  for (int m = 0; m < M; ++m) RKDG_UNROLL
  for (int n = 0; n < N; ++n) sum[m][n] = V(RealOf<V>(0));
  for (int j = 0; j < Depth; ++j) add_column(a + j, lda, b[list[j]], sum);
}

/// Values at Pairs pairs of points from the modes b, by rows of even and of odd columns. They are even + odd at the
/// first points, even - odd at the second.
template <int Dim, int P, int Pairs, int N, class V>
RKDG_FN void values_at_pairs(const RealOf<V>* even, const RealOf<V>* odd, int lda, const V (*b)[N], V (*first)[N],
                             V (*second)[N]) {
  constexpr int at_once = 4, chunks = (Pairs + at_once - 1) / at_once, M = (Pairs + chunks - 1) / chunks;
  constexpr const auto& modes = even_odd_modes<Dim, P>;
  V sum[M][N];
  multiply_listed<M, modes.n_even>(even, lda, modes.even, b, sum);
  RKDG_UNROLL
  for (int m = 0; m < M; ++m) RKDG_UNROLL
  for (int n = 0; n < N; ++n) first[m][n] = sum[m][n];
  multiply_listed<M, modes.n_odd>(odd, lda, modes.odd, b, sum);
  RKDG_UNROLL
  for (int m = 0; m < M; ++m) RKDG_UNROLL
  for (int n = 0; n < N; ++n) {
    const V x = first[m][n];
    first[m][n] = x + sum[m][n];
    second[m][n] = x - sum[m][n];
  }
  if constexpr (M < Pairs)
    values_at_pairs<Dim, P, Pairs - M>(even + M * lda, odd + M * lda, lda, b, first + M, second + M);
}

/// Values at Points points on the mirror, by rows of even columns.
template <int Dim, int P, int Points, int N, class V>
RKDG_FN void values_on_mirror(const RealOf<V>* even, int lda, const V (*b)[N], V (*values)[N]) {
  constexpr int at_once = 4, chunks = (Points + at_once - 1) / at_once, M = (Points + chunks - 1) / chunks;
  constexpr const auto& modes = even_odd_modes<Dim, P>;
  V sum[M][N];
  multiply_listed<M, modes.n_even>(even, lda, modes.even, b, sum);
  RKDG_UNROLL
  for (int m = 0; m < M; ++m) RKDG_UNROLL
  for (int n = 0; n < N; ++n) values[m][n] = sum[m][n];
  if constexpr (M < Points) values_on_mirror<Dim, P, Points - M>(even + M * lda, lda, b, values + M);
}

/// c[list[row]] = (Add ? c[list[row]] : 0) + sum_j a[row * Depth + j] b[j], row < Rows.
template <bool Add, int Rows, int Depth, int N, class V>
RKDG_FN void multiply_to_listed(const RealOf<V>* a, const short* list, const V (*b)[N], V (*c)[N]) {
  if constexpr (Rows > 0 && Depth > 0) {
    constexpr int chunks = (Rows + rows_at_once - 1) / rows_at_once, M = (Rows + chunks - 1) / chunks,
                  last = Rows - (chunks - 1) * M;
    const auto multiply_rows = [&]<int Count>(int row, std::integral_constant<int, Count>) RKDG_INLINE {
      V sum[Count][N];
      RKDG_UNROLL
      for (int m = 0; m < Count; ++m) RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[m][n] = Add ? c[list[row + m]][n] : V(RealOf<V>(0));
      for (int j = 0; j < Depth; ++j) add_column(a + row * Depth + j, Depth, b[j], sum);
      RKDG_UNROLL
      for (int m = 0; m < Count; ++m) RKDG_UNROLL
      for (int n = 0; n < N; ++n) c[list[row + m]][n] = sum[m][n];
    };
    for (int row = 0; row < (chunks - 1) * M; row += M) multiply_rows(row, std::integral_constant<int, M>{});
    multiply_rows((chunks - 1) * M, std::integral_constant<int, last>{});
  }
}

/// What two points have in common takes the place of the first, what they differ by that of the second. With Swap it is
/// the other way round.
template <bool Swap, int Pairs, int N, class V>
RKDG_FN void fold_pairs(V (&first)[Pairs][N], V (&second)[Pairs][N]) {
  for (int i = 0; i < Pairs; ++i) RKDG_UNROLL
  for (int n = 0; n < N; ++n) {
    const V sum = first[i][n] + second[i][n], difference = first[i][n] - second[i][n];
    first[i][n] = Swap ? difference : sum;
    second[i][n] = Swap ? sum : difference;
  }
}

}  // namespace dg
