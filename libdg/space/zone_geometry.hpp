/// Metrics of the cells of a zone in the arrays of ZoneView, computed on the host in double precision.
#pragma once

#include <cstddef>
#include <vector>

#include "libdg/core/vocabulary.hpp"
#include "libdg/element/tables.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// The arrays of ZoneView of the same names; empty where the zone has none.
struct ZoneGeometry {
  std::vector<double> metric, jacobian, face, face_metric, mass_inverse, point_mass, moments, inverse_length,
      cell_value;
};

/// Whether curved cells have ZoneGeometry::point_mass, with so many points of the volume.
inline bool has_point_mass(Space space, int degree, std::size_t points, MassInverse mass_inverse) {
  return mass_inverse == MassInverse::weight_adjusted && space == Space::hexahedron_Q && degree > 0 &&
         points == static_cast<std::size_t>(mode_count(space, degree));
}

/// Metrics of `cells`, padded to `padded` entries with copies of the last cell.
///
/// On curved faces the normals at the points are those of the L2 projection of `n |J_f|` on the traces, P^p or on
/// quadrilaterals Q^p. So int phi n ds is exact for every trace phi whatever the order of the geometry.
/// Together with a volume rule that integrates the metric terms exactly, a uniform flow stays uniform to round-off.
///
/// `mass_inverse` is one of exact and weight_adjusted. Throws InputError if a weight-adjusted inverse is asked for a
/// cell on which the projection of det J is not positive.
template <int Dim>
ZoneGeometry make_zone_geometry(const Mesh<Dim>& mesh, const std::vector<Index>& cells, Index padded, bool curved,
                                const Tables<double, Dim>& tables, MassInverse mass_inverse);

}  // namespace dg
