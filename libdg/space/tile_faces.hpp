/// Faces in tiles, as Assembly::tiles works through them. The faces of a tile lie at the same local faces of cells of
/// the same zones, or on the same boundary. So one warp multiplies them all by the same matrices.
#pragma once

#include <array>
#include <vector>

#include "libdg/core/index.hpp"
#include "libdg/element/fragments.hpp"
#include "libdg/space/zone_geometry.hpp"

namespace dg {

/// Faces of a tile, with so many points on each.
constexpr int tile_faces(int points) { return tile_rows * faces_per_row(points); }

/// Numbers of the geometry of a face, [tile][number][face of the tile]. Affine: see AffineFace. Curved: those of
/// CurvedPoint for each point, counted along the minus side; the length is |J_f| over its mean (space/tile_cells.hpp).
///
/// The gradient of either side is made up of the derivatives d across the face, as FragmentsView::trace has them, and a
/// along it. The axis of d is n |J_f| / det J, as that of the lifting. That of a has a part along the face, the same on
/// both sides, and a skew part. Then `grad = n (d |J_f| / det J + a skew) + t a / |J_f|`, with the unit tangent t.
enum AffineFace { unit_normal = 0, inverse_length = 2, minus_axes = 3, plus_axes = 5, affine_face_numbers = 7 };
enum AffineAxes { axis_across = 0, axis_skew = 1 };  ///< of a side: |J_f| / det J, skew
enum CurvedPoint {
  point_normal = 0,
  point_minus_axes = 2,
  point_plus_axes = 6,
  point_length = 10,
  curved_point_numbers
};
constexpr int curved_face_numbers(int points) { return points * curved_point_numbers; }

/// Tiles come in this order; those of a class are worked through by one kernel.
enum class FaceClass { affine_inner = 0, affine_boundary = 1, curved_inner = 2, curved_boundary = 3 };
inline constexpr int face_classes = 4;
constexpr FaceClass face_class(bool curved, bool boundary) {
  return static_cast<FaceClass>(2 * static_cast<int>(curved) + static_cast<int>(boundary));
}

/// What kernels read.
template <class Real>
struct TileFacesView {
  Index begin[face_classes + 1] = {};  ///< first tile of each class; a face is curved if one of its cells is
  Index own[face_classes] = {};        ///< of 2-D cells: tiles of each class without ghosts, which come first
  const Index* minus_code;             ///< [tile] neighbour_code()
  const Index* plus_code;              ///< [tile] neighbour_code() or boundary_code()
  const Index* minus;                  ///< [tile][face] cell in its zone
  const Index* plus;                   ///< [tile][face] cell in its zone; on a boundary: number of the boundary face
  const Real* geometry;                ///< of affine tiles, then of the others
  Index curved_numbers = 0;            ///< of 3-D cells: space for a face of the others
};

/// A side of a face in the mesh.
struct FaceSide {
  Index cell;  ///< in its zone
  Index code;  ///< neighbour_code(); boundary_code() outside
};

/// What the geometry of faces is made of, by zone.
template <int Dim = 2>
struct ZoneForFaces {
  const Tables<double, Dim>* tables;
  const ZoneGeometry* geometry;
  Index padded;
  bool curved;
  double eta;
};

/// The group of each face. Those of a group lie in tiles of their own, group after group in each class; without any
/// numbers, all are in one.
using FaceGroups = std::vector<unsigned char>;

struct TileFaces {
  std::array<Index, face_classes + 1> begin{};
  std::array<std::vector<Index>, face_classes> group_begin{};  ///< [class][group] first tile
  std::vector<Index> minus_code, plus_code, minus, plus;
  std::vector<double> geometry;
  Index curved_numbers = 0;  ///< see TileFacesView
  std::vector<Index> place;  ///< [face] its place among minus and plus; places that no face has repeat one

  Index tiles() const { return static_cast<Index>(minus_code.size()); }
};

/// Tiles of the faces with the given sides and so many points, yet without geometry. They keep the order of the faces
/// but for what lies within a window of a few hundred tiles, so that neighbours stay neighbours. The last tile of each
/// kind in a window is filled with copies. `faces` receives the face in each place.
template <int Dim>
TileFaces lay_out_tiles(const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                        const std::vector<ZoneForFaces<Dim>>& zones, int points, const FaceGroups& groups,
                        std::vector<Index>& faces);

/// The same for the faces of 2-D cells, with geometry.
TileFaces make_tile_faces(const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                          const std::vector<ZoneForFaces<>>& zones, const FaceGroups& groups);

}  // namespace dg
