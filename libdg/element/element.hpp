/// Compile-time facts about a polynomial space on a cell and on its faces: what kernels are specialised for.
#pragma once

#include "libdg/core/vocabulary.hpp"
#include "meshes/mesh.hpp"

namespace dg {

inline constexpr int max_degree = 7;

/// Cell shape together with the polynomial space on it.
enum class Space {
  triangle_P = 0,
  quadrilateral_P = 1,
  quadrilateral_Q = 2,
  tetrahedron_P = 3,
  prism_P = 4,
  hexahedron_P = 5,
  hexahedron_Q = 6,
  pyramid_P = 7,
  prism_Q = 8
};

constexpr CellShape shape_of(Space space) {
  switch (space) {
    case Space::triangle_P:
      return CellShape::triangle;
    case Space::tetrahedron_P:
      return CellShape::tetrahedron;
    case Space::prism_P:
    case Space::prism_Q:
      return CellShape::prism;
    case Space::hexahedron_P:
    case Space::hexahedron_Q:
      return CellShape::hexahedron;
    case Space::pyramid_P:
      return CellShape::pyramid;
    default:
      return CellShape::quadrilateral;
  }
}

/// Whether the space holds all products of polynomials of degree p in each coordinate.
constexpr bool is_tensor(Space space) { return space == Space::quadrilateral_Q || space == Space::hexahedron_Q; }

/// The space on cells of a shape; `quads` says what those that are products have.
constexpr Space space_of(CellShape shape, QuadSpace quads) {
  for (const Space space : {Space::triangle_P, Space::tetrahedron_P, Space::pyramid_P})
    if (shape == shape_of(space)) return space;
  if (shape == CellShape::prism) return quads.prisms ? Space::prism_Q : Space::prism_P;
  if (shape == CellShape::hexahedron) return quads.quads ? Space::hexahedron_Q : Space::hexahedron_P;
  return quads.quads ? Space::quadrilateral_Q : Space::quadrilateral_P;
}

constexpr int dim_of(Space space) { return dim_of(shape_of(space)); }

/// The space P^p on simplices, which has no more modes than any other of its degree.
constexpr Space simplex_space(int dim) { return dim == 2 ? Space::triangle_P : Space::tetrahedron_P; }

/// Number of polynomials of total degree p in `dim` variables.
constexpr int total_degree_count(int dim, int p) {
  return dim == 2 ? (p + 1) * (p + 2) / 2 : (p + 1) * (p + 2) * (p + 3) / 6;
}

/// Number of modes: those of total degree p; (p+1)^dim for the tensor space; those of the triangle times p+1 for the
/// prism of products.
constexpr int mode_count(Space space, int p) {
  if (space == Space::prism_Q) return total_degree_count(2, p) * (p + 1);
  if (is_tensor(space)) return dim_of(space) == 2 ? (p + 1) * (p + 1) : (p + 1) * (p + 1) * (p + 1);
  return total_degree_count(dim_of(space), p);
}

/// Modes [0, n) can be non-zero in a derivative in reference coordinates: all but those of the highest degree along
/// every axis.
constexpr int gradient_mode_count(Space space, int p) {
  if (space == Space::prism_Q) return mode_count(space, p) - (p + 1);
  return is_tensor(space) ? mode_count(space, p) - 1 : p == 0 ? 0 : total_degree_count(dim_of(space), p - 1);
}

/// Shapes of the faces of cells.
enum class FaceShape { line, triangle, quadrilateral };

/// Modes of 3-D cells in tiles (kernels/schedules/tiles/) that a warp has space for in products by matrices.
inline constexpr int most_tile_modes = 40;
constexpr bool fits_tiles_3d(Space space, int p) { return mode_count(space, p) <= most_tile_modes; }
/// The same of the cells beside a tile of faces, of which only the traces count.
inline constexpr int most_side_modes = 75;
constexpr bool fits_beside_tiles(Space space, int p) { return mode_count(space, p) <= most_side_modes; }

/// Faces of cells of one dimension come in so many kinds, each with tables of its own.
constexpr int face_kinds(int dim) { return dim == 2 ? 1 : 2; }
inline constexpr int max_face_kinds = 2;

/// Place of a shape among the kinds.
constexpr int face_kind(FaceShape shape) { return shape == FaceShape::quadrilateral ? 1 : 0; }
constexpr FaceShape face_shape_of_kind(int dim, int kind) {
  if (dim == 2) return FaceShape::line;
  return kind == 0 ? FaceShape::triangle : FaceShape::quadrilateral;
}

/// Local faces [first, first + count) of a cell that have one shape.
struct FaceRange {
  int first, count;
};
constexpr FaceRange faces_of_kind(CellShape shape, int kind) {
  switch (shape) {
    case CellShape::prism:
      return kind == 0 ? FaceRange{0, 2} : FaceRange{2, 3};
    case CellShape::hexahedron:
      return kind == 0 ? FaceRange{0, 0} : FaceRange{0, 6};
    case CellShape::pyramid:
      return kind == 0 ? FaceRange{1, 4} : FaceRange{0, 1};
    default:
      return kind == 0 ? FaceRange{0, face_count(shape)} : FaceRange{0, 0};
  }
}
/// Kind of local face f.
constexpr int kind_of_face(CellShape shape, int f) {
  const FaceRange first = faces_of_kind(shape, 0);
  return f >= first.first && f < first.first + first.count ? 0 : 1;
}

/// Points of the rules on faces, which are exact to degree 2p+1: Gauss-Legendre on lines and their products on
/// quadrilaterals, fully symmetric on triangles.
constexpr int face_point_count(FaceShape shape, int p) {
  constexpr int triangle[max_degree + 1] = {1, 6, 7, 15, 19, 28, 37, 49};  // of triangle_rule(2 p + 1)
  return shape == FaceShape::line ? p + 1 : shape == FaceShape::triangle ? triangle[p] : (p + 1) * (p + 1);
}
/// The same with FaceRule::reduced.
constexpr int reduced_point_count(FaceShape shape, int p) {
  constexpr int triangle[max_degree + 1] = {1, 3, 6, 12, 16, 25, 33, 42};  // of triangle_rule(2 p)
  return shape == FaceShape::triangle ? triangle[p] : face_point_count(shape, p);
}
/// On the faces of 2-D cells.
constexpr int face_point_count(int p) { return face_point_count(FaceShape::line, p); }

/// Arrays over the points of all local faces of a cell have one face after the other. There, local face f of this kind
/// has the rows from f n + this on, n being its number of points.
constexpr int first_face_row(CellShape shape, int kind, int p) {
  const int dim = dim_of(shape), first = faces_of_kind(shape, kind).first;
  const int own = face_point_count(face_shape_of_kind(dim, kind), p);
  int row = 0;
  for (int f = 0; f < first; ++f) row += face_point_count(face_shape_of_kind(dim, kind_of_face(shape, f)), p) - own;
  return row;
}

/// The most points that a face of cells of a dimension has.
constexpr int max_face_points(int dim, int p) {
  int most = 0;
  for (int kind = 0; kind < face_kinds(dim); ++kind) {
    const int points = face_point_count(face_shape_of_kind(dim, kind), p);
    if (points > most) most = points;
  }
  return most;
}

/// Slots for the local faces of a cell, and for the orientations of a face between two cells. They code what lies
/// behind a face (space/zone.hpp), and lanes with different faces look their matrices up by them.
constexpr int face_slots(int dim) { return dim == 2 ? 4 : 8; }
constexpr int orientation_slots(int dim) { return dim == 2 ? 1 : 4; }
constexpr int code_slots(int dim) { return face_slots(dim) * orientation_slots(dim); }
/// Values of Face::orientation on faces of a shape: so many from the first on. Two lines meet in one way only.
constexpr int first_orientation(FaceShape shape) { return shape == FaceShape::line ? 1 : 0; }
constexpr int orientation_count(FaceShape shape) {
  return shape == FaceShape::line ? 1 : shape == FaceShape::triangle ? 3 : 4;
}

/// Where all symmetries of the face are those of the cell, too, its lifting on itself is one matrix however its points
/// are listed. The upright sides of a prism and a pyramid have fewer. With orientations 1 and 3, the
/// neighbour lists the points by such a symmetry. With even orientations it does not, and there are so many other
/// matrices.
constexpr bool has_oriented_liftings(CellShape cell, FaceShape face) {
  return (cell == CellShape::prism && face == FaceShape::quadrilateral) ||
         (cell == CellShape::pyramid && face == FaceShape::triangle);
}
/// For orientations 0 and 2, which on quadrilaterals have the same.
constexpr int oriented_liftings(FaceShape face) { return face == FaceShape::triangle ? 2 : 1; }
inline constexpr int most_oriented_liftings = 2;
/// Which of them an orientation has, or -1: that of the cell's own order.
constexpr int oriented_lifting(FaceShape face, int orientation) {
  return orientation % 2 == 0 ? orientation / 2 % oriented_liftings(face) : -1;
}

/// Volume points are worked through in blocks of this many, so that the values of a block stay in registers.
constexpr int point_block(Space space, int p) {
  if (space == Space::triangle_P) return p == 0 ? 1 : p <= 2 ? 3 : p <= 4 ? 4 : 5;
  return p == 0 ? 1 : p == 2 ? 3 : p == 4 ? 5 : 4;
}

/// Threads that can share a cell, at most (kernels/engines/team.hpp).
inline constexpr int max_team = 5;

/// So many points, and those that teams of any size take beyond them.
constexpr int points_for_teams(int points) {
  int stored = points;
  for (int team = 2; team <= max_team; ++team) {
    const int taken = (points + team - 1) / team * team;
    stored = taken > stored ? taken : stored;
  }
  return stored;
}

/// The facts of one space and degree, for kernels.
template <Space S, int P>
struct Element {
  static constexpr Space space = S;
  static constexpr int degree = P, dim = dim_of(S);
  static constexpr int n_modes = mode_count(S, P);
  static constexpr int n_faces = face_count(shape_of(S));
  static constexpr int block = point_block(S, P);
  /// Modes [0, n_gradient_modes) can be non-zero in a derivative in reference coordinates.
  static constexpr int n_gradient_modes = gradient_mode_count(S, P);

  static constexpr FaceRange faces(int kind) { return faces_of_kind(shape_of(S), kind); }
  static constexpr int first_face_row(int kind) { return dg::first_face_row(shape_of(S), kind, P); }
};

/// The facts of faces of one shape, between cells of degree P.
template <FaceShape Shape, int P, FaceRule Rule = FaceRule::full>
struct FaceElement {
  static constexpr FaceShape shape = Shape;
  static constexpr int degree = P, kind = face_kind(Shape);
  /// Tables and arrays always have space for those of FaceRule::full. Behind the others stand points of no weight,
  /// which a kernel may leave out.
  static constexpr int stored_points = face_point_count(Shape, P);
  static constexpr int n_points = Rule == FaceRule::full ? stored_points : reduced_point_count(Shape, P);
  static constexpr int cell_dim = Shape == FaceShape::line ? 2 : 3;
};

template <int Dim, int Kind, int P, FaceRule Rule = FaceRule::full>
using FaceOfKind = FaceElement<face_shape_of_kind(Dim, Kind), P, Rule>;

}  // namespace dg
