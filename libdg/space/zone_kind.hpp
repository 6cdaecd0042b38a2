/// From the run-time kind of a zone to the compile-time parameters of its kernels, which must be compiled here.
#pragma once

#include "libdg/space/compiled_kinds.hpp"

namespace dg {

/// Calls `visit.operator()<S>()` where there are kernels for zones of that space.
template <Space S, class Visit>
RKDG_FN void visit_compiled(const Visit& visit) {
  if constexpr (is_compiled(S)) visit.template operator()<S>();
}

/// Calls `visit.operator()<Space>()`. Precondition: the cells have that dimension, and is_compiled(space).
template <int Dim = 2, class Visit>
RKDG_FN void with_space(Space space, const Visit& visit) {
  if constexpr (Dim == 2) {
    switch (space) {
      case Space::triangle_P:
        return visit_compiled<Space::triangle_P>(visit);
      case Space::quadrilateral_P:
        return visit_compiled<Space::quadrilateral_P>(visit);
      case Space::quadrilateral_Q:
        return visit_compiled<Space::quadrilateral_Q>(visit);
      default:
        return;
    }
  } else {
    switch (space) {
      case Space::tetrahedron_P:
        return visit_compiled<Space::tetrahedron_P>(visit);
      case Space::prism_P:
        return visit_compiled<Space::prism_P>(visit);
      case Space::hexahedron_P:
        return visit_compiled<Space::hexahedron_P>(visit);
      case Space::hexahedron_Q:
        return visit_compiled<Space::hexahedron_Q>(visit);
      case Space::pyramid_P:
        return visit_compiled<Space::pyramid_P>(visit);
      case Space::prism_Q:
        return visit_compiled<Space::prism_Q>(visit);
      default:
        return;
    }
  }
}

/// Calls visit.operator()<Space, Curved>() with the kind of a zone.
template <int Dim = 2, class Real, class Visit>
RKDG_FN void with_zone_kind(const ZoneView<Real>& zone, const Visit& visit) {
  with_space<Dim>(zone.space, [&]<Space S>() {
    if constexpr (is_compiled(S, true))
      if (zone.curved) return visit.template operator()<S, true>();
    if constexpr (is_compiled(S, false)) visit.template operator()<S, false>();
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
