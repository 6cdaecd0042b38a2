/// Derivatives on a face: along which directions, and how they follow from those on the reference face.
#pragma once

#include "libdg/operator/scheme.hpp"
#include "libdg/operator/small_gemm.hpp"

namespace dg {

/// x and y, or the unit normal n of the face and its tangent (-n_y, n_x): of all derivatives, a viscous flux along n
/// needs fewer of the latter, and the lifting of a straight face has but the first.
enum class Frame { cartesian, face };

/// How the derivatives along the normal and the tangent of a reference face make up d / d x_d: see element/tables.hpp.
template <class V>
struct FaceAxes {
  V normal[dim], tangent[dim];

  FaceAxes() = default;
  RKDG_FN FaceAxes(const V (&m)[dim * dim], const V (&frame)[2 * dim]) {
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) {
      normal[d] = m[d] * frame[0] + m[dim + d] * frame[1];
      tangent[d] = m[d] * frame[2] + m[dim + d] * frame[3];
    }
  }

  RKDG_FN void turn(V across, V along, V (&derivative)[dim]) const {
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) derivative[d] = normal[d] * across + tangent[d] * along;
  }
};

/// The same in Frame::face. On a straight face, the first axis is parallel to the unit normal n.
template <class V>
struct StraightAxes {
  V normal, skew, tangent;

  RKDG_FN StraightAxes(V normal_, V skew_, V tangent_) : normal(normal_), skew(skew_), tangent(tangent_) {}
  RKDG_FN StraightAxes(const FaceAxes<V>& a, const V* n)
      : normal(a.normal[0] * n[0] + a.normal[1] * n[1]),
        skew(a.tangent[0] * n[0] + a.tangent[1] * n[1]),
        tangent(a.tangent[1] * n[0] - a.tangent[0] * n[1]) {}

  RKDG_FN void turn(V across, V along, V (&derivative)[dim]) const {
    derivative[0] = normal * across + skew * along;
    derivative[1] = tangent * along;
  }
};

/// Turns derivatives along the reference normal, given in grad[0], into those of a frame; `axes(g)` are the axes at
/// point g.
template <int NG, int N, class V, class Axes>
RKDG_FN void complete_gradient(const RealOf<V>* tangential, const V (&u)[NG][N], Axes&& axes, V (&grad)[dim][NG][N]) {
  V along[NG][N];
  small_gemm<false, NG, NG>(tangential, NG, u, along);
  RKDG_UNROLL_DEVICE
  for (int g = 0; g < NG; ++g) {
    const auto a = axes(g);
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      V derivative[dim];
      a.turn(grad[0][g][n], along[g][n], derivative);
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) grad[d][g][n] = derivative[d];
    }
  }
}

}  // namespace dg
