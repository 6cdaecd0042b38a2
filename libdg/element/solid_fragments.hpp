/// Operator matrices of tetrahedra as the lanes of a warp hold them for the matrix units of a GPU
/// (element/fragments.hpp).
///
/// Values of the state and the modes of its derivatives are interpolated to volume points by one matrix, and five
/// variables of each make up an even number of rows. The derivatives q_r in reference coordinates come from the modes,
/// and from the jumps on the faces: q_r = D_r u + sum_f N_r(f) L_f jump_f, with the normals N of the reference cell:
/// one face has (1, 1, 1), and each other face -1 in a direction of its own.
#pragma once

#include <vector>

#include "libdg/element/fragments.hpp"

namespace dg {

/// The local face of a tetrahedron with the normal (1, 1, 1), and that with -1 in direction r alone.
inline constexpr int slanted_face = 2;
constexpr int face_across(int r) { return r == 0 ? 3 : r == 1 ? 1 : 0; }

/// Read-only pointers to the fragments. K = slots of the modes, G = slots of the points of a face; pairs are those of
/// slots, the first for j = 0 and the second for j = 1, but where it is said otherwise. Entries beyond the last mode or
/// point are zero, but that points beyond the last have the values of the first. The last index is the one that a sum
/// runs over.
template <class Real>
struct SolidFragmentsView {
  using Pointer = const FactorPair<Real>*;

  int point_slots;     ///< of the volume points, an even number; points beyond the last have no weight
  Pointer value;       ///< [pair of point slots][K]
  Pointer project;     ///< [pair of point slots][d][pair of modes][2 slots of points]: weighted derivatives along xi_d
  Pointer derivative;  ///< [d][pair of modes that derivatives have][K]: D_d
  Pointer lift;        ///< [f][pair of modes][G]: weighted traces of a local face, to modes
  Pointer trace[2];    ///< [f + 4 turn][pair of points][K]: on the minus side (turn 0), on the plus side
  Pointer across[2];   ///< the same of the derivative along the outward normal of the minus side, over |N(f)|
  Pointer tangential;  ///< [slot of points][G]: derivatives along the directions j of the reference face
  Pointer face_lift;   ///< [pair of points][G]: eta times the lifting
};

/// The fragments themselves.
struct SolidFragments {
  int point_slots = 0;
  std::vector<double> value, project, derivative, lift, trace[2], across[2], tangential, face_lift;
};

/// Pairs of slots of modes that derivatives of degree p - 1 have.
constexpr int derivative_pairs(int gradient_modes) { return factor_pairs(slot_count(gradient_modes)); }

/// `eta` is the stabilisation factor of the liftings on faces. Precondition: the tables of a tetrahedron.
SolidFragments make_solid_fragments(const Tables<double, 3>& tables, double eta);

}  // namespace dg
