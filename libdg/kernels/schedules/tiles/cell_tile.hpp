/// What all tiles of cells do, of whatever dimension: they read modes, and take the stage; .cu files only.
#pragma once

#include "libdg/kernels/engines/matrix_tile.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"
#include "libdg/kernels/launch/cuda_rates.hpp"

namespace dg {

/// A lane's part of a cell: modes of its quarter, and their rates of change.
template <class Eq, Space S, int P>
struct CellTile {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, NK = Element<S, P>::n_modes, NF = Element<S, P>::n_faces;
  static constexpr int K = slot_count(NK), pairs = factor_pairs(K);
  using State = CellState<n_var, K>;
  using Modes = TileRows<Real, State::numbers>;  ///< coefficients of a cell

  const ZoneView<Real>& zone;
  TileLane lane;
  Index cell;
  TileProduct<Real> rate[pairs][n_var];

  __device__ CellTile(const ZoneView<Real>& zone_, const TileLane& lane_, Index tile)
      : zone(zone_), lane(lane_), cell(tile * tile_rows + lane_.row()) {
#pragma unroll
    for (int i = 0; i < pairs; ++i) clear(rate[i]);
  }

  /// Whether the lane has a mode in the slot.
  __device__ bool has_mode(int slot) const {
    return (slot + 1) * quarters <= NK || slot * quarters + lane.quarter() < NK;
  }
  /// Numbers of the faces of a cell (ZoneView::face_number).
  struct Indices {
    Index face[NF];
  };

  __device__ static Indices fetch(const ZoneView<Real>& zone, Index tile, const TileLane& lane) {
    Indices indices;
    const Index* from = beyond(zone.face_number + lane.row(), tile, NF * tile_rows);
#pragma unroll
    for (int f = 0; f < NF; ++f) indices.face[f] = from[f * tile_rows];
    return indices;
  }

  /// Starts to copy the coefficients of a cell to the lane's row.
  __device__ static void start_modes(const TileLane& lane, Index cell, const Real* state, Real* shared) {
    Modes::template start<false>(lane, Modes::place(lane, shared), state, cell);
  }

  /// The lane's mode of a slot in the tile's rows at `shared`.
  __device__ Real mode(const Real* shared, int variable, int slot) const {
    return shared[lane.row() * Modes::stride + State::mode(variable, slot) + lane.quarter()];
  }

  /// x += weight times the lane's modes in a state of the zone.
  __device__ void add_modes(const Real* state, Real weight, Real (&x)[K][n_var]) const {
    const Real* from = beyond(state + lane.quarter(), cell, State::numbers);
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[s][n] += weight * from[State::mode(n, s)];
  }

  /// The lane's modes of the rate, with those of the source.
  __device__ void total_rate(const Real* source, Real (&total)[K][n_var]) const {
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) total[s][n] = rate[s / 2][n][s % 2];
    if (source) {
      __syncwarp();  // so that this is a branch: few runs have a source, and all would step over its instructions
      add_modes(source, Real(1), total);
    }
  }

  /// Runge-Kutta update of the modes u(slot, variable): turns `change` from the rate to the new modes and writes them
  /// to stage.out, by way of the rows at `shared`, which hold the first history, if there is one.
  template <class Coefficients>
  __device__ void finish(const Stage<Real>& stage, Real (&change)[K][n_var], const Coefficients& u,
                         Real* shared) const {
    const Real dt = *beyond(stage.dt, cell, stage.local_dt) * stage.rate_weight;
    const auto for_each_mode = [&](const auto& visit) {
#pragma unroll
      for (int s = 0; s < K; ++s)
#pragma unroll
        for (int n = 0; n < n_var; ++n) visit(s, n);
    };
    update_stage(
        stage,
        [&](Real weight) { for_each_mode([&](int s, int n) { change[s][n] = weight * u(s, n) + dt * change[s][n]; }); },
        [&](int i, Real weight) {
          if (i > 0) return add_modes(stage.history[i], weight, change);
          for_each_mode([&](int s, int n) { change[s][n] += weight * mode(shared, n, s); });
        });
    Real* row = shared + lane.row() * Modes::stride;
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) row[State::mode(n, s) + lane.quarter()] = has_mode(s) ? change[s][n] : Real(0);
    __syncwarp();
    Modes::store(lane, beyond(stage.out, cell, State::numbers), row);
  }

  /// Collects the rates of cells with the modes u and the length 1 / inverse_h.
  __device__ void collect_rate(const Eq& equations, const StepLimits<Real>& limits, int zone_number,
                               const Real (&u)[K][n_var], Real inverse_h, Real* largest) const {
    const bool counts = lane.quarter() == 0 && cell < zone.cells;
    dg::collect_rate<quarters>(
        largest, cell / tile_rows,
        counts ? stable_rate<Real>(zone, equations, limits, zone_number, u[0], inverse_h) : Real(0),
        cell_number(zone, cell));
  }
};

}  // namespace dg
