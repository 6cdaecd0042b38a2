/// What a neighbour sees of the modes of a line or of a triangle, and back: the reflections of FaceModes.
#pragma once

#include "libdg/backend/lanes.hpp"
#include "libdg/element/face_modes.hpp"

namespace dg {

/// y = Sign R x for modes up to degree P of a line, seen from behind.
template <int P, int Sign, int N, class V>
RKDG_FN void orient_line_modes(const V (*x)[N], V (*y)[N]) {
  RKDG_UNROLL
  for (int e = 0; e <= P; ++e) RKDG_UNROLL
  for (int n = 0; n < N; ++n) y[e][n] = (e % 2 == 0) == (Sign > 0) ? x[e][n] : -x[e][n];
}

/// y = Sign R x for modes up to degree P of a triangle, with the reflection R that each lane names, see
/// FaceModes::oriented.
template <int P, int Sign, int D = 0, int N, class V>
RKDG_FN void orient_triangle_modes(const RealOf<V>* oriented, IndexOf<V> orientation, const V (*x)[N], V (*y)[N]) {
  if constexpr (D <= P) {
    constexpr int first = face_mode_count<3>(D - 1), entry = oriented_entry_count(D - 1);
    V sum[D + 1][N];
    RKDG_UNROLL
    for (int i = 0; i <= D; ++i) RKDG_UNROLL
    for (int j = 0; j <= D; ++j) {
      const V r = lookup<V>(oriented + (entry + i * (D + 1) + j) * face_orientation_slots, orientation);
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
    orient_triangle_modes<P, Sign, D + 1>(oriented, orientation, x, y);
  }
}

/// One or the other, for faces of cells of dimension Dim.
template <int Dim, int P, int Sign, int N, class V>
RKDG_FN void orient_face_modes(const RealOf<V>* oriented, IndexOf<V> orientation, const V (*x)[N], V (*y)[N]) {
  if constexpr (Dim == 2)
    orient_line_modes<P, Sign>(x, y);
  else
    orient_triangle_modes<P, Sign>(oriented, orientation, x, y);
}

}  // namespace dg
