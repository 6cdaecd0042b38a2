/// States from modes to what they are made of in assembly `tiles`, and back (element/basis_change.hpp).
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile.hpp"

namespace dg {

/// Of all cells of a zone, ghosts included, which `zone.launched` counts: from `in` to `out` of the zone, which may be
/// the same.
template <class Eq, Space S, int P, bool ToModes>
struct BasisChangeTiles {
  using Real = typename Eq::Real;
  using Number = Real;
  using Cells = CellTile<Eq, S, P>;
  using State = typename Cells::State;
  using Modes = typename Cells::Modes;
  static constexpr TileShape shape{.blocks = 2};
  static constexpr int n_var = Eq::n_var, NK = Cells::NK, K = Cells::K;

  ZoneView<Real> zone;
  const Real* in;
  Real* out;

  struct Indices {};

  /// Calls visit with this and the number of tiles.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, zone.launched / tile_rows);
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, zone.launched / tile_rows);
  }

  __host__ __device__ static constexpr int shared_numbers() { return 2 * Modes::size; }

  __device__ Indices fetch(Index, const TileLane&) const { return {}; }
  __device__ void start(Index tile, const TileLane& lane, const Indices&, Real* shared, int) const {
    Cells::start_modes(lane, tile * tile_rows + lane.row(), in, shared_place(shared));
  }

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices&, Real* shared, int, const Next&) const {
    const Real* matrix = ToModes ? zone.fragments_3d.basis_change.to_modes : zone.fragments_3d.basis_change.from_modes;
    const Real* from = shared + lane.row() * Modes::stride;
    Real* to = shared + Modes::size + lane.row() * Modes::stride;
    wait_for_copies<0>();
    __syncwarp();
    for (int k = lane.quarter(); k < K * quarters; k += quarters)
      for (int n = 0; n < n_var; ++n) {
        Real sum = 0;
        for (int l = 0; k < NK && l < NK; ++l) sum += matrix[k * NK + l] * from[State::mode(n, 0) + l];
        to[State::mode(n, 0) + k] = sum;
      }
    __syncwarp();
    Modes::store(lane, beyond(out, tile * tile_rows + lane.row(), State::numbers), to);
  }
};

}  // namespace dg
