/// What faces have left for a tile of tetrahedra by blocks: jumps that become derivatives, and fluxes.
#pragma once

#include "libdg/kernels/schedules/tiles/tetrahedron_tile.hpp"

namespace dg {

template <class Eq, int P>
struct TetrahedronSides {
  using Tile = TetrahedronTile<Eq, P>;
  using Real = typename Tile::Real;
  using Blocks = typename Tile::Blocks;
  static constexpr int n_var = Tile::n_var, members = Tile::members, region = Tile::region;
  static constexpr int NG = face_node_count(P), node_slots = slot_count(NG);

  const Tile& tile;
  const SymmetricFragmentsView<Real>& matrices;
  int node[rotations][node_slots];  ///< where the lane's nodes behind each rotation lie, in bytes from the first on
  Real sign[rotations];             ///< -1 on the plus side

  __device__ TetrahedronSides(const Tile& tile_, const SymmetricFragmentsView<Real>& matrices_,
                              const typename Tile::Indices& indices)
      : tile(tile_), matrices(matrices_) {
    constexpr int views = 1 + orientation_count(FaceShape::triangle);
#pragma unroll
    for (int i = 0; i < rotations; ++i) {
      const Index view = indices.face[rotated_face(i)] % view_slots(Tile::dim);
      sign[i] = view > 0 ? Real(-1) : Real(1);
      const Index packed = __ldg(matrices.node + (i * views + view) * quarters + tile.quarter());
#pragma unroll
      for (int s = 0; s < node_slots; ++s) node[i][s] = static_cast<int>(__byte_perm(packed, 0, 0x4440 | s));
    }
  }

  /// J_c at the nodes of the face opposite vertex 0 replace what lies in the rows, in region c. The members take
  /// variables in turn.
  __device__ void combine_jumps() const {
    constexpr int own = (n_var + members - 1) / members;
    Real x[own][node_slots][rotations];
    const auto variable = [&](int m) { return members * m + tile.member(); };
#pragma unroll
    for (int m = 0; m < own; ++m)
#pragma unroll
      for (int s = 0; s < node_slots; ++s)
#pragma unroll
        for (int i = 0; i < rotations; ++i) x[m][s][i] = sign[i] * at_node(i, s)[min(variable(m), n_var - 1) * NG];
    wait_for_team<members>();
#pragma unroll
    for (int m = 0; m < own; ++m)
#pragma unroll
      for (int s = 0; s < node_slots; ++s) {
        combine_rotations(x[m][s]);
        if (variable(m) < n_var && quarters * s + tile.quarter() < NG)
#pragma unroll
          for (int c = 0; c < rotations; ++c)
            tile.row[c * region + variable(m) * NG + quarters * s + tile.quarter()] = x[m][s][c];
      }
  }

  /// Derivatives that belong to J_e and u_e replace J_e; each member finds some of the pairs of slots.
  template <int e>
  __device__ static void find_derivatives(const Tile& tile, const SymmetricFragmentsView<Real>& matrices,
                                          const typename Tile::Modes& modes) {
    constexpr int pairs = Blocks::derivative_pairs(e), own = (pairs + members - 1) / members;
    constexpr int n_modes = Blocks::modes(e);
    TileProduct<Real> q[own][n_var];
#pragma unroll
    for (int i = 0; i < own; ++i) clear(q[i]);
    const int first = tile.member() * own;
    const Real* jumps = tile.row + e * region;
    multiply_add_pairs<Blocks::derivative_slots(e), pairs, own>(
        q,
        [&](int s, int n) {
          const int k = quarters * s + tile.quarter(), node = k - n_modes;
          if (quarters * (s + 1) <= n_modes) return modes[Blocks::first_slot(e) + s][n];
          if (quarters * s < n_modes && node < 0) return modes[Blocks::first_slot(e) + s][n];
          return jumps[n * NG + min(node, NG - 1)];
        },
        matrices.derivative[e] + tile.lane.lane, [&](int i) { return first + i; });
    wait_for_team<members>();
#pragma unroll
    for (int i = 0; i < own; ++i)
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        const int out = quarters * (2 * (first + i) + j) + tile.quarter();
        if (out >= Blocks::derivatives(e)) continue;
        constexpr int second = Blocks::first_derivative(e, 1), third = Blocks::first_derivative(e, 2);
        const int a = (out >= second) + (out >= third), k = out - (a == 0 ? 0 : a == 1 ? second : third);
        Real* to = tile.row + e * region + a * n_var * Tile::orbits + k;
#pragma unroll
        for (int n = 0; n < n_var; ++n) to[n * Tile::orbits] = q[i][n][j];
      }
  }

  /// Adds the liftings of the faces' fluxes; pairs of slots of nodes are taken by the members in turn.
  __device__ void lift_fluxes(typename Tile::Rates& rate) const {
    Real scale[rotations];
#pragma unroll
    for (int i = 0; i < rotations; ++i) scale[i] = -sign[i] * tile.geometry(Tile::lengths + rotated_face(i));
#pragma unroll
    for (int s = 0; s < node_slots; s += 2) {
      if (s / 2 % members != tile.member()) continue;
      Real x[rotations][2][n_var] = {};
#pragma unroll
      for (int j = 0; j < 2 && s + j < node_slots; ++j)
#pragma unroll
        for (int n = 0; n < n_var; ++n) {
          Real f[rotations];
#pragma unroll
          for (int i = 0; i < rotations; ++i) f[i] = scale[i] * at_node(i, s + j)[n * NG];
          combine_rotations(f);
#pragma unroll
          for (int c = 0; c < rotations; ++c) x[c][j][n] = f[c];
        }
      const FactorPair<Real>* from = matrices.lift + s / 2 * warp_lanes + tile.lane.lane;
#pragma unroll
      for (int c = 0; c < rotations; ++c)
#pragma unroll
        for (int i = 0; i < Blocks::pairs(c); ++i) {
          const int pair = Blocks::first_pair(c) + i;
          const FactorPair<Real> factors = load(from + pair * factor_pairs(node_slots) * warp_lanes);
          if (s + 1 < node_slots)
            multiply_add(rate[pair], x[c], factors);
          else
            multiply_add(rate[pair], x[c][0], factors);
        }
    }
  }

 private:
  /// What the face behind rotation i has left of the first variable at the lane's node of a slot.
  __device__ const Real* at_node(int i, int s) const {
    const auto* pieces = reinterpret_cast<const char*>(tile.pieces() + i * Tile::piece);
    return reinterpret_cast<const Real*>(pieces + node[i][s]);
  }
};

}  // namespace dg
