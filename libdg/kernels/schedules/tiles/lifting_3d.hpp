/// What faces have left for straight 3-D cells in a tile, and how it becomes modes.
#pragma once

#include "libdg/kernels/schedules/tiles/cell_tile.hpp"

namespace dg {

/// With Nodes, faces have left values at nodes in place of points. Modes are those of the lane's member of a team.
template <class Eq, Space S, int P, bool Nodes, int Members>
struct Lifting3D {
  using Real = typename Eq::Real;
  using Cells = CellTile<Eq, S, P, Members>;
  using Team = typename Cells::Team;
  static constexpr int n_var = Eq::n_var, pairs = Cells::pairs;
  template <int Kind>
  using Piece = TileRows<Real, FacePiece3D<Eq, Kind, P, Nodes>::numbers>;
  using Modes = TileProduct<Real>[Cells::own_pairs][n_var];

  /// The lane's points of a face, or nodes, in the order of the cell, in which the face has that number.
  template <int Kind>
  struct Places {
    static constexpr int n = FacePiece3D<Eq, Kind, P, Nodes>::NG, slots = slot_count(n);
    int at[slots];  ///< beyond the last, where the matrices are zero, the last again

    __device__ Places(const ZoneView<Real>& zone, const TileLane& lane, Index number) {
      const Index* own = Nodes ? zone.fragments_3d.faces[Kind].nodes.own_node : zone.tables.faces[Kind].own_point;
      own += number % view_slots(Eq::dim) * n;
#pragma unroll
      for (int m = 0; m < slots; ++m) at[m] = __ldg(own + min(quarters * m + lane.quarter(), n - 1));
    }
  };

  /// sum += `scale` times the piece of local face f in the row at `row`.
  template <int f, int Kind>
  __device__ static void lift(const ZoneView<Real>& zone, const TileLane& lane, const Real* row,
                              const Places<Kind>& places, Real scale, Modes& sum) {
    multiply_add_own<Members, Places<Kind>::slots, pairs>(
        lane, sum, [&](int m, int n) { return scale * row[places.at[m] + n * Places<Kind>::n]; },
        matrix<f>(zone, lane));
  }

  /// The same of a flux, which adds to the rate, and of the jump whose rows lie behind those of fluxes.
  template <int f, int Kind>
  __device__ static void lift_both(const ZoneView<Real>& zone, const TileLane& lane, const Real* row,
                                   const Places<Kind>& places, Real flux_scale, Real jump_scale, Modes& rate,
                                   Modes& sum) {
    constexpr int G = Places<Kind>::slots;
    const auto* fragment = matrix<f>(zone, lane);
#pragma unroll
    for (int m = 0; m < G; m += 2) {
      Real x[2][2 * n_var] = {};
#pragma unroll
      for (int i = 0; i < 2 && m + i < G; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) {
          const Real* from = row + places.at[m + i] + n * Places<Kind>::n;
          x[i][n] = flux_scale * from[0];
          x[i][n_var + n] = jump_scale * from[Piece<Kind>::size];
        }
#pragma unroll
      for (int own = 0; own < Cells::own_pairs; ++own) {
        const int pair = Team::pair(lane.member, own);
        if (pair >= pairs) continue;
        const FactorPair<Real> factors = load(fragment + (pair * factor_pairs(G) + m / 2) * warp_lanes);
        TileProduct<Real> both[2 * n_var];
        for_each_number([&](int n, int j) {
          both[n][j] = rate[own][n][j];
          both[n_var + n][j] = sum[own][n][j];
        });
        if (m + 1 < G)
          multiply_add(both, x, factors);
        else
          multiply_add(both, x[0], factors);
        for_each_number([&](int n, int j) {
          rate[own][n][j] = both[n][j];
          sum[own][n][j] = both[n_var + n][j];
        });
      }
    }
  }

 private:
  template <class Visit>
  __device__ static void for_each_number(const Visit& visit) {
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int j = 0; j < 2; ++j) visit(n, j);
  }

  /// From the piece of local face f to modes.
  template <int f>
  __device__ static const FactorPair<Real>* matrix(const ZoneView<Real>& zone, const TileLane& lane) {
    constexpr int kind = kind_of_face(shape_of(S), f), of_kind = f - Element<S, P>::faces(kind).first;
    const FaceFragmentsView3D<Real>& matrices = zone.fragments_3d.faces[kind];
    return (Nodes ? matrices.nodes.lift : matrices.lift) +
           of_kind * pairs * factor_pairs(Places<kind>::slots) * warp_lanes + lane.lane;
  }
};

}  // namespace dg
