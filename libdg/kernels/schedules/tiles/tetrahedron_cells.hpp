/// Assembly `tiles`, straight tetrahedra by blocks of symmetric modes. It gathers stored fluxes and jumps of the faces
/// at their nodes, takes the volume integral and the stage.
///
/// See TetrahedronTile for what lies where, and element/symmetric_fragments.hpp for the products. Fluxes of the faces
/// come when the volume integral is done, for which there is no space before.
#pragma once

#include <utility>

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/cuda_rates.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"
#include "libdg/kernels/schedules/tiles/tetrahedron_copies.hpp"
#include "libdg/kernels/schedules/tiles/tetrahedron_points.hpp"
#include "libdg/kernels/schedules/tiles/tetrahedron_sides.hpp"

namespace dg {

template <class Eq, int P, bool Viscous>
struct TetrahedronCells {
  using Real = typename Eq::Real;
  using Number = Real;
  using Tile = TetrahedronTile<Eq, P>;
  using Indices = typename Tile::Indices;
  static constexpr int n_var = Eq::n_var, members = Tile::members;
  static constexpr TileShape shape{.blocks = sizeof(Real) == 8 ? 2 : 3, .team = members};

  ZoneView<Real> zone;  ///< by itself, at an address that the compiler knows
  Eq equations;
  Stage<Real> stage;  ///< see TileStages::stage_of()
  int zone_number;
  FaceStore3D<Real> store;
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

  /// Regions, geometry.
  __host__ __device__ static constexpr int shared_numbers() { return Tile::shared_numbers; }

  __device__ Indices fetch(Index tile, const TileLane& lane) const { return Tile::Cells::fetch(zone, tile, lane); }

  __device__ void start(Index number, const TileLane& lane, const Indices& indices, Real* shared, int) const {
    constexpr int size = Tile::geometry_size;
    const Tile tile(number, lane, shared);
    const Copies copies(tile);
    copies.start_first(indices, Viscous ? store.node_jump : nullptr, stage.in, beyond(zone.tile_geometry, number, size),
                       size - (largest_rate ? 0 : tile_rows));
    if (stage.n_history > 0) copies.prefetch_history(stage.history[0]);
  }

  template <class Next>
  __device__ void operator()(Index number, const TileLane& lane, const Indices& indices, Real* shared, int,
                             const Next&) const {
    const Tile tile(number, lane, shared);
    const SymmetricFragmentsView<Real>& matrices = zone.fragments_3d.symmetric;
    const Copies copies(tile);
    typename Tile::Modes modes;
    const auto begin = [&] {
      copies.template wait<Copies::first>();
      tile.read_modes(modes);
      if (lane.member == 0) tile.transform_metric();
    };
    if constexpr (Viscous) {
      const Sides sides(tile, matrices, indices);
      begin();
      sides.combine_jumps();
      wait_for_team<members>();
      find_derivatives(tile, modes, std::make_integer_sequence<int, rotations>{});
    } else {
      begin();
    }
    wait_for_team<members>();
    const TetrahedronPoints<Eq, P, Viscous> points{tile, zone, equations, matrices};
    points.find_fluxes(modes);
    Rates rate;
#pragma unroll
    for (int i = 0; i < Tile::Blocks::all_pairs; ++i) clear(rate[i]);
    points.project(rate);
    Copies::give_way();
    copies.start_fluxes(indices, store.node_flux);
    copies.start_states(stage.in, stage.n_history > 0 ? stage.history[0] : nullptr);
    const Sides sides(tile, matrices, indices);
    copies.template wait<Copies::fluxes>();
    sides.lift_fluxes(rate);
    tile.add_up_team(rate);
    finish(tile, rate);
  }

 private:
  using Sides = TetrahedronSides<Eq, P>;
  using Copies = TetrahedronCopies<Eq, P>;
  using Rates = typename Tile::Rates;
  using State = typename Tile::State;
  static constexpr int NK = Tile::NK;

  template <int... e>
  __device__ void find_derivatives(const Tile& tile, const typename Tile::Modes& modes,
                                   std::integer_sequence<int, e...>) const {
    (Sides::template find_derivatives<e>(tile, zone.fragments_3d.symmetric, modes), ...);
  }

