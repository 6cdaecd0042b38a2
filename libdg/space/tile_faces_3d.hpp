/// Faces between 3-D cells in tiles (space/tile_faces.hpp).
#pragma once

#include "libdg/backend/config.hpp"
#include "libdg/element/fragments_3d.hpp"
#include "libdg/space/face_values.hpp"
#include "libdg/space/tile_faces.hpp"

namespace dg {

/// Numbers of the geometry of a face between straight cells, [tile][number][face of the tile]. They are the unit normal
/// n out of the minus cell, and the tangents t_1, t_2 dual to the directions of the reference face. Then come, of each
/// side, an axis across and two skew ones.
///
/// Let d be the derivative across the face (FragmentsView3D::across), a_1 and a_2 those along it. Then `grad = n (axis
/// d + skew_1 a_1 + skew_2 a_2) + t_1 a_1 + t_2 a_2`, and `axis = |J_f| / det J`, as that of the lifting.
enum FaceGeometry3D { normal_3d = 0, tangents_3d = 3, minus_axes_3d = 9, plus_axes_3d = 12, face_numbers_3d = 15 };

/// The same at each point of a face with a curved cell, points counted along the minus side. First is the unit normal
/// that fluxes pass. Then come |J_f| over its mean (space/tile_cells.hpp), by which fluxes are left that times as
/// large, and t_1, t_2. Let `N = t_1 x t_2` be the normal of the map itself. Then
/// `grad = N (axis d + skew_1 a_1 + skew_2 a_2) + t_1 a_1 + t_2 a_2`, and the axis is that of the lifting, too.
///
/// [tile][point][pair of numbers][face of the tile][2].
enum CurvedFacePoint3D {
  point_normal_3d = 0,
  point_length_3d = 3,
  point_tangents_3d = 4,
  point_minus_axes_3d = 10,
  point_plus_axes_3d = 13,
  point_numbers_3d = 16
};
constexpr int curved_face_numbers_3d(int points) { return points * point_numbers_3d; }

/// Between cells that go by sum factorisation, [tile][face of the tile][number][point]. These are the numbers of
/// FaceGeometry3D, with N in place of n wherever it stands beside an axis, and |J_f| over its mean. Behind the last
/// tile is space for one face more, as three at a time may be read.
enum CurvedLinePoint { line_length = face_numbers_3d, line_face_point_numbers };
/// In whole pieces of any precision.
constexpr int curved_sum_factorised_face_numbers(int points) { return (points * line_face_point_numbers + 3) / 4 * 4; }

/// Where in the geometry of all tiles that of a tile with curved cells begins; straight ones come first.
template <class Real>
RKDG_FN std::int64_t curved_tile_begin(const TileFacesView<Real>& faces, Index tile) {
  const Index straight = faces.begin[static_cast<int>(FaceClass::curved_inner)];
  return (std::int64_t(straight) * face_numbers_3d + std::int64_t(tile - straight) * faces.curved_numbers) * tile_rows;
}

/// Tiles of the faces of one kind with the given sides, which leave such values; see lay_out_tiles().
TileFaces make_tile_faces_3d(int kind, const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                             const std::vector<FaceValues>& values, const std::vector<ZoneForFaces<3>>& zones,
                             const FaceGroups& groups);

}  // namespace dg
