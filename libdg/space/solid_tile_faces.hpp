/// Faces between straight solid cells in tiles (space/tile_faces.hpp).
#pragma once

#include "libdg/element/solid_fragments.hpp"
#include "libdg/space/tile_faces.hpp"

namespace dg {

/// Numbers of the geometry of a face, [tile][number][face of the tile]: the unit normal n out of the minus cell; the
/// tangents t_1, t_2 in the face that are dual to the directions of the reference face; and of each side an axis across
/// and two skew ones.
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

/// Tiles of the faces of one kind with the given sides; see lay_out_tiles(). Precondition: straight cells.
TileFaces make_solid_tile_faces(int kind, const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                                const std::vector<ZoneForFaces<3>>& zones, Index own);

}  // namespace dg
