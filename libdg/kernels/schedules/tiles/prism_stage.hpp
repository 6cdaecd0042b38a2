/// The end of a stage of a tile of prisms with triangle x line (prism_cells.hpp): source, mass matrix and Runge-Kutta
/// update.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/curved_cell_geometry.hpp"
#include "libdg/kernels/schedules/tiles/prism_tile.hpp"

namespace dg {

/// With the rate in the tile's second field, or of curved cells its integrals.
template <class Eq, int P, bool Curved>
class PrismStage {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, members = sum_factorised_prism_shape<Real>(P, Curved).team;
  using Tile = PrismTile<Eq, P, members>;
  using Cells = typename Tile::Cells;
  using Modes = typename Tile::Modes;
  using CurvedGeometry = CurvedCellGeometry<Eq, Space::prism_Q, P, members>;

 public:
  __device__ PrismStage(const Tile& tile, const Stage<Real>& stage) : w_(tile), stage_(stage) {}

  /// From integrals in the second field: the rate, there.
  __device__ void solve_mass() const {
    Real x[Cells::own_slots][n_var];
    Real* rate = w_.rows + Modes::size;
    CurvedGeometry(w_.zone, w_.lane, w_.cell() / tile_rows).multiply_mass_inverse(rate, x);
    wait_for_team<members>();
    rate += w_.lane.row() * Modes::stride + w_.lane.quarter();
    Cells::for_each_mode(w_.lane, [&](int i, int s, int n) { rate[Tile::State::mode(n, s)] = x[i][n]; });
    wait_for_team<members>();
  }

  /// The source comes by the modes of element/basis.hpp: straight cells take it as a rate, curved ones as integrals.
  __device__ void add_source() const {
    constexpr int NK = Cells::NK, of_number = Curved ? 1 : NK, of_mode = Curved ? NK : 1;
    const BasisChangeView<Real>& basis_change = w_.zone.fragments_3d.basis_change;
    const Real* from = beyond(stage_.source, w_.cell(), Tile::State::numbers);
    Real* rate = w_.rows + Modes::size + w_.lane.row() * Modes::stride;
    for (int k = first_of_lane(); k < NK; k += quarters * members) {
      const Real* matrix = (Curved ? basis_change.to_modes : basis_change.from_modes) + k * of_number;
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        Real sum = 0;
#pragma unroll 1
        for (int l = 0; l < NK; ++l) sum += matrix[l * of_mode] * from[Tile::State::mode(n, 0) + l];
        rate[Tile::State::mode(n, 0) + k] += sum;
      }
    }
    wait_for_team<members>();
  }

  /// Runge-Kutta update, with the modes of the stage's state in the first field, once they have arrived. Those of the
  /// rate are in the second, where the new ones replace them. Whose mode a number is does not matter here. All lanes of
  /// a cell take it in pieces, and ask for the first history of the next ones ahead.
  __device__ void update() const {
    constexpr int piece = piece_numbers<Real>, pieces = Modes::pieces, at_once = 5, step = quarters * members;
    const Real dt = *beyond(stage_.dt, w_.cell(), stage_.local_dt) * stage_.rate_weight;
    const std::int64_t begin = std::int64_t(w_.cell()) * Tile::State::numbers;
    Real* row = w_.rows + w_.lane.row() * Modes::stride;
    const Real* past = stage_.n_history > 0 ? stage_.history[0] + begin : nullptr;
    Real change[at_once][piece], history[at_once][piece] = {};
    const auto for_each = [&](int first, const auto& visit) {
#pragma unroll
      for (int i = 0; i < at_once; ++i)
#pragma unroll
        for (int k = 0; k < piece; ++k)
          if (first + i * step < pieces) visit(change[i][k], history[i][k], (first + i * step) * piece + k);
    };
    const auto ask = [&](Real&, Real& x, int at) { x = past[at]; };
    if (past) for_each(first_of_lane(), ask);
    clear_rest();
    wait_for_copies<0>();
    wait_for_team<members>();
    add_force();
#pragma unroll 1
    for (int first = first_of_lane(); first < pieces; first += at_once * step) {
      for_each(first, [&](Real& x, Real&, int at) { x = row[Modes::size + at]; });
      update_stage(
          stage_, [&](Real weight) { for_each(first, [&](Real& x, Real&, int at) { x = weight * row[at] + dt * x; }); },
          [&](int i, Real weight) {
            const Real* other = stage_.history[i] + begin;
            for_each(first, [&](Real& x, Real& y, int at) { x += weight * (i == 0 ? y : other[at]); });
          });
      if (past) for_each(first + at_once * step, ask);
      for_each(first, [&](Real& x, Real&, int at) { row[Modes::size + at] = x; });
    }
    wait_for_team<members>();
    Modes::template store<members>(w_.lane, stage_.out + begin, row + Modes::size);
  }

 private:
  __device__ void add_force() const {
    with_force<Real, Eq>(stage_, [&](const auto& force) {
      const Real* row = w_.rows + w_.lane.row() * Modes::stride;
      Real* rate = w_.rows + Modes::size + w_.lane.row() * Modes::stride;
      for (int k = first_of_lane(); k < Cells::NK; k += quarters * members)
#pragma unroll
        for (int n = 0; n < n_var; ++n)
          rate[Tile::State::mode(n, 0) + k] += force(n, [&](int m) { return row[Tile::State::mode(m, 0) + k]; });
      wait_for_team<members>();
    });
  }

  /// The lane's place among those of a cell, of all members.
  __device__ int first_of_lane() const { return w_.lane.member * quarters + w_.lane.quarter(); }

  /// Numbers of a state beyond the last mode.
  __device__ void clear_rest() const {
    Real* rate = w_.rows + Modes::size + w_.lane.row() * Modes::stride;
#pragma unroll
    for (int n = 0; n < n_var; ++n)
      for (int k = Cells::NK + first_of_lane(); k < Cells::K * quarters; k += quarters * members)
        rate[Tile::State::mode(n, 0) + k] = Real(0);
  }

  const Tile& w_;
  const Stage<Real>& stage_;
};

}  // namespace dg
