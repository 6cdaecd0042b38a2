/// Normals, middles and volume of the cells that lanes hold.
#pragma once

#include "libdg/finite_volume/view.hpp"

namespace dg {

/// Entry [f][Dim] of the first lanes of a zone's array.
template <int Dim, class Real, class V>
RKDG_FN void load_vector(const FiniteVolumeZone<Real>& zone, const Real* array, int f, Index first, V (&x)[Dim]) {
  RKDG_UNROLL
  for (int d = 0; d < Dim; ++d) x[d] = load<V>(array + std::int64_t(Dim * f + d) * zone.padded + first);
}

/// Triangles with straight sides and parallelograms are all in two of their normals, which spares a third of what a
/// stage would read. No 3-D cells are `Straight`.
template <int Dim, int Faces, bool Straight, class V>
struct CellSides {
  using Real = RealOf<V>;

  V normal[Faces][Dim];  ///< outward, as long as the side is large

  RKDG_FN CellSides(const FiniteVolumeZone<Real>& zone, Index first) {
    RKDG_UNROLL
    for (int f = 0; f < (Straight ? 2 : Faces); ++f) load_vector(zone, zone.normal, f, first, normal[f]);
    if constexpr (Straight) {
      RKDG_UNROLL
      for (int d = 0; d < 2; ++d) {
        normal[2][d] = Faces == 3 ? -(normal[0][d] + normal[1][d]) : -normal[0][d];
        if constexpr (Faces == 4) normal[3][d] = -normal[1][d];
      }
    }
  }

  /// From the centroid to the middle of side f. Sides are normals rotated by a right angle: (-n_y, n_x).
  RKDG_FN void middle(const FiniteVolumeZone<Real>& zone, int f, Index first, V (&way)[Dim]) const {
    if constexpr (Straight) {
      const V part(Faces == 3 ? Real(1) / Real(6) : Real(-0.5));
      const V(&next)[2] = normal[(f + 1) % Faces];
      const V(&last)[2] = normal[(f + 2) % Faces];
      way[0] = part * (Faces == 3 ? next[1] - last[1] : -next[1]);
      way[1] = part * (Faces == 3 ? last[0] - next[0] : next[0]);
    } else {
      load_vector(zone, zone.own_middle, f, first, way);
    }
  }

  /// 1 / (volume mean), with FiniteVolumeZone::mean.
  RKDG_FN V inverse_volume(const FiniteVolumeZone<Real>& zone, Index first) const {
    if constexpr (Straight) {
      const V twice = normal[0][0] * normal[1][1] - normal[0][1] * normal[1][0];
      return reciprocal(V(zone.mean * (Faces == 3 ? Real(0.5) : Real(1))) * twice);
    } else {
      return load<V>(zone.inverse_volume + first);
    }
  }
};

/// Calls visit.operator()<Faces, Straight>() with the kind of cells.
template <int Dim, class Visit>
RKDG_FN void with_sides(int faces, bool straight, const Visit& visit) {
  if constexpr (Dim == 3) {
    faces == 4   ? visit.template operator()<4, false>()
    : faces == 5 ? visit.template operator()<5, false>()
                 : visit.template operator()<6, false>();
  } else if (faces == 3) {
    straight ? visit.template operator()<3, true>() : visit.template operator()<3, false>();
  } else {
    straight ? visit.template operator()<4, true>() : visit.template operator()<4, false>();
  }
}
template <int Dim, class Real, class Visit>
RKDG_FN void with_sides(const FiniteVolumeZone<Real>& zone, const Visit& visit) {
  with_sides<Dim>(zone.faces, zone.straight, visit);
}

}  // namespace dg
