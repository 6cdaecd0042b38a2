/// Assembly `tiles`, faces between straight tetrahedra, which leave fluxes and jumps by their values at nodes
/// (element/face_nodes.hpp).
///
/// Traces at the nodes of both sides, and derivatives across the face with the lifting, lie in shared memory
/// (nodal_face_tile.hpp). From there fluxes at the points are found (nodal_face_points.hpp).
#pragma once

#include "libdg/backend/bulk_copy.hpp"
#include "libdg/kernels/schedules/tiles/faces_3d.hpp"
#include "libdg/kernels/schedules/tiles/nodal_face_points.hpp"

namespace dg {

template <class Eq, int P, bool Boundary, bool Viscous>
struct NodalFaceTiles : FaceTiles3D<Eq, 0, P, Boundary, Viscous> {
  using Base = FaceTiles3D<Eq, 0, P, Boundary, Viscous>;
  using Base::dim, Base::n_var;
  using Base::first, Base::context, Base::store, Base::stored;
  using typename Base::Indices, typename Base::Real;
  static constexpr TileShape shape{};  ///< a warp for each tile, whatever the base takes

  __host__ __device__ static constexpr int shared_numbers() { return Tile::end + barrier_numbers<Real>; }

  /// Asks for what the tile reads.
  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int) const {
    shared = shared_place(shared);
    if constexpr (by_rows) return start_rows(item, lane, at, shared);
    start_modes(lane, at.minus_code, at.minus, shared + Tile::modes_begin(0));
    if (!Boundary) start_modes(lane, at.plus_code, at.plus, shared + Tile::modes_begin(1));
    Base::start_geometry(item, lane, shared);
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    shared = shared_place(shared);
    const auto& zone = context.zones.zone[zone_of<dim>(at.minus_code)];
    const Tile w{lane, at, shared, zone.fragments_3d.faces[0].nodes};
    const int slots = slot_count(zone.tables.faces[0].weighted_points);
    if constexpr (by_rows)
      barrier(shared).wait();
    else
      wait_for_copies<0>();
    __syncwarp();
    show_traces(w, slots);
    if constexpr (Viscous) add_liftings(w);
    AtNodes flux;
    clear_all(flux);
    Points{context, w}.add_fluxes(slots, flux);
    leave(w, flux);
    __syncwarp();
    store_pieces(w, stored + item);
  }

 private:
  using Tile = NodalFaceTile<Eq, P, Boundary, Viscous>;
  using Points = NodalFacePoints<Eq, P, Boundary, Viscous>;
  using AtNodes = typename Tile::AtNodes;
  using Piece = typename Tile::Piece;
  static constexpr int sides = Tile::sides, kinds = Tile::kinds, nodes = Tile::nodes, N = Tile::N,
                       node_pairs = Tile::node_pairs, piece = Tile::piece;
  static constexpr bool by_rows = has_bulk_copies;  ///< whether the copy engine brings modes and geometry

  __device__ static void clear_all(AtNodes& x) {
#pragma unroll
    for (int i = 0; i < node_pairs; ++i) clear(x[i]);
  }

  __device__ void start_modes(const TileLane& lane, Index code, Index cell, Real* to) const {
    Tile::Modes::template start<true>(lane, Tile::Modes::place(lane, to),
                                      this->state + context.zones.zone[zone_of<dim>(code)].state_begin, cell);
  }

  __device__ static BulkBarrier& barrier(Real* shared) { return *reinterpret_cast<BulkBarrier*>(shared + Tile::end); }

  /// By one lane. The cells on each side of a tile are of one zone.
  __device__ void start_rows(Index item, const TileLane& lane, const Indices& at, Real* shared) const {
    constexpr unsigned all = 0xffffffffu;
    constexpr int row = Tile::State::numbers * sizeof(Real), geometry = Tile::geometry_size * sizeof(Real);
    BulkBarrier& bulk = barrier(shared);
    bulk.expect(lane.lane, sides * tile_rows * row + geometry);
    Index cell[sides][tile_rows];
#pragma unroll
    for (int side = 0; side < sides; ++side)
#pragma unroll
      for (int r = 0; r < tile_rows; ++r)
        cell[side][r] = __shfl_sync(all, side == 0 ? at.minus : at.plus, r * quarters);
    if (!BulkBarrier::elect()) return;
#pragma unroll
    for (int side = 0; side < sides; ++side) {
      const Index code = side == 0 ? at.minus_code : at.plus_code;
      const Real* from = this->state + context.zones.zone[zone_of<dim>(code)].state_begin;
#pragma unroll
      for (int r = 0; r < tile_rows; ++r)
        bulk.copy(shared + Tile::modes_begin(side) + r * Tile::Modes::stride,
                  beyond(from, cell[side][r], Tile::State::numbers), row);
    }
    bulk.copy(shared, beyond(context.tiles[0].geometry, first + item, Tile::geometry_size), geometry);
  }

