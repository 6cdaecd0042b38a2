/// Straight triangles and tetrahedra by the orthonormal modes of their faces. What a cell shows of itself on a face,
/// and what a face gives to it, are polynomials of the face. On triangles they have fewer modes than a rule has points.
///
/// Let psi_e be the modes of P^p on the reference face, those of lower degree first. Then the trace of a mode of degree
/// d has modes of degree d and less, and its derivatives have those below d. The lifting of psi_e on its own face is a
/// multiple of psi_e. For the cell has all symmetries of the face, and the collapsed basis over a face has one trace
/// for each psi_e. Seen by a neighbour, a face is reflected. A line changes the sign of its odd modes; a triangle has
/// an orthogonal, symmetric matrix within each degree.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "libdg/element/element.hpp"
#include "libdg/element/simplex_patterns.hpp"

namespace dg {

/// Entries of the matrices of a reflection of a triangle, degree by degree from the first on.
constexpr int oriented_entry_count(int d) { return (d + 1) * (d + 2) * (2 * d + 3) / 6; }

/// Slots for the ways in which a neighbour can see a triangle.
inline constexpr int face_orientation_slots = 4;

/// The matrices of degree p: E modes of the face, G points of a rule.
template <class Real>
struct FaceModes {
  /// Modes of the traces on all faces but the last, see trace_pattern and mirrored_traces(); their transposes lift.
  std::array<std::vector<Real>, 3> trace;
  /// Of the derivatives along the normals of the reference cell's faces, over their |N| (FaceTables::normal), see
  /// across_pattern.
  std::array<std::vector<Real>, 4> across;
  std::array<std::vector<Real>, 2> along;  ///< derivatives along the directions of the reference face
  std::vector<Real> value;  ///< [G'][E]: at the first points of pairs and those on the mirror (element/even_odd.hpp)
                            ///< even psi_e, then odd ones
  std::vector<Real> even_project;  ///< [even psi_e][G']: times their weights
  std::vector<Real> odd_project;   ///< [odd psi_e][pair]: the same
  std::vector<Real> project;       ///< [E][G]: psi_e at the points times their weights
  std::vector<Real> lifting;       ///< [E]: of psi_e on its own face, as FaceTables::face_lift at points
  /// Of triangles [degree][row][column][orientation]: modes that a neighbour sees so to those of the cell.
  std::vector<Real> oriented;
  int n_points = 0;  ///< those with a weight
};

/// Puts the lifting of triangles of prisms with Q in place of that of a tetrahedron: the same for all psi_e.
template <class Real>
void set_prism_lifting(FaceModes<Real>& m, int degree) {
  std::fill(m.lifting.begin(), m.lifting.end(), static_cast<Real>(0.5 * (degree + 1) * (degree + 1)));
}

/// Precondition: degree >= 1.
template <class Real, int Dim>
FaceModes<Real> make_face_modes(int degree, FaceRule rule);

}  // namespace dg
