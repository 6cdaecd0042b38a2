/// Faces between solid cells in tiles (space/tile_faces.hpp).
#pragma once

#include "libdg/backend/config.hpp"
#include "libdg/element/solid_fragments.hpp"
#include "libdg/space/face_values.hpp"
#include "libdg/space/tile_faces.hpp"

namespace dg {

/// Numbers of the geometry of a face between straight cells, [tile][number][face of the tile]: the unit normal n out of
/// the minus cell; the tangents t_1, t_2 in the face that are dual to the directions of the reference face; and of each
/// side an axis across and two skew ones.
///
/// With the derivatives d across the face (SolidFragmentsView::across) and a_1, a_2 along those directions,
/// grad = n (axis d + skew_1 a_1 + skew_2 a_2) + t_1 a_1 + t_2 a_2, and axis = |J_f| / det J, as that of the lifting.
enum SolidFace {
  solid_normal = 0,
  solid_tangents = 3,
  solid_minus_axes = 9,
  solid_plus_axes = 12,
  solid_face_numbers = 15
};

/// The same at each point of a face with a curved cell, points counted along the minus side: the unit normal that
/// fluxes pass; |J_f| over its mean (space/tile_cells.hpp), by which fluxes are left that times as large; and t_1, t_2.
/// With N = t_1 x t_2, the normal of the map itself, grad = N (axis d + skew_1 a_1 + skew_2 a_2) + t_1 a_1 + t_2 a_2,
/// and the axis is that of the lifting, too.
///
/// [tile][point][pair of numbers][face of the tile][2].
enum CurvedSolidPoint {
  solid_point_normal = 0,
  solid_point_length = 3,
  solid_point_tangents = 4,
  solid_point_minus_axes = 10,
  solid_point_plus_axes = 13,
  solid_point_numbers = 16
};
constexpr int curved_solid_face_numbers(int points) { return points * solid_point_numbers; }

/// Between cells that go by lines, [tile][face of the tile][number][point]: the numbers of SolidFace, with N in place
/// of n wherever it stands beside an axis, and |J_f| over its mean. Behind the last tile is room for one face more, as
/// three at a time may be read.
enum CurvedLinePoint { line_length = solid_face_numbers, line_face_point_numbers };
/// In whole pieces of any precision.
constexpr int curved_line_face_numbers(int points) { return (points * line_face_point_numbers + 3) / 4 * 4; }

/// Where in the geometry of all tiles that of a tile with curved cells begins; straight ones come first.
template <class Real>
RKDG_FN std::int64_t curved_tile_begin(const TileFacesView<Real>& faces, Index tile) {
  const Index straight = faces.begin[static_cast<int>(FaceClass::curved_inner)];
  return (std::int64_t(straight) * solid_face_numbers + std::int64_t(tile - straight) * faces.curved_numbers) *
         tile_rows;
}

/// Tiles of the faces of one kind with the given sides, which leave such values; see lay_out_tiles().
TileFaces make_solid_tile_faces(int kind, const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                                const std::vector<FaceValues>& values, const std::vector<ZoneForFaces<3>>& zones,
                                const FaceGroups& groups);

}  // namespace dg
