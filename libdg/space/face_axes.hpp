/// Derivatives on a face: along which directions, and how they follow from those on the reference face.
#pragma once

#include "libdg/backend/lanes.hpp"
#include "libdg/element/element.hpp"

namespace dg {

/// The coordinates, or on straight faces the unit normal n and its tangent `(-n_y, n_x)`, in 3-D two directions of the
/// face. Of all derivatives, a viscous flux along n needs fewer of the latter. The lifting of a straight face has but
/// the first.
enum class Frame { cartesian, face };

/// How the derivatives along the normal and the directions of a reference face make up d / d x_d: see
/// element/tables.hpp.
template <int Dim, class V>
struct FaceAxes {
  V normal[Dim], tangent[Dim - 1][Dim];

  FaceAxes() = default;
  /// From the inverse Jacobian m[r * Dim + d] and FaceTablesView::frame.
  RKDG_FN FaceAxes(const V (&m)[Dim * Dim], const V (&frame)[Dim * Dim]) {
    RKDG_UNROLL
    for (int d = 0; d < Dim; ++d) {
      normal[d] = rotated(m, frame, d);
      RKDG_UNROLL
      for (int a = 0; a + 1 < Dim; ++a) tangent[a][d] = rotated(m, frame + (a + 1) * Dim, d);
    }
  }

  RKDG_FN void rotate(V across, const V (&along)[Dim - 1], V (&derivative)[Dim]) const {
    RKDG_UNROLL
    for (int d = 0; d < Dim; ++d) {
      derivative[d] = normal[d] * across;
      RKDG_UNROLL
      for (int a = 0; a + 1 < Dim; ++a) derivative[d] += tangent[a][d] * along[a];
    }
  }

 private:
  RKDG_FN static V rotated(const V (&m)[Dim * Dim], const V* reference, int d) {
    V sum = m[d] * reference[0];
    RKDG_UNROLL
    for (int r = 1; r < Dim; ++r) sum += m[r * Dim + d] * reference[r];
    return sum;
  }
};

/// The same in Frame::face, in 2-D. On a straight face, the first axis is parallel to the unit normal n.
template <class V>
struct StraightAxes {
  V normal, skew, tangent;

  RKDG_FN StraightAxes(V normal_, V skew_, V tangent_) : normal(normal_), skew(skew_), tangent(tangent_) {}
  RKDG_FN StraightAxes(const FaceAxes<2, V>& a, const V* n)
      : normal(a.normal[0] * n[0] + a.normal[1] * n[1]),
        skew(a.tangent[0][0] * n[0] + a.tangent[0][1] * n[1]),
        tangent(a.tangent[0][1] * n[0] - a.tangent[0][0] * n[1]) {}

  RKDG_FN void rotate(V across, const V (&along)[1], V (&derivative)[2]) const {
    derivative[0] = normal * across + skew * along[0];
    derivative[1] = tangent * along[0];
  }
};

}  // namespace dg