  /// Traces and derivatives across the face take the place of the modes.
  __device__ void show_traces(const Tile& w, int slots) const {
    constexpr int out = factor_pairs(kinds * N);
#pragma unroll
    for (int side = 0; side < sides; ++side) {
      TileProduct<Real> both[out][n_var];
#pragma unroll
      for (int i = 0; i < out; ++i) clear(both[i]);
      const Index code = side == 0 ? w.at.minus_code : w.at.plus_code;
      const int number =
          face_of<dim>(code) + (side == 0 ? 0 : face_count(CellShape::tetrahedron) * orientation_of_code<dim>(code));
      const Real* row = w.shared + Tile::modes_begin(side) + w.lane.row() * Tile::Modes::stride + w.lane.quarter();
      multiply_add_all<Tile::K, out>(
          both, [&](int l, int n) { return row[Tile::State::mode(n, l)]; },
          w.matrices.trace[side] + number * N * factor_pairs(Tile::K) * warp_lanes + w.lane.lane);
      __syncwarp();
#pragma unroll
      for (int i = 0; i < kinds * N; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n)
          w.kept(i < N ? Tile::trace : Tile::normal, side, i % N, n) = both[i / 2][n][i % 2];
    }
    if constexpr (Boundary && Viscous) {
      AtNodes jump;
      clear_all(jump);
      Points{context, w}.add_boundary_jumps(slots, jump);
#pragma unroll
      for (int i = 0; i < N; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) w.kept(Tile::trace, 1, i, n) = jump[i / 2][n][i % 2];
    }
  }

  /// The derivatives across the face become `axis` times their sums with eta times the lifting.
  __device__ void add_liftings(const Tile& w) const {
    AtNodes lifted;
    clear_all(lifted);
    multiply_add_all<N, node_pairs>(lifted, w.jump(), w.matrices.face_lift + w.lane.lane);
#pragma unroll
    for (int side = 0; side < sides; ++side) {
      const Real axis = w.number(side == 0 ? minus_axes_3d : plus_axes_3d);
      const auto across = w.values(Tile::normal, side);
      typename Tile::AllKept x;
#pragma unroll
      for (int i = 0; i < N; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) x[i][n] = axis * (across(i, n) + lifted[i / 2][n][i % 2]);
      w.keep(x, Tile::normal, side);
    }
  }

  /// Fluxes and jumps take the place of what lanes have kept.
  __device__ static void leave(const Tile& w, const AtNodes& flux) {
    Real jump[N][n_var];
    if constexpr (Viscous) {
      const auto jumps = w.jump();
#pragma unroll
      for (int i = 0; i < N; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) jump[i][n] = jumps(i, n);
    }
    __syncwarp();
    Real* row = w.shared + Tile::work_begin + w.lane.row() * Piece::stride;
#pragma unroll
    for (int i = 0; i < N; ++i) {
      if (nodes % quarters != 0 && w.point(i) >= nodes) continue;
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        row[n * nodes + w.point(i)] = flux[i / 2][n][i % 2];
        if (Viscous) row[Piece::size + n * nodes + w.point(i)] = jump[i][n];
      }
    }
  }

  __device__ void store_pieces(const Tile& w, Index tile) const {
    const Index face = tile * tile_rows + w.lane.row();
    const Real* row = w.shared + Tile::work_begin + w.lane.row() * Piece::stride;
    Piece::store(w.lane, beyond(store.node_flux, face, piece), row);
    if (Viscous) Piece::store(w.lane, beyond(store.node_jump, face, piece), row + Piece::size);
  }
};

}  // namespace dg
