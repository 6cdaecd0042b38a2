/// Assembly `tiles`, 2-D cells: gathers stored fluxes and jumps of the faces, takes the volume integral and the
/// stage.
///
/// Gradients at points come from modes and jumps by one matrix. In reference coordinates, the liftings of all faces are
/// the same for every cell (element/fragments.hpp). Curved cells have metrics at points, and a mass matrix of their
/// own (curved_cell_geometry.hpp).
#pragma once

#include <utility>

#include "libdg/kernels/integrands/in_cell.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile_work.hpp"
#include "libdg/kernels/schedules/tiles/curved_cell_geometry.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

template <class Eq, Space S, int P, bool Viscous, bool Curved>
struct CellTiles2D {
  using Real = typename Eq::Real;
  using Number = Real;
  using Work = CellTileWork<Eq, S, P>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Indices = typename Work::Indices;
  static constexpr TileShape shape = tile_cell_shape<Real>(Work::NK, Curved);
  static constexpr int NF = Work::NF, NG = Work::NG, K = Work::K, M = Work::M;

  ZoneView<Real> zone;  ///< by itself, at an address that the compiler knows
  Eq equations;
  Stage<Real> stage;  ///< see TileStages::stage_of()
  int zone_number;
  const Real* store;   ///< see StoredFace
  Real* largest_rate;  ///< see collect_rate(); may be null

  /// Calls visit with this and the number of tiles.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, zone.launched / tile_rows);
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, zone.launched / tile_rows);
  }

  /// Modes, faces, a history, geometry.
  __host__ __device__ static constexpr int shared_numbers() { return geometry_begin + geometry_size; }

  __device__ Indices fetch(Index tile, const TileLane& lane) const { return Work::fetch(zone, tile, lane); }

  /// Asks for what the tile reads.
  __device__ void start(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int) const {
    shared = shared_place(shared);
    Work::start_modes(lane, tile * tile_rows + lane.row(), stage.in, shared);
    Work::template start_faces<shape.cached>(lane, indices, store, Viscous, shared + faces_begin);
    if constexpr (Curved)
      CurvedGeometry::start(zone, lane, tile, shared + geometry_begin);
    else
      copy_piece_async<geometry_size>(lane, shared + geometry_begin, beyond(zone.tile_geometry, tile, geometry_size),
                                      geometry_size - (largest_rate ? 0 : tile_rows));
  }

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int,
                             const Next& next) const {
    Work w(zone, lane, tile);
    shared = shared_place(shared);
    const Real* geometry = shared + geometry_begin + lane.row();
    Real u[K][n_var], jump[M][n_var], rate[K][n_var], m[dim * dim];
    wait_for_copies<0>();
    __syncwarp();
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) u[s][n] = w.mode(shared, n, s);
    // In their place come the next tile's modes, if there is one, or the rate of a curved cell.
    const auto modes = [&](int s, int n) { return shape.pipelined || Curved ? u[s][n] : w.mode(shared, n, s); };
    if constexpr (!Curved)