  /// change += weight times the modes that lie at `from`.
  __device__ static void add_modes(const Tile& tile, const Real* from, Real weight, Rates& change) {
    tile.for_each_mode([&](int pair, int j, int k) {
#pragma unroll
      for (int n = 0; n < n_var; ++n) change[pair][n][j] += weight * from[State::mode(n, 0) + k];
    });
  }

  /// The source comes by the modes of element/basis.hpp.
  __device__ void add_source(const Tile& tile, Rates& rate) const {
    const Real* from = beyond(stage.source, tile.cell, State::numbers);
    tile.for_each_mode([&](int pair, int j, int k) {
      const Real* row = zone.fragments_3d.basis_change.from_modes + k * NK;
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        Real sum = 0;
#pragma unroll 1
        for (int l = 0; l < NK; ++l) sum += row[l] * from[State::mode(n, 0) + l];
        rate[pair][n][j] += sum;
      }
    });
  }

  /// Turns the rate to the new modes and writes them to stage.out.
  __device__ void finish(const Tile& tile, Rates& rate) const {
    if (stage.source) {
      __syncwarp();  // see CellTile::total_rate()
      add_source(tile, rate);
    }
    Copies(tile).template wait<Copies::states>();
    const Real dt = *beyond(stage.dt, tile.cell, stage.local_dt) * stage.rate_weight;
    with_force<Real, Eq>(stage, [&](const auto& force) {
      const Real* from = tile.modes();
      tile.for_each_mode([&](int pair, int j, int k) {
#pragma unroll
        for (int n = 0; n < n_var; ++n)
          rate[pair][n][j] += force(n, [&](int m) { return from[State::mode(m, 0) + k]; });
      });
    });
    update_stage(
        stage,
        [&](Real weight) {
#pragma unroll
          for (int pair = 0; pair < Tile::Blocks::all_pairs; ++pair)
#pragma unroll
            for (int n = 0; n < n_var; ++n)
#pragma unroll
              for (int j = 0; j < 2; ++j) rate[pair][n][j] *= dt;
          add_modes(tile, tile.modes(), weight, rate);
        },
        [&](int h, Real weight) {
          if (h == 0)
            add_modes(tile, tile.modes(Tile::history_begin), weight, rate);
          else
            add_modes(tile, beyond(stage.history[h], tile.cell, State::numbers), weight, rate);
        });
    wait_for_team<members>();
    Real* row = tile.modes();
    tile.for_each_mode([&](int pair, int j, int k) {
#pragma unroll
      for (int n = 0; n < n_var; ++n) row[State::mode(n, 0) + k] = rate[pair][n][j];
    });
    if (NK % quarters != 0 && tile.member() == 0 && tile.quarter() >= NK % quarters)
#pragma unroll
      for (int n = 0; n < n_var; ++n) row[State::mode(n, NK / quarters) + tile.quarter()] = Real(0);
    wait_for_team<members>();
    store_states(tile);
    if (largest_rate) collect_rate(tile, rate);
  }

  /// All cells of the tile, which lie one after the other.
  __device__ void store_states(const Tile& tile) const {
    using Pair = NumberPair<Real>;
    constexpr int pairs = tile_rows * State::numbers / 2, lanes = members * warp_lanes;
    const auto* from = reinterpret_cast<const Pair*>(tile.shared + Tile::modes_begin);
    auto* to = reinterpret_cast<Pair*>(beyond(stage.out, tile.cell - tile.lane.row(), State::numbers));
#pragma unroll
    for (int i = tile.member() * warp_lanes + tile.lane.lane; i < pairs; i += lanes) to[i] = from[i];
  }

  /// The first member has the averages.
  __device__ void collect_rate(const Tile& tile, const Rates& u) const {
    if (tile.member() > 0) return;
    Real mean[n_var];
#pragma unroll
    for (int n = 0; n < n_var; ++n) mean[n] = u[0][n][0];
    collect_rate_of_cell<quarters>(largest_rate, tile.cell / tile_rows, zone, equations, stage.limits, zone_number,
                                   tile.cell, tile.quarter() == 0, mean, tile.geometry(Tile::numbers - 1));
  }
};

}  // namespace dg
