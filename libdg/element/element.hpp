/// Compile-time facts about a polynomial space on a cell: the (shape, space, degree) that kernels are specialised for.
#pragma once

#include "libdg/core/vocabulary.hpp"
#include "meshes/mesh.hpp"

namespace dg {

inline constexpr int space_dim = 2;  ///< of the cells that there are
inline constexpr int max_degree = 5;

/// Cell shape together with the polynomial space on it.
enum class Space { triangle_P = 0, quadrilateral_P = 1, quadrilateral_Q = 2 };

constexpr Space space_of(CellShape shape, QuadSpace quads) {
  if (shape == CellShape::triangle) return Space::triangle_P;
  return quads == QuadSpace::P ? Space::quadrilateral_P : Space::quadrilateral_Q;
}

constexpr CellShape shape_of(Space space) {
  return space == Space::triangle_P ? CellShape::triangle : CellShape::quadrilateral;
}

/// Number of modes: (p+1)(p+2)/2 for total degree p, (p+1)^2 for the tensor space.
constexpr int mode_count(Space space, int p) {
  return space == Space::quadrilateral_Q ? (p + 1) * (p + 1) : (p + 1) * (p + 2) / 2;
}

/// Gauss points on a face: exact to degree 2p+1.
constexpr int face_point_count(int p) { return p + 1; }

/// Volume points are worked through in blocks of this many, so that the values of a block stay in registers.
constexpr int point_block(Space space, int p) {
  if (space == Space::triangle_P) return p == 0 ? 1 : p <= 2 ? 3 : p <= 4 ? 4 : 5;
  return p == 0 ? 1 : p == 2 ? 3 : p == 4 ? 5 : 4;
}

/// Threads that can share a cell, at most (kernels/engines/team.hpp).
inline constexpr int max_team = 4;

/// The facts of one space and degree, for kernels.
template <Space S, int P>
struct Element {
  static constexpr Space space = S;
  static constexpr int degree = P;
  static constexpr int n_modes = mode_count(S, P);
  static constexpr int n_faces = face_count(shape_of(S));
  static constexpr int n_face_points = face_point_count(P);
  static constexpr int block = point_block(S, P);
  /// Modes [0, n_gradient_modes) can be non-zero in a derivative in reference coordinates.
  static constexpr int n_gradient_modes = S == Space::quadrilateral_Q ? n_modes - 1 : P * (P + 1) / 2;
};

}  // namespace dg
