/// What all tiles of cells do, of whatever dimension: they read modes, and take the stage.
#pragma once

#include "libdg/kernels/engines/tile_team.hpp"
#include "libdg/kernels/integrands/cuda_rates.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"

namespace dg {

/// A lane's part of a cell: modes of its quarter, and their rates of change. Of a team, each member has some of the
/// slots.
template <class Eq, Space S, int P, int Members = 1>
struct CellTile {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, NK = Element<S, P>::n_modes, NF = Element<S, P>::n_faces;
  static constexpr int K = slot_count(NK), pairs = factor_pairs(K);
  using Team = TileTeam<Members>;
  static constexpr int own_pairs = Team::own(pairs), own_slots = Members == 1 ? K : 2 * own_pairs;
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

  /// The i-th slot of a lane's member; it may be beyond the last.
  __device__ static int slot(const TileLane& lane, int i) { return 2 * Team::pair(lane.member, i / 2) + i % 2; }

  /// Calls visit(i, slot, variable) for all of its slots.
  template <class Visit>
  __device__ static void for_each_mode(const TileLane& lane, const Visit& visit) {
#pragma unroll
    for (int i = 0; i < own_slots; ++i) {
      const int s = slot(lane, i);
      if (s >= K) continue;
#pragma unroll
      for (int n = 0; n < n_var; ++n) visit(i, s, n);
    }
  }

  /// Whether a lane has a mode in the slot.
  __device__ static bool has_mode(const TileLane& lane, int slot) {
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
  __device__ void add_modes(const Real* state, Real weight, Real (&x)[own_slots][n_var]) const {
    const Real* from = beyond(state + lane.quarter(), cell, State::numbers);
    for_each_mode(lane, [&](int i, int s, int n) { x[i][n] += weight * from[State::mode(n, s)]; });
  }

  /// The rate becomes what the member has of its pairs, and nothing of the others.
  __device__ void set_rate(const TileProduct<Real> (&own)[own_pairs][n_var]) {
#pragma unroll
    for (int pair = 0; pair < pairs; ++pair)
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int j = 0; j < 2; ++j)
          rate[pair][n][j] = lane.member == Team::owner(pair) ? own[pair / Members][n][j] : Real(0);
  }

  /// Numbers of shared memory that add_up_team() takes.
  static constexpr int team_numbers = Members == 1 ? 0 : pairs * n_var * 2 * warp_lanes;

  /// The rate of the member's pairs becomes the sum of what all members have, by way of `shared`, which none of them
  /// needs any more.
  __device__ void add_up_team(Real* shared) {
    if constexpr (Members > 1) {
      const auto number = [&](int pair, int n, int j) -> Real& {
        return shared[((pair * n_var + n) * 2 + j) * warp_lanes + lane.lane];
      };
      const auto for_each = [&](bool own, const auto& visit) {
#pragma unroll
        for (int pair = 0; pair < pairs; ++pair) {
          if ((lane.member == Team::owner(pair)) != own) continue;
#pragma unroll
          for (int n = 0; n < n_var; ++n)
#pragma unroll
            for (int j = 0; j < 2; ++j) visit(rate[pair][n][j], number(pair, n, j));
        }
      };
      for_each(false, [](Real x, Real& shown) { shown = x; });
      wait_for_team<Members>();
      for_each(true, [](Real& x, Real shown) { x += shown; });
    }
  }

  /// The lane's modes of the rate, with those of the source.
  __device__ void total_rate(const Real* source, Real (&total)[own_slots][n_var]) const {
#pragma unroll
    for (int i = 0; i < own_slots; ++i)
#pragma unroll
      for (int n = 0; n < n_var; ++n) total[i][n] = own_rate(i / 2, n, i % 2);
    if (source) {
      __syncwarp();  // so that this is a branch: few runs have a source, and all would step over its instructions
      add_modes(source, Real(1), total);
    }
  }

  /// Runge-Kutta update of the modes u(slot, variable). It turns `change` from the rate to the new modes and writes
  /// them to stage.out, by way of the rows at `shared`. These hold the first history, if there is one.
  template <class Coefficients>
  __device__ void finish(const Stage<Real>& stage, Real (&change)[own_slots][n_var], const Coefficients& u,
                         Real* shared) const {
    const Real dt = *beyond(stage.dt, cell, stage.local_dt) * stage.rate_weight;
    with_force<Real, Eq>(stage, [&](const auto& force) {
      for_each_mode(lane, [&](int i, int s, int n) { change[i][n] += force(n, [&](int m) { return u(s, m); }); });
    });
    update_stage(
        stage,
        [&](Real weight) {
          for_each_mode(lane, [&](int i, int s, int n) { change[i][n] = weight * u(s, n) + dt * change[i][n]; });
        },
        [&](int h, Real weight) {
          if (h > 0) return add_modes(stage.history[h], weight, change);
          for_each_mode(lane, [&](int i, int s, int n) { change[i][n] += weight * mode(shared, n, s); });
        });
    Real* row = shared + lane.row() * Modes::stride;
    for_each_mode(lane, [&](int i, int s, int n) {
      row[State::mode(n, s) + lane.quarter()] = has_mode(lane, s) ? change[i][n] : Real(0);
    });
    wait_for_team<Members>();
    Modes::template store<Members>(lane, beyond(stage.out, cell, State::numbers), row);
  }

  /// Collects the rates of cells with the modes u and the length 1 / inverse_h.
  __device__ void collect_rate(const Eq& equations, const StepLimits<Real>& limits, int zone_number,
                               const Real (&u)[own_slots][n_var], Real inverse_h, Real* largest) const {
    if (lane.member > 0) return;  // the first has the averages
    collect_rate_of_cell<quarters>(largest, cell / tile_rows, zone, equations, limits, zone_number, cell,
                                   lane.quarter() == 0, u[0], inverse_h);
  }

 private:
  /// Of the member's i-th pair; not by its index, for which the rate would be in local memory.
  __device__ Real own_rate(int i, int n, int j) const {
    const auto of = [&](int member) { return rate[min(Team::pair(member, i), pairs - 1)][n][j]; };
    return Members == 1 || lane.member == 0 ? of(0) : of(Members - 1);
  }
};

}  // namespace dg
