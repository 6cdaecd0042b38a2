/// Operator matrices of straight tetrahedra by the blocks of element/tetrahedron_symmetry.hpp. The lanes of a warp hold
/// them so for the matrix units of a GPU (element/fragments.hpp).
///
/// Let `J_c = sum_i rotation_sign(c, i) jump(face rotated_face(i))`. For the modes u_e of block e and for J_e, the
/// derivatives along a_1 to a_3 are those of block e ^ a along a_a: `(q_a)_(e ^ a) = D_a u_e - L J_e / 2`. The
/// normals of the faces have the components +-1/2, and L is the lifting of the face opposite vertex 0. Likewise, block
/// c of a rate gets what fluxes along a_a have in block c ^ a at the volume points. It also gets L times the fluxes of
/// the faces in block c.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "libdg/element/face_nodes.hpp"
#include "libdg/element/fragments.hpp"
#include "libdg/element/tetrahedron_symmetry.hpp"

namespace dg {

/// Modes of degree p in blocks, and how they lie in slots.
template <int P>
struct SymmetricBlocks {
  static constexpr int orbits = rotation_orbits(P);

  /// Block 0 has more modes than the others, which have as many as each other.
  static constexpr int modes(int c) { return c == 0 ? first_modes : other_modes; }
  static constexpr int first_mode(int c) { return c == 0 ? 0 : first_modes + (c - 1) * other_modes; }
  static constexpr int slots(int c) { return slot_count(modes(c)); }
  static constexpr int first_slot(int c) { return c == 0 ? 0 : slots(0) + (c - 1) * slots(1); }
  static constexpr int all_slots = slot_count(block_mode_count(0, P)) + 3 * slot_count(block_mode_count(1, P));
  static constexpr int pairs(int c) { return factor_pairs(slots(c)); }
  static constexpr int first_pair(int c) { return c == 0 ? 0 : pairs(0) + (c - 1) * pairs(1); }
  static constexpr int all_pairs =
      factor_pairs(slot_count(block_mode_count(0, P))) + 3 * factor_pairs(slot_count(block_mode_count(1, P)));

  /// Of the derivatives along a_1, then a_2 and a_3, that belong to block e; before those along a_(d + 1), and all.
  static constexpr int first_derivative(int e, int d) {
    return (d > 0 ? modes(e ^ 1) : 0) + (d > 1 ? modes(e ^ 2) : 0) + (d > 2 ? modes(e ^ 3) : 0);
  }
  static constexpr int derivatives(int e) { return first_derivative(e, 3); }
  static constexpr int derivative_pairs(int e) { return factor_pairs(slot_count(derivatives(e))); }
  /// What they are made of: modes of the block, and then the nodes of a face.
  static constexpr int derivative_slots(int e) { return slot_count(modes(e) + face_node_count(P)); }

  /// Warps that share a tile, and orbits of each, of the last perhaps fewer: a lane has points of two.
  static constexpr int team = std::max(1, (orbits + 2 * quarters - 1) / (2 * quarters));
  static constexpr int own_orbits = (orbits + team - 1) / team;
  static constexpr int member_orbits(int member) { return std::min(own_orbits, orbits - member * own_orbits); }

 private:
  static constexpr int first_modes = block_mode_count(0, P), other_modes = block_mode_count(1, P);
};

/// Read-only pointers to the fragments. N = slots of the nodes of a face, K_c = slots of the modes of block c. Entries
/// beyond the last mode or node are zero; orbits beyond the last of a member have the values of its first, and no
/// weight. The last index is the one that a sum runs over.
template <class Real>
struct SymmetricFragmentsView {
  using Pointer = const FactorPair<Real>*;

  Pointer derivative[rotations] = {};  ///< [e][pair of derivatives][slots of modes of block e, and nodes behind them]
  Pointer value[rotations] = {};       ///< [c][member][K_c]: at the first points of the member's orbits
  Pointer project[3] = {};             ///< [a - 1][member][pair of modes of blocks c ^ a, c = 0, ..][2 slots]: from
                                       ///< block c of a flux along a_a at points of the member
  Pointer lift = nullptr;              ///< [pair of modes of all blocks][N]: L
  const Index* node = nullptr;         ///< [i][view][quarter]: the lane's nodes behind rotation i, see pack_nodes()
};

/// The matrices themselves.
struct SymmetricFragments {
  std::array<std::vector<double>, rotations> derivative, value;
  std::array<std::vector<double>, 3> project;
  std::vector<double> lift;
  std::vector<Index> node;  ///< [i][view][node]: FaceNodesView::own_node of what the node is behind rotation i
};

/// Precondition: has_symmetric_products() and a volume rule exact to twice the degree.
SymmetricFragments make_symmetric_fragments(const Tables<double, 3>& tables);

}  // namespace dg
