/// Products by matrices between the modes of a simplex and those of its faces, which are zero where the degrees say so:
/// a mode of degree d has a trace of degree d at most, and derivatives below d.
#pragma once

#include "libdg/element/face_modes.hpp"
#include "libdg/kernels/engines/small_gemm.hpp"

namespace dg {

/// Modes up to degree d of a line, a triangle or a tetrahedron; none for d = -1.
template <int Dim>
constexpr int modes_up_to(int d) {
  return Dim == 3 ? (d + 1) * (d + 2) * (d + 3) / 6 : face_mode_count<Dim + 1>(d);
}

/// Rows of degrees d to this one go together: a few products with zeros fill registers better. Of faces of cells of
/// dimension Dim, up to degree `most`.
template <int Dim>
constexpr int last_degree_with(int d, int most) {
  return d < most && (Dim == 2 ? d % 2 == 0 : d == 0) ? d + 1 : d;
}

/// c = a b with a row for each mode up to degree P - Lost of a face of cells of dimension Dim, and a column for each
/// mode up to degree P of a simplex of dimension From: those of degree d reach the rows up to degree d - Lost.
template <int Dim, int From, int P, int Lost, int D = 0, int N, class V>
RKDG_FN void to_face_modes(const RealOf<V>* a, const V (*b)[N], V (*c)[N]) {
  if constexpr (D + Lost <= P) {
    constexpr int last = last_degree_with<Dim>(D, P - Lost), row = face_mode_count<Dim>(D - 1),
                  rows = face_mode_count<Dim>(last) - row, column = modes_up_to<From>(D + Lost - 1),
                  columns = modes_up_to<From>(P);
    gemm_rows<false, rows, columns - column, Rows::any, N, V>(a + row * columns + column, columns, b + column, c + row);
    to_face_modes<Dim, From, P, Lost, last + 1>(a, b, c);
  }
}

/// c += a b with a row for each mode of a simplex of dimension Dim and a column for each of a face, up to degree P:
/// those of the cell that are of degree d are reached by those of the face up to degree d.
template <int Dim, int P, int D = 0, int N, class V>
RKDG_FN void add_from_face_modes(const RealOf<V>* a, const V (*b)[N], V (*c)[N]) {
  if constexpr (D <= P) {
    constexpr int last = last_degree_with<3>(D, P), row = modes_up_to<Dim>(D - 1), rows = modes_up_to<Dim>(last) - row,
                  columns = face_mode_count<Dim>(P);
    small_gemm<true, rows, face_mode_count<Dim>(last), Rows::any>(a + row * columns, columns, b, c + row);
    add_from_face_modes<Dim, P, last + 1>(a, b, c);
  }
}

/// y = Sign R x for modes up to degree P of a line, seen from behind.
template <int P, int Sign, int N, class V>
RKDG_FN void turn_line_modes(const V (*x)[N], V (*y)[N]) {
  RKDG_UNROLL
  for (int e = 0; e <= P; ++e) RKDG_UNROLL
  for (int n = 0; n < N; ++n) y[e][n] = (e % 2 == 0) == (Sign > 0) ? x[e][n] : -x[e][n];
}

/// y = Sign R x for modes up to degree P of a triangle, with the reflection R that each lane names, see
/// FaceModes::turned.
template <int P, int Sign, int D = 0, int N, class V>
RKDG_FN void turn_triangle_modes(const RealOf<V>* turned, IndexOf<V> turn, const V (*x)[N], V (*y)[N]) {
  if constexpr (D <= P) {
    constexpr int first = face_mode_count<3>(D - 1), entry = turned_entry_count(D - 1);
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
    turn_triangle_modes<P, Sign, D + 1>(turned, turn, x, y);
  }
}

/// One or the other, for faces of cells of dimension Dim.
template <int Dim, int P, int Sign, int N, class V>
RKDG_FN void turn_face_modes(const RealOf<V>* turned, IndexOf<V> turn, const V (*x)[N], V (*y)[N]) {
  if constexpr (Dim == 2)
    turn_line_modes<P, Sign>(x, y);
  else
    turn_triangle_modes<P, Sign>(turned, turn, x, y);
}

}  // namespace dg
