/// Metrics of affine cells: one Jacobian for a cell, one normal for a face.
#pragma once

#include "libdg/space/zone_geometry.hpp"

namespace dg {

/// Writes the numbers of `cell` at `place` of the arrays of a zone. Precondition: is_affine(mesh, cell).
template <int Dim>
void set_affine_cell(const Mesh<Dim>& mesh, Index cell, const Tables<double, Dim>& tables, Index place, Index padded,
                     ZoneGeometry& zone);

}  // namespace dg
