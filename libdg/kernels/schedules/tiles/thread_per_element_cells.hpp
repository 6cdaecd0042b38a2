/// Assembly `tiles`, straight tetrahedra of degree 1, a thread each. It gathers fluxes and jumps that faces have left
/// (thread_per_element_faces.hpp), takes the volume integral and the stage.
///
/// A warp takes 32 cells. What their faces have left comes face by face through two places in shared memory, copied by
/// all lanes piece by piece.
#pragma once

#include "libdg/kernels/integrands/cuda_rates.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"
#include "libdg/kernels/schedules/tiles/cells_3d.hpp"
#include "libdg/kernels/schedules/tiles/thread_per_element_cell.hpp"

namespace dg {

template <class Eq, bool Viscous>
struct ThreadPerElementCells {
  using Real = typename Eq::Real;
  using Number = Real;
  using Cell = ThreadPerElementCell<Eq, Viscous>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, modes = Cell::modes, faces = Cell::faces;
  static constexpr TileShape shape{.blocks = 3};

  ZoneView<Real> zone;  ///< by itself, at an address that the compiler knows
  Eq equations;
  Stage<Real> stage;  ///< see stage_of()
  int zone_number;
  FaceStore3D<Real> store;
  Real* largest_rate;  ///< see collect_rate(); may be null

  struct Indices {
    Index face[faces];
  };

  /// Calls visit with this and the number of warps' cells.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, zone.launched / warp_lanes);
  }
  template <class Visit>
  RKDG_FN void at(Index item, const Visit& visit) const {
    visit(*this, item, zone.launched / warp_lanes);
  }

  __host__ __device__ static constexpr int shared_numbers() { return geometry_begin + geometry_size; }

  __device__ Indices fetch(Index item, const TileLane& lane) const {
    Indices indices;
    const Index* from =
        zone.face_number + (item * tiles_at_once + lane.lane / tile_rows) * (faces * tile_rows) + lane.lane % tile_rows;
#pragma unroll
    for (int f = 0; f < faces; ++f) indices.face[f] = from[f * tile_rows];
    return indices;
  }

  /// Asks for what the cells read first.
  __device__ void start(Index item, const TileLane& lane, const Indices& at, Real* shared, int) const {
    shared = shared_place(shared);
    start_face<0>(lane, at, shared);
    start_modes(item, lane, stage.in, shared);
    copy_piece_async<geometry_size>(lane, shared + geometry_begin, beyond(zone.tile_geometry, item, geometry_size));
    close_copies();
    start_face<1>(lane, at, shared);
    if (stage.n_history > 0) prefetch_modes(item, lane, stage.history[0]);
  }

  template <class Next>
  __device__ void operator()(Index item, const TileLane& lane, const Indices& at, Real* shared, int,
                             const Next&) const {
    shared = shared_place(shared);
    Cell cell(zone, shared + geometry_begin + lane.lane / tile_rows * tile_geometry + lane.lane % tile_rows);
    compute_face<0>(lane, at, shared, cell);
    compute_face<1>(lane, at, shared, cell);
    compute_face<2>(lane, at, shared, cell);
    compute_face<3>(lane, at, shared, cell);
    Real* u = shared + lane.lane * Modes::stride;
    cell.volume_integral(in_cells<Real>(equations, zone, item * warp_lanes + lane.lane), u);
    __syncwarp();
    if (stage.n_history > 0) start_modes(item, lane, stage.history[0], place(shared, 0));
    close_copies();
    const Index number = item * warp_lanes + lane.lane;
    if (stage.source) {
      __syncwarp();  // so that this is a branch: few runs have a source
      add_modes(stage.source, number, Real(1), cell.rate);
    }
    wait_for_copies<0>();
    __syncwarp();
    finish(number, place(shared, 0) + lane.lane * Modes::stride, u, cell.rate);
    if (largest_rate) collect(item, number, cell);
    __syncwarp();
    store_modes(item, lane, shared);
  }

 private:
  using Modes = LaneRows<Real, n_var * modes>;
  static constexpr int piece = FacePiece3D<Eq, 0, 1, true>::numbers;
  using Left = LaneRows<Real, piece>;
  static constexpr int tiles_at_once = warp_lanes / tile_rows, places = 2;
  static constexpr int place_size = std::max((Viscous ? 2 : 1) * Left::size, Modes::size);
  static constexpr int tile_geometry = affine_cell_numbers(dim, faces) * tile_rows,
                       geometry_size = tiles_at_once * tile_geometry;
  static constexpr int geometry_begin = Modes::size + places * place_size;

  __device__ static Real* place(Real* shared, int i) { return shared + Modes::size + i * place_size; }

