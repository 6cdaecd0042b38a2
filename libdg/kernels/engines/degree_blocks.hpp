/// Products by matrices between the modes of a tetrahedron and those of a triangle, which are zero where the degrees
/// say so: a mode of degree d has a trace of degree d at most, and derivatives below d.
#pragma once

#include "libdg/element/face_modes.hpp"
#include "libdg/kernels/engines/small_gemm.hpp"

namespace dg {

/// Modes up to degree d of a tetrahedron or a triangle; none for d = -1.
template <int Dim>
constexpr int modes_up_to(int d) {
  return Dim == 3 ? (d + 1) * (d + 2) * (d + 3) / 6 : face_mode_count(d);
}

/// Rows of degrees D and, of the first two, D + 1 go together: a few products with zeros fill registers better.
constexpr int last_degree_with(int d, int most) { return d == 0 && most > 0 ? 1 : d; }

/// c = a b with a row for each mode of a triangle up to degree P - Lost, and a column for each mode up to degree P of a
/// cell of dimension From: those of degree d reach the rows up to degree d - Lost.
template <int From, int P, int Lost, int D = 0, int N, class V>
RKDG_FN void to_face_modes(const RealOf<V>* a, const V (*b)[N], V (*c)[N]) {
  if constexpr (D + Lost <= P) {
    constexpr int last = last_degree_with(D, P - Lost), row = face_mode_count(D - 1),
                  rows = face_mode_count(last) - row, column = modes_up_to<From>(D + Lost - 1),
                  columns = modes_up_to<From>(P);
    gemm_rows<false, rows, columns - column, Rows::any, N, V>(a + row * columns + column, columns, b + column, c + row);
    to_face_modes<From, P, Lost, last + 1>(a, b, c);
  }
}

/// c += a b with a row for each mode of a tetrahedron and a column for each of a triangle, up to degree P: those of the
/// cell that are of degree d are reached by those of the face up to degree d.
template <int P, int D = 0, int N, class V>
RKDG_FN void add_from_face_modes(const RealOf<V>* a, const V (*b)[N], V (*c)[N]) {
  if constexpr (D <= P) {
    constexpr int last = last_degree_with(D, P), row = modes_up_to<3>(D - 1), rows = modes_up_to<3>(last) - row;
    small_gemm<true, rows, face_mode_count(last), Rows::any>(a + row * face_mode_count(P), face_mode_count(P), b,
                                                             c + row);
    add_from_face_modes<P, last + 1>(a, b, c);
  }
}

/// y = Sign R x for modes up to degree P of a triangle, with the reflection R that each lane names, see
/// FaceModes::turned.
template <int P, int Sign, int D = 0, int N, class V>
RKDG_FN void turn_face_modes(const RealOf<V>* turned, IndexOf<V> turn, const V (*x)[N], V (*y)[N]) {
  if constexpr (D <= P) {
    constexpr int first = face_mode_count(D - 1), entry = turned_entry_count(D - 1);
    V sum[D + 1][N];
    RKDG_UNROLL
    for (int i = 0; i <= D; ++i) RKDG_UNROLL
    for (int j = 0; j <= D; ++j) {
      const V r = lookup<V>(turned + (entry + i * (D + 1) + j) * face_turn_slots, turn);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        const V part = r * x[first + j][n];
        if (j == 0)
          sum[i][n] = Sign > 0 ? part : -part;
        else if (Sign > 0)
          sum[i][n] += part;
        else
          sum[i][n] -= part;
      }
    }
    RKDG_UNROLL
    for (int i = 0; i <= D; ++i) RKDG_UNROLL
    for (int n = 0; n < N; ++n) y[first + i][n] = sum[i][n];
    turn_face_modes<P, Sign, D + 1>(turned, turn, x, y);
  }
}

}  // namespace dg
