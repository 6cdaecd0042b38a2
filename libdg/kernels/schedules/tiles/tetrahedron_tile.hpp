/// A tile of straight tetrahedra by blocks of symmetric modes (element/symmetric_fragments.hpp). It says where what
/// lies in shared memory, and which modes and orbits of points a lane has.
///
/// Shared memory has rows of what the faces have left and of modes at first. In their place come rows with a region for
/// each block e. There are jumps J_e, then the derivatives that belong to them and to u_e, [a][variable][mode]. In
/// place of those of block i then come values at the points behind rotation i, and fluxes. The members of a team have
/// some of the orbits each.
#pragma once

#include "libdg/backend/bulk_copy.hpp"
#include "libdg/kernels/engines/tile_team.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

/// f_c = sum_i rotation_sign(c, i) f_i of four numbers, in their place.
template <class Real>
__device__ __forceinline__ void combine_rotations(Real (&f)[rotations]) {
  const Real a = f[0] + f[1], b = f[0] - f[1], c = f[2] + f[3], d = f[2] - f[3];
  f[0] = a + c;
  f[1] = a - c;
  f[2] = b + d;
  f[3] = b - d;
}

template <class Eq, int P>
struct TetrahedronTile {
  using Real = typename Eq::Real;
  using Blocks = SymmetricBlocks<P>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, members = Blocks::team;
  static constexpr int NK = Element<Space::tetrahedron_P, P>::n_modes;
  using Cells = CellTile<Eq, Space::tetrahedron_P, P, members>;
  using Indices = typename Cells::Indices;
  using Row = typename Cells::Modes;  ///< modes of a cell
  using State = typename Cells::State;
  using Piece = TileRows<Real, FacePiece3D<Eq, 0, P, true>::numbers>;  ///< what a face has left
  using Modes = Real[Blocks::all_slots][n_var];                        ///< of a lane
  using Rates = TileProduct<Real>[Blocks::all_pairs][n_var];
  static constexpr int orbits = Blocks::orbits, piece = FacePiece3D<Eq, 0, P, true>::numbers;
  /// Whether a lane takes one point of each orbit of its second slot, which few lanes have, in place of all of one.
  static constexpr bool shares_points = members == 1;
  static constexpr int second_orbits = orbits - quarters,
                       second_size = shares_points ? n_var * second_orbits * rotations : 0;
  /// Numbers of a block in a row; odd where lanes of a row take different blocks, which are in different banks then.
  static constexpr int region = shares_points ? dim * n_var * orbits | 1 : whole_pieces<Real>(dim * n_var * orbits),
                       second_begin = rotations * region;
  static constexpr int stride = (second_begin + second_size + 3) / 8 * 8 + 4;  ///< see TileRows
  /// Before and after there are regions: rows of what the faces have left, modes of the cells, and those of a history.
  static constexpr int piece_stride = (rotations * piece + 3) / 8 * 8 + 4;
  static constexpr int modes_begin = tile_rows * piece_stride, history_begin = modes_begin + tile_rows * State::numbers;
  static constexpr int geometry_begin = std::max(tile_rows * stride, history_begin + tile_rows * State::numbers);
  static constexpr int lengths = cell_lengths(dim), numbers = affine_cell_numbers(dim, rotations),
                       geometry_size = numbers * tile_rows;
  static constexpr int barriers_begin = geometry_begin + geometry_size,  ///< see TetrahedronCopies
      shared_numbers = barriers_begin + 3 * members * barrier_numbers<Real>;
  static_assert(dim == 3 && Cells::NF == rotations && orbits >= Blocks::modes(0));
  static_assert(modes_begin % piece_numbers<Real> == 0 && barriers_begin % piece_numbers<Real> == 0);

  TileLane lane;
  Index cell;
  Real *shared, *row;

  __device__ TetrahedronTile(Index tile, const TileLane& lane_, Real* shared_)
      : lane(lane_),
        cell(tile * tile_rows + lane_.row()),
        shared(shared_place(shared_)),
        row(shared + lane_.row() * stride) {}