  /// Asks for what face f has left.
  template <int f>
  __device__ void start_face(const TileLane& lane, const Indices& at, Real* shared) const {
    Real* to = place(shared, f % places);
    const Index face = at.face[f] / view_slots(dim);
    Left::each(lane.lane, [&](int row, int i) {
      const Index of_row = __shfl_sync(0xffffffffu, face, row);
      copy_16_bytes_async(to + Left::place(row, i), beyond(store.node_flux + i * Left::piece, of_row, piece));
      if (Viscous)
        copy_16_bytes_async(to + Left::size + Left::place(row, i),
                            beyond(store.node_jump + i * Left::piece, of_row, piece));
    });
  }

  __device__ void start_modes(Index item, const TileLane& lane, const Real* state, Real* to) const {
    const Real* from = beyond(state, item * warp_lanes, n_var * modes);
    Modes::each(lane.lane, [&](int row, int i) {
      copy_16_bytes_async(to + Modes::place(row, i), from + (row * Modes::pieces + i) * Modes::piece);
    });
  }

  /// Asks the second-level cache for modes.
  __device__ void prefetch_modes(Index item, const TileLane& lane, const Real* state) const {
    constexpr int line = 128 / sizeof(Real), all = warp_lanes * n_var * modes;
    const Real* from = beyond(state, item * warp_lanes, n_var * modes);
#pragma unroll
    for (int at = lane.lane * line; at < all; at += warp_lanes * line) prefetch_to_cache(from + at);
  }

  __device__ void store_modes(Index item, const TileLane& lane, const Real* rows) const {
    using Piece = typename Modes::Piece;
    Piece* pieces = reinterpret_cast<Piece*>(beyond(stage.out, item * warp_lanes, n_var * modes));
    Modes::each(lane.lane, [&](int row, int i) {
      pieces[row * Modes::pieces + i] = *reinterpret_cast<const Piece*>(rows + Modes::place(row, i));
    });
  }

  /// Waits for what face f has left, adds it, and gives its place to the next.
  template <int f>
  __device__ void compute_face(const TileLane& lane, const Indices& at, Real* shared, Cell& cell) const {
    wait_for_copies<(f + 1 < faces ? 1 : 0)>();
    __syncwarp();
    const Real* row = place(shared, f % places) + lane.lane * Left::stride;
    cell.template add_face<f, piece>(at.face[f] % view_slots(dim), row, row + Left::size);
    if constexpr (f + places < faces) {
      __syncwarp();
      start_face<f + places>(lane, at, shared);
      close_copies();
    }
  }

  /// x += weight times the modes of a cell in a state of the zone.
  __device__ void add_modes(const Real* state, Index cell, Real weight, Real (&x)[n_var][modes]) const {
    const Real* from = beyond(state, cell, n_var * modes);
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int k = 0; k < modes; ++k) x[n][k] += weight * from[n * modes + k];
  }

  /// Runge-Kutta update: the new modes take the place of the rate and of the modes u, [variable][mode].
  __device__ void finish(Index cell, const Real* history, Real* u, Real (&rate)[n_var][modes]) const {
    const Real dt = *beyond(stage.dt, cell, stage.local_dt) * stage.rate_weight;
    const auto for_each = [&](const auto& visit) {
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int k = 0; k < modes; ++k) visit(rate[n][k], n * modes + k);
    };
    with_force<Real, Eq>(stage, [&](const auto& force) {
      for_each([&](Real& x, int i) { x += force(i / modes, [&](int m) { return u[m * modes + i % modes]; }); });
    });
    update_stage(
        stage, [&](Real weight) { for_each([&](Real& x, int i) { x = weight * u[i] + dt * x; }); },
        [&](int h, Real weight) {
          if (h > 0) return add_modes(stage.history[h], cell, weight, rate);
          for_each([&](Real& x, int i) { x += weight * history[i]; });
        });
    for_each([&](Real& x, int i) { u[i] = x; });
  }

  __device__ void collect(Index item, Index number, const Cell& cell) const {
    Real averages[n_var];
#pragma unroll
    for (int n = 0; n < n_var; ++n) averages[n] = cell.rate[n][0];
    collect_rate_of_cell<1>(largest_rate, item, zone, equations, stage.limits, zone_number, number, true, averages,
                            cell.inverse_length());
  }
};

/// Straight tetrahedra whose faces leave values at nodes. In double precision a thread has not registers enough.
template <class Eq, int P, bool Viscous>
using NodalCells = std::conditional_t<P == 1 && sizeof(typename Eq::Real) == 4, ThreadPerElementCells<Eq, Viscous>,
                                      CellTiles3D<Eq, Space::tetrahedron_P, P, Viscous, true>>;

}  // namespace dg
