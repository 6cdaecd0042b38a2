/// From the run-time kind of a zone to the compile-time parameters of its kernels.
#pragma once

#include "libdg/space/zone.hpp"

namespace dg {

/// Calls `visit.operator()<Space>()`. Precondition: the cells have that dimension.
template <int Dim = 2, class Visit>
RKDG_FN void with_space(Space space, const Visit& visit) {
  if constexpr (Dim == 2) {
    switch (space) {
      case Space::triangle_P:
        return visit.template operator()<Space::triangle_P>();
      case Space::quadrilateral_P:
        return visit.template operator()<Space::quadrilateral_P>();
      case Space::quadrilateral_Q:
        return visit.template operator()<Space::quadrilateral_Q>();
      default:
        return;
    }
  } else {
    switch (space) {
      case Space::tetrahedron_P:
        return visit.template operator()<Space::tetrahedron_P>();
      case Space::prism_P:
        return visit.template operator()<Space::prism_P>();
      case Space::hexahedron_P:
        return visit.template operator()<Space::hexahedron_P>();
      case Space::hexahedron_Q:
        return visit.template operator()<Space::hexahedron_Q>();
      case Space::pyramid_P:
        return visit.template operator()<Space::pyramid_P>();
      case Space::prism_Q:
        return visit.template operator()<Space::prism_Q>();
      default:
        return;
    }
  }
}

/// Calls visit.operator()<Space, Curved>() with the kind of a zone.
template <int Dim = 2, class Real, class Visit>
RKDG_FN void with_zone_kind(const ZoneView<Real>& zone, const Visit& visit) {
  with_space<Dim>(zone.space, [&]<Space S>() {
    if (zone.curved) return visit.template operator()<S, true>();
    visit.template operator()<S, false>();
  });
}

/// Calls visit.operator()<FaceElement>() with the faces of a kind, of cells of degree P.
template <int Dim, int P, class Visit>
void with_face_kind(int kind, const Visit& visit) {
  if constexpr (face_kinds(Dim) > 1)
    if (kind == 1) return visit.template operator()<FaceOfKind<Dim, 1, P>>();
  visit.template operator()<FaceOfKind<Dim, 0, P>>();
}

}  // namespace dg
