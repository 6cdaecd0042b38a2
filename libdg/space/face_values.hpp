/// What tiles of triangles leave for the cells on their sides: values at the points of the rule, or at the nodes of P^p
/// (element/face_nodes.hpp), which are fewer.
#pragma once

#include "libdg/backend/config.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

/// Where a cell that takes values at nodes has one beside it that does not, the projection of what is left at points.
enum class FaceValues { nodes = 0, both = 1, points = 2 };
inline constexpr int face_values = 3;

/// Whether the cells of a zone take values at nodes.
template <class Real>
RKDG_FN bool takes_nodes(const ZoneView<Real>& zone) {
  return zone.solid_fragments.faces[0].nodes.own_node != nullptr;
}

/// What the cells beside a face take; a face on a boundary has the same cell on both sides.
constexpr FaceValues values_for(bool minus_takes_nodes, bool plus_takes_nodes) {
  if (minus_takes_nodes != plus_takes_nodes) return FaceValues::both;
  return minus_takes_nodes ? FaceValues::nodes : FaceValues::points;
}

}  // namespace dg
