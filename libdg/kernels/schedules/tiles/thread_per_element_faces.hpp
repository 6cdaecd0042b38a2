/// Assembly `tiles`, faces between straight tetrahedra of low degree, which leave fluxes and jumps by their values at
/// nodes (element/face_nodes.hpp), a thread each.
///
/// Matrices of such cells are so small that a matrix unit is mostly idle in them: at P1 3 nodes by 4 modes of `8 x 8`.
/// A thread has space for all that a face needs: the terms (face_term()) of what both sides show. A warp takes
/// the faces of four tiles; its lanes copy modes together, piece by piece, and leave fluxes and jumps so.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/thread_per_element_face.hpp"
#include "libdg/space/slabs.hpp"

namespace dg {

template <class Eq, int P, bool Boundary, bool Viscous>
struct ThreadPerElementFaces {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, nodes = face_node_count(P),
                       row_numbers = FaceTermNumbers(P).row;
  static constexpr int tiles_at_once = warp_lanes / tile_rows;

  const KernelContext<Eq>& context;
  const Real* state;
  FaceStore3D<Real> store;
  TileGroup tiles;
  int zone_number;  ///< of the cells

  using Indices = FaceIndices;

  RKDG_FN Index items() const { return (tiles.size() + tiles_at_once - 1) / tiles_at_once; }

  __host__ __device__ static constexpr int shared_numbers() { return rows_begin + rows_size; }

  __device__ Indices fetch(Index item, const TileLane& lane) const {
    const TileFacesView<Real>& faces = context.tiles[0];
    const Index tile = tile_of(item, lane), face = tile * tile_rows + lane.lane % tile_rows;
    return {faces.minus_code[tile], faces.plus_code[tile], faces.minus[face], faces.plus[face]};
  }

  /// Asks for what the faces read.
  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int) const {
    shared = shared_place(shared);
    start_side(lane, at.minus, shared + rows_begin);
    if (!Boundary) start_side(lane, at.plus, shared + rows_begin + Modes::size);
    copy_piece_async<geometry_size>(lane, shared, beyond(context.tiles[0].geometry, first_tile(item), tile_geometry),
                                    tiles_of(item) * tile_geometry);
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    shared = shared_place(shared);
    wait_for_copies<0>();
    __syncwarp();
    const Real* geometry = shared + lane.lane / tile_rows * tile_geometry + lane.lane % tile_rows;
    Face face(context, zone(), geometry, at);
    const Real* modes = shared + rows_begin + lane.lane * Modes::stride;
    face.template set_side<0>(at.minus_code, modes);
    if constexpr (!Boundary) face.template set_side<1>(at.plus_code, modes + Modes::size);
    if constexpr (Viscous) face.lift();
    Real flux[nodes][n_var], jump[nodes][n_var];
    face.find_flux(flux);
    if constexpr (Viscous) face.find_jump(jump);
    __syncwarp();
    Real* row = shared + rows_begin + lane.lane * Left::stride;
    leave_row(row, flux);
    if constexpr (Viscous) leave_row(row + Left::size, jump);
    __syncwarp();
    store_rows(item, lane, shared + rows_begin, store.node_flux);
    if (Viscous) store_rows(item, lane, shared + rows_begin + Left::size, store.node_jump);
  }

 private:
  using Face = ThreadPerElementFace<Eq, P, Boundary, Viscous>;
  using Modes = LaneRows<Real, n_var * row_numbers>;
  static constexpr int piece = FacePiece3D<Eq, 0, P, true>::numbers;
  using Left = LaneRows<Real, piece>;
  static constexpr int tile_geometry = face_numbers_3d * tile_rows, geometry_size = tiles_at_once * tile_geometry;
  static constexpr int rows_begin = geometry_size, rows_size = std::max(Face::sides * Modes::size, 2 * Left::size);

  __device__ const ZoneView<Real>& zone() const { return context.zones.zone[zone_number]; }

  /// Tiles of an item; of the last there may be fewer.
  __device__ Index tiles_of(Index item) const { return min(tiles.size() - item * tiles_at_once, tiles_at_once); }
  __device__ Index first_tile(Index item) const { return tiles.begin + item * tiles_at_once; }
  /// That of the lane's face; beyond the last, the last.
  __device__ Index tile_of(Index item, const TileLane& lane) const {
    return first_tile(item) + min(Index(lane.lane / tile_rows), tiles_of(item) - 1);
  }

  __device__ void start_side(const TileLane& lane, Index cell, Real* to) const {
    const Real* from = state + zone().state_begin;
    Modes::each(lane.lane, [&](int row, int i) {
      const Index of_row = __shfl_sync(0xffffffffu, cell, row);
      copy_16_bytes_async<true>(to + Modes::place(row, i),
                                beyond(from + i * Modes::piece, of_row, n_var * row_numbers));
    });
  }

  __device__ void store_rows(Index item, const TileLane& lane, const Real* rows, Real* to) const {
    using Piece = typename Left::Piece;
    const Index count = tiles_of(item) * tile_rows;
    Piece* pieces = reinterpret_cast<Piece*>(beyond(to, tiles.stored + item * tiles_at_once, tile_rows * piece));
    Left::each(lane.lane, [&](int row, int i) {
      if (row < count) pieces[row * Left::pieces + i] = *reinterpret_cast<const Piece*>(rows + Left::place(row, i));
    });
  }

  /// What is at the nodes, to the lane's row.
  __device__ static void leave_row(Real* row, const Real (&x)[nodes][n_var]) {
    using Piece = typename Left::Piece;
    Real all[piece] = {};
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int i = 0; i < nodes; ++i) all[n * nodes + i] = x[i][n];
#pragma unroll
    for (int i = 0; i < piece; i += Left::piece)
      if constexpr (Left::piece == 4)
        *reinterpret_cast<Piece*>(row + i) = Piece{all[i], all[i + 1], all[i + 2], all[i + 3]};
      else
        *reinterpret_cast<Piece*>(row + i) = Piece{all[i], all[i + 1]};
  }
};

/// Those on boundaries and between cells in one kernel.
template <class Eq, int P, bool Viscous>
struct AllThreadPerElementFaces {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr TileShape shape = thread_per_element_face_shape<Real>(P);

  KernelContext<Eq> context;
  const Real* state;
  FaceStore3D<Real> store;
  TileGroup boundary, inner;
  int zone_number;  ///< of the cells

  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(of<true>(), of<true>().items());
    visit(of<false>(), of<false>().items());
  }
  template <class Visit>
  RKDG_FN void at(Index item, const Visit& visit) const {
    const Index on_boundary = of<true>().items();
    if (item < on_boundary)
      visit(of<true>(), item, on_boundary);
    else
      visit(of<false>(), item - on_boundary, of<false>().items());
  }

 private:
  template <bool Boundary>
  RKDG_FN ThreadPerElementFaces<Eq, P, Boundary, Viscous> of() const {
    return {context, state, store, Boundary ? boundary : inner, zone_number};
  }
};

}  // namespace dg
