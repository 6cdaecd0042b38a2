/// Derivatives on a face: along which directions, and how they follow from those on the reference face.
#pragma once

#include "libdg/backend/lanes.hpp"
#include "libdg/element/element.hpp"

namespace dg {

/// x and y, or the unit normal n of the face and its tangent (-n_y, n_x): of all derivatives, a viscous flux along n
/// needs fewer of the latter, and the lifting of a straight face has but the first.
enum class Frame { cartesian, face };

/// How the derivatives along the normal and the tangent of a reference face make up d / d x_d: see element/tables.hpp.
template <class V>
struct FaceAxes {
  V normal[space_dim], tangent[space_dim];

  FaceAxes() = default;
  RKDG_FN FaceAxes(const V (&m)[space_dim * space_dim], const V (&frame)[2 * space_dim]) {
    RKDG_UNROLL
    for (int d = 0; d < space_dim; ++d) {
      normal[d] = m[d] * frame[0] + m[space_dim + d] * frame[1];
      tangent[d] = m[d] * frame[2] + m[space_dim + d] * frame[3];
    }
  }

  RKDG_FN void turn(V across, V along, V (&derivative)[space_dim]) const {
    RKDG_UNROLL
    for (int d = 0; d < space_dim; ++d) derivative[d] = normal[d] * across + tangent[d] * along;
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

  RKDG_FN void turn(V across, V along, V (&derivative)[space_dim]) const {
    derivative[0] = normal * across + skew * along;
    derivative[1] = tangent * along;
  }
};

}  // namespace dg