  /// What the faces of the cell have left, its modes and, from history_begin on, those of a history.
  __device__ Real* pieces() const { return shared + lane.row() * piece_stride; }
  __device__ Real* modes(int begin = modes_begin) const { return shared + begin + lane.row() * State::numbers; }

  __device__ int quarter() const { return lane.quarter(); }
  __device__ int member() const { return lane.member; }
  __device__ Real& geometry(int i) const { return shared[geometry_begin + i * tile_rows + lane.row()]; }
  /// What lies in the place of the modes in block c of the derivative of variable n along a_(d + 1).
  __device__ Real* block(int d, int n, int c) const { return row + (c ^ (d + 1)) * region + (d * n_var + n) * orbits; }

  /// The lane's place of a slot among n, or the last.
  __device__ int own_place(int slot, int n) const {
    const int place = quarters * slot + quarter();
    return (slot + 1) * quarters <= n ? place : min(place, n - 1);
  }

  /// The lane's orbits, of slots 0 and 1.
  __device__ int orbit(int j) const { return member() * Blocks::own_orbits + quarters * j + quarter(); }
  __device__ bool has_orbit(int j) const {
    return quarters * j + quarter() < (member() == 0 ? Blocks::member_orbits(0) : Blocks::member_orbits(members - 1));
  }

  /// The lane's, from the row of the cell; beyond the last, where the matrices are zero, the last again.
  __device__ void read_modes(Modes& to) const {
    const Real* from = modes();
#pragma unroll
    for (int c = 0; c < rotations; ++c)
#pragma unroll
      for (int s = 0; s < Blocks::slots(c); ++s)
#pragma unroll
        for (int n = 0; n < n_var; ++n)
          to[Blocks::first_slot(c) + s][n] =
              from[State::mode(n, 0) + Blocks::first_mode(c) + own_place(s, Blocks::modes(c))];
  }

  /// The metric along a_1 to a_3 replaces that of the reference directions: a_1 = -1 - s - t, and likewise.
  __device__ void transform_metric() const {
    if (quarter() >= dim) return;
    const auto metric = [&](int r) -> Real& { return geometry(cell_metric + r * dim + quarter()); };
    const Real old[dim] = {metric(0), metric(1), metric(2)};
    metric(0) = -(old[1] + old[2]);
    metric(1) = -(old[0] + old[2]);
    metric(2) = -(old[0] + old[1]);
  }

  /// Calls visit(pair, j, mode) for the slots of which the member completes the rate and the lane has a mode.
  template <class Visit>
  __device__ void for_each_mode(const Visit& visit) const {
#pragma unroll
    for (int c = 0; c < rotations; ++c)
#pragma unroll
      for (int s = 0; s < Blocks::slots(c); ++s) {
        const int pair = Blocks::first_pair(c) + s / 2;
        if (owner(pair) == member() && quarters * s + quarter() < Blocks::modes(c))
          visit(pair, s % 2, Blocks::first_mode(c) + quarters * s + quarter());
      }
  }

  /// The rate of the member's pairs becomes the sum of what all members have. It goes by way of the places of what
  /// faces have left, which none of them needs any more.
  __device__ void add_up_team(Rates& rate) const {
    static_assert(members == 1 || Blocks::all_pairs * n_var * 2 * quarters <= rotations * piece);
    if constexpr (members > 1) {
      wait_for_team<members>();
      const auto for_each = [&](bool own, const auto& visit) {
#pragma unroll
        for (int pair = 0; pair < Blocks::all_pairs; ++pair) {
          if ((member() == owner(pair)) != own) continue;
#pragma unroll
          for (int n = 0; n < n_var; ++n)
#pragma unroll
            for (int j = 0; j < 2; ++j)
              visit(rate[pair][n][j], pieces()[((pair * n_var + n) * 2 + j) * quarters + quarter()]);
        }
      };
      for_each(false, [](Real x, Real& shown) { shown = x; });
      wait_for_team<members>();
      for_each(true, [](Real& x, Real shown) { x += shown; });
    }
  }

 private:
  /// The member that completes a pair.
  __device__ static constexpr int owner(int pair) { return pair % members; }
};

}  // namespace dg
