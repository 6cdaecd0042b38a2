/// Operator matrices of 3-D cells as the lanes of a warp hold them for the matrix units of a GPU
/// (element/fragments.hpp).
///
/// One matrix interpolates values of the state and the modes of its derivatives to volume points. Five variables of
/// each make up an even number of rows. The derivatives q_r in reference coordinates come from the modes, and from the
/// jumps on the faces: `q_r = D_r u + sum_f N_r(f) L_f jump_f`, with the normals N of the reference cell.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/basis_change.hpp"
#include "libdg/element/face_nodes.hpp"
#include "libdg/element/fragments.hpp"
#include "libdg/element/state_basis.hpp"
#include "libdg/element/symmetric_fragments.hpp"

namespace dg {

/// Normals of the faces of a reference cell times |J| of their maps. Of a tetrahedron or a prism, one face has several
/// components, of a pyramid two, all 1; the others have but one, 1 or -1.
constexpr int reference_normal(CellShape shape, int f, int r) {
  constexpr int tetrahedron[4][3] = {{0, 0, -1}, {0, -1, 0}, {1, 1, 1}, {-1, 0, 0}};
  constexpr int prism[5][3] = {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {1, 1, 0}, {-1, 0, 0}};
  constexpr int hexahedron[6][3] = {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}};
  constexpr int pyramid[5][3] = {{0, 0, -1}, {0, -1, 0}, {1, 0, 1}, {0, 1, 1}, {-1, 0, 0}};
  return shape == CellShape::tetrahedron ? tetrahedron[f][r]
         : shape == CellShape::prism     ? prism[f][r]
         : shape == CellShape::pyramid   ? pyramid[f][r]
                                         : hexahedron[f][r];
}

/// Whether a face has a normal with several components.
constexpr bool is_slanted(CellShape shape, int f) {
  int components = 0;
  for (int r = 0; r < 3; ++r) components += reference_normal(shape, f, r) != 0;
  return components > 1;
}
constexpr int slanted_faces(CellShape shape) {
  int count = 0;
  for (int f = 0; f < face_count(shape); ++f) count += is_slanted(shape, f);
  return count;
}

/// Fragments of the faces of a kind, [f] of those of the kind; see FragmentsView3D. G = slots of the points of a
/// face.
template <class Real>
struct FaceFragmentsView3D {
  using Pointer = const FactorPair<Real>*;

  Pointer lift;  ///< [f][pair of modes][G]: weighted traces, to modes
  Pointer
      trace[2];  ///< [f + faces * orientation][pair of points][K]: on the minus side (orientation 0), on the plus side
  Pointer across[2];   ///< the same of the derivative along the outward normal of the minus side, over |N(f)|
  Pointer tangential;  ///< [slot of points][G]: derivatives along the directions j of the reference face
  /// [pair of points][G]: eta times the lifting, as it is on most faces, then those of oriented_liftings().
  Pointer face_lift[1 + most_oriented_liftings];
  FaceNodesView<Real> nodes;  ///< with TileFamily::nodes
  FaceTermsView<Real> terms;  ///< with those, where face_terms_pay()
};

/// Read-only pointers to the fragments. K = slots of the modes. Unless stated otherwise, pairs are those of slots, the
/// first for j = 0 and the second for j = 1. Entries beyond the last mode or point are zero, but that points
/// beyond the last have the values of the first. The last index is the one that a sum runs over.
template <class Real>
struct FragmentsView3D {
  using Pointer = const FactorPair<Real>*;

  int point_slots;     ///< of the volume points, an even number; points beyond the last have no weight
  Pointer value;       ///< [pair of point slots][K]
  Pointer slope;       ///< [pair of point slots][d][K]: derivatives along xi_d; of curved cells
  Pointer project;     ///< [pair of point slots][d][pair of modes][2 slots of points]: weighted derivatives along xi_d
  Pointer derivative;  ///< [d][pair of modes that derivatives have][K]: D_d
  FaceFragmentsView3D<Real> faces[max_face_kinds];
  /// Where products go by sum factorisation, else null: [f][node] is the point of local face f of a hexahedron, in its
  /// own list, at node `q (p + 1) + p` of lines (engines/sum_factorisation_3d.hpp). [f][point] is the node.
  const Index *line_points, *line_nodes;
  BasisChangeView<Real> basis_change;
  SymmetricFragmentsView<Real> symmetric;  ///< with StateBasis::symmetric_modes, else null
};

/// The fragments themselves.
struct FaceFragments3D {
  std::vector<double> lift, trace[2], across[2], tangential, face_lift[1 + most_oriented_liftings];
};
struct Fragments3D {
  int point_slots = 0;
  std::vector<double> value, slope, project, derivative;
  std::array<FaceFragments3D, max_face_kinds> faces;
};

/// Pairs of slots of the modes that derivatives have.
constexpr int derivative_pairs(int gradient_modes) { return factor_pairs(slot_count(gradient_modes)); }

/// FragmentsView3D::line_points of a hexahedron.
std::vector<Index> line_points_of_faces(const Tables<double, 3>& tables);

/// `eta` is the stabilisation factor of the liftings on faces. Traces are of states in the basis, all else is of modes.
Fragments3D make_fragments_3d(const Tables<double, 3>& tables, double eta, StateBasis basis = StateBasis::modes);

}  // namespace dg