#pragma unroll
      for (int i = 0; i < dim * dim; ++i) m[i] = geometry[(cell_metric + i) * tile_rows];
    const Real inverse_length = Curved ? Real(0) : geometry[(numbers - 1) * tile_rows];
    gather_faces(w, indices, shared, jump);
    __syncwarp();
    if (stage.n_history > 0) Work::start_modes(lane, w.cell, stage.history[0], shared + history_begin);
    close_copies();
    next();
    volume_integral(w, m, modes, jump);
    w.total_rate(stage.source, rate);
    if constexpr (Curved) CurvedGeometry(zone, lane, tile).solve_mass(shared, rate);
    wait_for_copies<1>();
    __syncwarp();
    w.finish(stage, rate, modes, shared + history_begin);
    if (largest_rate)
      w.collect_rate(equations, stage.limits, zone_number, rate, Curved ? zone.inverse_length[w.cell] : inverse_length,
                     largest_rate);
    __syncwarp();
  }

 private:
  using CurvedGeometry = CurvedCellGeometry<Eq, S, P>;
  // The history has a place of its own, or comes where the faces were, if those of the next tile do not.
  static constexpr int faces_begin = Work::Modes::size,
                       history_begin = faces_begin + (shape.pipelined ? Work::Faces::size : 0),
                       geometry_begin = faces_begin + Work::Faces::size + (shape.pipelined ? Work::Modes::size : 0);
  static constexpr int numbers = Curved ? curved_cell_points(NF) : affine_cell_numbers(dim, NF),
                       lengths = Curved ? 0 : cell_lengths(dim), geometry_size = numbers * tile_rows;
  static_assert(Work::Faces::size >= Work::Modes::size);

  /// Fluxes through all faces, times |J_f| / det J (curved: |J_f|), go to the rate.
  __device__ void gather_faces(Work& w, const Indices& indices, const Real* shared, Real (&jump)[M][n_var]) const {
#pragma unroll
    for (int m = 0; m < M; m += 2) {
      Real flux[2][n_var] = {};
#pragma unroll
      for (int i = 0; i < 2 && m + i < M; ++i) {
        // Beyond the last point, where the matrices are zero, the last again: without a branch.
        const int point = (NF * NG) % quarters == 0 ? w.face_point(m + i) : min(w.face_point(m + i), NF * NG - 1);
        const Real length = shared[geometry_begin + (lengths + point / NG) * tile_rows + w.lane.row()];
        w.gather(shared + faces_begin, indices, Viscous, point, length, flux[i], jump[m + i]);
      }
      w.lift(m, flux, w.rate);
    }
  }

  /// Of a curved cell, at the lane's point of a slot; beyond the last point, which have no weight, at some other.
  struct AtPoint {
    Real metric[dim * dim], inverse;  ///< ZoneView::metric, 1 / det J

    __device__ void read(const Work& w, int slot) {
      const int point = quarters * slot + w.lane.quarter();
      const CurvedGeometry geometry(w.zone, w.lane, w.cell / tile_rows);
      inverse = geometry.metric_at(point < w.zone.tables.n_points ? point : 0, metric);
    }
  };

  template <class Coefficients>
  __device__ void volume_integral(Work& w, const Real (&m)[dim * dim], const Coefficients& modes,
                                  const Real (&jump)[M][n_var]) const {
    const int slots = w.zone.fragments.point_slots;
    AtPoint at[2];
    const auto metric = [&](int j) -> const Real(&)[dim * dim] { return Curved ? std::as_const(at[j].metric) : m; };
#pragma unroll 1
    for (int s = 0; s < slots; s += 2) {
      TileProduct<Real> value[n_var];
      if constexpr (Curved)
#pragma unroll
        for (int j = 0; j < 2; ++j) at[j].read(w, s + j);
      w.values(s / 2, modes, value);
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        if (s + j >= slots) continue;
        Real state[n_var];
#pragma unroll
        for (int n = 0; n < n_var; ++n) state[n] = value[n][j];
        const auto point = equations.point(state);
        typename Eq::template Stress<Real> stress{};
        if (Viscous) {
          TileProduct<Real> gradient[n_var];
          w.template differentiate<K + M>(
              s / 2, j, [&](int l, int n) { return l < K ? modes(l, n) : jump[l < K ? 0 : l - K][n]; }, gradient);
          Real reference[dim][n_var];
#pragma unroll
          for (int r = 0; r < dim; ++r)
#pragma unroll
            for (int n = 0; n < n_var; ++n) reference[r][n] = Curved ? at[j].inverse * gradient[n][r] : gradient[n][r];
          stress = stress_at(in_cells<Real>(equations, zone, w.cell), metric(j), state, point, reference);
        }
        w.add_flux(equations, s / 2, j, metric(j), state, point, stress);
      }
    }
  }
};

}  // namespace dg
