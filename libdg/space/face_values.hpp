/// What tiles of faces leave for the cells on their sides. They are values at the points of the rule, or, of triangles,
/// at the nodes of P^p (element/face_nodes.hpp), which are fewer.
#pragma once

#include "libdg/backend/config.hpp"
#include "libdg/space/tile_families.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

/// Where a cell that takes values at nodes has one beside it that does not, the projection of what is left at points.
/// Between cells that go by sum factorisation, points are those of lines.
enum class FaceValues { nodes = 0, both = 1, points = 2, lines = 3 };
inline constexpr int face_values = 4;

/// How the cells of a zone go; see TileFamily.
template <class Real>
RKDG_FN bool goes_by_nodes(const ZoneView<Real>& zone) {
  return zone.fragments_3d.faces[0].nodes.own_node != nullptr;
}
template <class Real>
RKDG_FN bool is_sum_factorised(const ZoneView<Real>& zone) {
  return zone.fragments_3d.line_points != nullptr;
}
/// Whether states of a zone are by StateBasis::symmetric_modes.
template <class Real>
RKDG_FN bool goes_by_blocks(const ZoneView<Real>& zone) {
  return zone.fragments_3d.symmetric.node != nullptr;
}
/// Whether states of a zone are by StateBasis::triangle_modes: its cells go by triangle and line.
template <class Real>
RKDG_FN bool goes_by_triangles(const ZoneView<Real>& zone) {
  return zone.space == Space::prism_Q && zone.fragments_3d.basis_change.from_modes != nullptr;
}

/// Of a face of a kind between cells that go so; on a boundary, both are the cell inside.
constexpr FaceValues values_of_face(int kind, TileFamily minus, TileFamily plus) {
  const TileFamily family = kind == 0 ? TileFamily::nodes : TileFamily::sum_factorised;
  if (minus == family && plus == family) return kind == 0 ? FaceValues::nodes : FaceValues::lines;
  return kind == 0 && (minus == family || plus == family) ? FaceValues::both : FaceValues::points;
}

}  // namespace dg
