/// Products of constant matrices of which most entries are zero, with the modes of a simplex. The place of each other
/// entry is known when the program is compiled (element/simplex_patterns.hpp).
#pragma once

#include <utility>

#include "libdg/backend/inline_lambda.hpp"
#include "libdg/element/simplex_patterns.hpp"
#include "libdg/kernels/engines/small_gemm.hpp"

namespace dg {

/// sum += a[Entry] b, or nothing for -1.
template <int Entry, int N, class V>
RKDG_FN void add_entry(const RealOf<V>* a, const V (&b)[N], V (&sum)[N]) {
  if constexpr (Entry >= 0) {
    const ConstantOf<V> x(a[Entry]);
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) sum[n] += x * b[n];
  }
}

/// Adds column Column of rows First... in the order of the pattern.
template <const auto& Pattern, int First, int Column, int N, class V, std::size_t... I>
RKDG_FN void add_sparse_column(const RealOf<V>* a, const V (&b)[N], V (&sum)[sizeof...(I)][N],
                               std::index_sequence<I...>) {
  if constexpr (((Pattern.at[Pattern.order[First + int(I)]][Column] >= 0) || ...)) {
    V row[N];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      row[n] = b[n];
      keep_in_register(row[n]);
    }
    (add_entry<Pattern.at[Pattern.order[First + int(I)]][Column]>(a, row, sum[I]), ...);
  }
}

/// All columns for M rows, taken from b[column].
template <const auto& Pattern, int First, int M, int N, class V, std::size_t... Column>
RKDG_FN void add_sparse_columns(const RealOf<V>* a, const V (*b)[N], V (&sum)[M][N], std::index_sequence<Column...>) {
  (add_sparse_column<Pattern, First, int(Column)>(a, b[Column], sum, std::make_index_sequence<M>{}), ...);
}

/// Has a compiler forget what is in the memory behind these. Otherwise it keeps operands of one product for the next,
/// more of them than there are registers.
template <class A, class B>
RKDG_FN void forget_memory(const A*& a, const B*& b) {
  asm volatile("" : "+r"(a), "+r"(b) : : "memory");
}

/// Calls take(row, sum) for the rows that the pattern lists, sum[n] = sum over columns of a b; `a` holds the entries.
template <const auto& Pattern, int First = 0, int N, class V, class Visit>
RKDG_FN void sparse_rows(const RealOf<V>* a, const V (*b)[N], const Visit& visit) {
  if constexpr (First < Pattern.listed) {
    constexpr int M = std::min(rows_at_once, Pattern.listed - First);
    forget_memory(a, b);
    V sum[M][N];
    RKDG_UNROLL
    for (int m = 0; m < M; ++m) RKDG_UNROLL
    for (int n = 0; n < N; ++n) sum[m][n] = V(RealOf<V>(0));
    add_sparse_columns<Pattern, First>(a, b, sum, std::make_index_sequence<Pattern.columns>{});
    RKDG_UNROLL
    for (int m = 0; m < M; ++m) visit(Pattern.order[First + m], sum[m]);
    sparse_rows<Pattern, First + M>(a, b, visit);
  }
}

/// c = a b, or c += a b, in the rows that the pattern lists.
template <const auto& Pattern, bool Add, int N, class V>
RKDG_FN void sparse_gemm(const RealOf<V>* a, const V (*b)[N], V (*c)[N]) {
  sparse_rows<Pattern>(a, b, [&](int row, const V(&sum)[N]) RKDG_INLINE {
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) c[row][n] = Add ? c[row][n] + sum[n] : sum[n];
  });
}

/// Whether p of each mode of a simplex is odd, so that the mirror changes its sign.
template <int Dim, int P>
constexpr auto odd_modes() {
  std::array<bool, static_cast<std::size_t>(modes_up_to<Dim>(P))> odd{};
  for (std::size_t mode = 0; mode < odd.size(); ++mode) odd[mode] = mode_sums<Dim, P>()[mode][0] % 2 == 1;
  return odd;
}

/// Column Column of M rows: to those of even modes or to those of odd ones.
template <const auto& Pattern, bool Odd, int First, int Column, int M, int N, class V>
RKDG_FN void add_mirrored_column(const RealOf<V>* a, const V (&b)[N], V (&even)[M][N], V (&odd)[M][N]) {
  add_sparse_column<Pattern, First, Column>(a, b, Odd ? odd : even, std::make_index_sequence<M>{});
}
template <const auto& Pattern, int Dim, int P, int First, int M, int N, class V, std::size_t... Column>
RKDG_FN void add_mirrored_columns(const RealOf<V>* a, const V (*b)[N], V (&even)[M][N], V (&odd)[M][N],
                                  std::index_sequence<Column...>) {
  constexpr auto is_odd = odd_modes<Dim, P>();
  (add_mirrored_column<Pattern, is_odd[Column], First, int(Column)>(a, b[Column], even, odd), ...);
}

/// Modes of the traces on the last two faces of a simplex, from the matrix of the first of them.
template <int Dim, int P, int First = 0, int N, class V>
RKDG_FN void mirrored_traces(const RealOf<V>* a, const V (*b)[N], V (*first)[N], V (*second)[N]) {
  constexpr const auto& pattern = trace_pattern<Dim, P, Dim - 1>;
  if constexpr (First < pattern.listed) {
    constexpr int M = std::min(2, pattern.listed - First);
    constexpr auto flips = odd_modes<Dim - 1, P>();
    forget_memory(a, b);
    V even[M][N], odd[M][N];
    RKDG_UNROLL
    for (int m = 0; m < M; ++m) RKDG_UNROLL
    for (int n = 0; n < N; ++n) even[m][n] = odd[m][n] = V(RealOf<V>(0));
    add_mirrored_columns<pattern, Dim, P, First>(a, b, even, odd, std::make_index_sequence<pattern.columns>{});
    RKDG_UNROLL
    for (int m = 0; m < M; ++m) {
      const auto row = static_cast<std::size_t>(pattern.order[First + m]);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        first[row][n] = even[m][n] + odd[m][n];
        second[row][n] = flips[row] ? odd[m][n] - even[m][n] : even[m][n] - odd[m][n];
      }
    }
    mirrored_traces<Dim, P, First + M>(a, b, first, second);
  }
}

/// y = x as the mirror has it.
template <int Dim, int P, int N, class V>
RKDG_FN void in_mirror(const V (&x)[modes_up_to<Dim>(P)][N], V (&y)[modes_up_to<Dim>(P)][N]) {
  constexpr auto flips = odd_modes<Dim, P>();
  for (std::size_t mode = 0; mode < flips.size(); ++mode) RKDG_UNROLL
  for (int n = 0; n < N; ++n) y[mode][n] = flips[mode] ? -x[mode][n] : x[mode][n];
}

/// Calls take(k, sum) for the modes of a simplex. There, sum[n] is what has modes even[e] on the last face but one
/// where k is even, odd[e] where it is odd, lifted.
template <int Dim, int P, int N, class V, class Visit>
RKDG_FN void lift_apart(const RealOf<V>* a, const V (&even)[face_mode_count<Dim>(P)][N],
                        const V (&odd)[face_mode_count<Dim>(P)][N], const Visit& visit) {
  sparse_rows<lift_pattern<Dim, P, Dim - 1, RowParity::even>>(a, even, visit);
  sparse_rows<lift_pattern<Dim, P, Dim - 1, RowParity::odd>>(a, odd, visit);
}

}  // namespace dg
