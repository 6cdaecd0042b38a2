/// What a tile of tetrahedra by blocks reads from global memory: what faces have left, modes, geometry.
///
/// Whole rows come by the copy engine, where a device has one. As pieces of a face begin anywhere in a line, a lane
/// would write each copy of 16 bytes to shared memory in sixteen steps.
#pragma once

#include "libdg/backend/bulk_copy.hpp"
#include "libdg/kernels/schedules/tiles/tetrahedron_tile.hpp"

namespace dg {

/// Members of a team each ask for some of the rows, and then wait for their own and for each other.
template <class Eq, int P>
class TetrahedronCopies {
 public:
  using Tile = TetrahedronTile<Eq, P>;
  using Real = typename Tile::Real;
  using Indices = typename Tile::Indices;
  static constexpr int members = Tile::members;
  /// What comes together.
  enum Phase { first = 0, fluxes = 1, states = 2 };

  __device__ explicit TetrahedronCopies(const Tile& tile) : tile_(tile) {}

  /// Jumps, if there are any, modes of the cell, and so many numbers of the geometry.
  __device__ void start_first(const Indices& indices, const Real* jumps, const Real* modes, const Real* geometry,
                              int count) const {
    const bool leads = tile_.member() == 0;
    if constexpr (has_bulk_copies) {
      BulkBarrier& bulk = barrier(first);
      bulk.expect(tile_.lane.lane, (jumps ? piece_bytes : 0) + (leads ? state_bytes + count * size : 0));
      if (leads) {
        ask_for_states(bulk, modes, Tile::modes_begin);
        if (BulkBarrier::elect()) bulk.copy(tile_.shared + Tile::geometry_begin, geometry, count * size);
      }
      if (jumps) ask_for_pieces(bulk, indices, jumps);  // last, as it waits for the indices
    } else {
      if (jumps) start_pieces(indices, jumps);
      if (!leads) return;
      start_state(modes, Tile::modes_begin);
      copy_piece_async<Tile::geometry_size>(tile_.lane, tile_.shared + Tile::geometry_begin, geometry, count);
    }
  }

  /// Asks for the modes of a history early.
  __device__ void prefetch_history(const Real* history) const {
    if (tile_.member() != members - 1) return;
    if constexpr (!has_bulk_copies)
      Row::prefetch(tile_.lane, history, tile_.cell);
    else if (tile_.quarter() == 0)
      BulkBarrier::prefetch_to_cache(beyond(history, tile_.cell, Tile::State::numbers), Tile::State::numbers * size);
  }

  /// What the faces have left at `from`, where the jumps were. Nobody needs the rows any more.
  __device__ void start_fluxes(const Indices& indices, const Real* from) const {
    if constexpr (has_bulk_copies) {
      barrier(fluxes).expect(tile_.lane.lane, piece_bytes);
      ask_for_pieces(barrier(fluxes), indices, from);
    } else {
      start_pieces(indices, from);
      close_copies();
    }
  }

  /// Modes of the cell and, if there is one, of a history, behind what the faces have left.
  __device__ void start_states(const Real* modes, const Real* history) const {
    const bool leads = tile_.member() == 0, follows = history && tile_.member() == members - 1;
    if constexpr (has_bulk_copies) {
      BulkBarrier& bulk = barrier(states);
      bulk.expect(tile_.lane.lane, (leads ? state_bytes : 0) + (follows ? state_bytes : 0));
      if (leads) ask_for_states(bulk, modes, Tile::modes_begin);
      if (follows) ask_for_states(bulk, history, Tile::history_begin);
    } else {
      if (leads) start_state(modes, Tile::modes_begin);
      if (follows) start_state(history, Tile::history_begin);
      close_copies();
    }
  }

  /// Until what has been asked for is there, for all members.
  template <Phase phase>
  __device__ void wait() const {
    if constexpr (has_bulk_copies)
      barrier(phase).wait();
    else
      wait_for_copies<phase == fluxes ? 1 : 0>();
    wait_for_team<members>();
  }

  /// Before rows are asked for where others have lain.
  __device__ static void give_way() {
    BulkBarrier::give_way();
    wait_for_team<members>();
  }

 private:
  using Row = typename Tile::Row;
  using Piece = typename Tile::Piece;
  static constexpr int size = sizeof(Real), row_bytes = Tile::piece * size;
  static constexpr int piece_bytes = tile_rows * rotations / members * row_bytes,
                       state_bytes = tile_rows * Tile::State::numbers * size;
  static_assert(row_bytes % 16 == 0 && Tile::State::numbers * size % 16 == 0);

  __device__ BulkBarrier& barrier(Phase phase) const {
    return reinterpret_cast<BulkBarrier*>(tile_.shared + Tile::barriers_begin)[phase * members + tile_.member()];
  }

  /// Place of face i among those of all cells.
  __device__ static Index face(const Indices& indices, int i) {
    return indices.face[rotated_face(i)] / view_slots(Tile::dim);
  }

  /// By one lane, as the engine takes rows one after the other.
  __device__ void ask_for_pieces(BulkBarrier& bulk, const Indices& indices, const Real* from) const {
    constexpr unsigned all = 0xffffffffu;
    constexpr int own = rotations / members;
    Index number[own][tile_rows];
#pragma unroll
    for (int i = 0; i < own; ++i) {
      const Index mine = members == 1          ? face(indices, i)
                         : tile_.member() == 0 ? face(indices, members * i)
                                               : face(indices, members * i + 1);
#pragma unroll
      for (int r = 0; r < tile_rows; ++r) number[i][r] = __shfl_sync(all, mine, r * quarters);
    }
    if (!BulkBarrier::elect()) return;
#pragma unroll
    for (int i = 0; i < own; ++i)
#pragma unroll
      for (int r = 0; r < tile_rows; ++r)
        bulk.copy(tile_.shared + r * Tile::piece_stride + (members * i + tile_.member()) * Tile::piece,
                  beyond(from, number[i][r], Tile::piece), row_bytes);
  }

  /// Cells lie one after the other.
  __device__ void ask_for_states(BulkBarrier& bulk, const Real* from, int begin) const {
    from = beyond(from, tile_.cell - tile_.lane.row(), Tile::State::numbers);
    if (BulkBarrier::elect()) bulk.copy(tile_.shared + begin, from, state_bytes);
  }

  __device__ void start_pieces(const Indices& indices, const Real* from) const {
    Real* to = tile_.pieces() + tile_.quarter() * Piece::piece;
#pragma unroll
    for (int i = 0; i < rotations; ++i)
      if (i % members == tile_.member())
        Piece::template start<false>(tile_.lane, to + i * Tile::piece, from, face(indices, i));
  }
  __device__ void start_state(const Real* from, int begin) const {
    Row::template start<false>(tile_.lane, tile_.modes(begin) + tile_.quarter() * Row::piece, from, tile_.cell);
  }

  const Tile& tile_;
};

}  // namespace dg
