/// Metrics at points and mass matrices of curved cells in a tile, see space/tile_cells.hpp.
#pragma once

#include "libdg/backend/prefetch_range.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

/// Of the lane's cell; modes are those of its member of a team.
template <class Eq, Space S, int P, int Members = 1>
class CurvedCellGeometry {
  using Real = typename Eq::Real;
  using Work = CellTile<Eq, S, P, Members>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var, NK = Work::NK, NF = Work::NF, slots = Work::own_slots;
  static constexpr int length_numbers = curved_cell_points(NF) * tile_rows;
  static_assert(length_numbers % piece_numbers<Real> == 0);

 public:
  /// Asks for the lengths of faces, and the second-level cache for all that follows them.
  __device__ static void start(const ZoneView<Real>& zone, const TileLane& lane, Index tile, Real* lengths) {
    const Real* from = tile_of(zone, tile);
    copy_piece_async<length_numbers>(lane, lengths, from);
    const int numbers = zone.tile_numbers * tile_rows - length_numbers;
    if (lane.lane == 0) prefetch_range_to_cache(from + length_numbers, numbers * static_cast<int>(sizeof(Real)));
  }

  __device__ CurvedCellGeometry(const ZoneView<Real>& zone, const TileLane& lane, Index tile)
      : zone_(zone), lane_(lane), points_(tile_of(zone, tile) + length_numbers + 2 * lane.row()) {}

  /// m: ZoneView::metric at a point of the volume rule. Returns 1 / det J there.
  __device__ Real metric_at(int point, Real (&m)[dim * dim]) const {
    constexpr int numbers = curved_cell_point_numbers(dim);
    const Real* from = points_ + point * numbers * tile_rows;
    Real all[numbers];
#pragma unroll
    for (int i = 0; i + 1 < numbers; i += 2) {
      const NumberPair<Real> pair = __ldg(reinterpret_cast<const NumberPair<Real>*>(from + i * tile_rows));
      all[i] = pair.x;
      all[i + 1] = pair.y;
    }
    if constexpr (numbers % 2 != 0) all[numbers - 1] = __ldg(from + (numbers - 1) * tile_rows - lane_.row());
#pragma unroll
    for (int i = 0; i < dim * dim; ++i) m[i] = all[i];
    return all[numbers - 1];
  }

  /// x <- M^-1 x of the lane's modes, by way of rows of modes at `rows`.
  __device__ void solve_mass(Real* rows, Real (&x)[slots][n_var]) const {
    Real* row = rows + lane_.row() * Work::Modes::stride;
    wait_for_team<Members>();
    Work::for_each_mode(lane_, [&](int i, int s, int n) { row[Work::State::mode(n, s) + lane_.quarter()] = x[i][n]; });
    wait_for_team<Members>();
    multiply_mass_inverse(rows, x);
    wait_for_team<Members>();
  }

  /// x = M^-1 times what the rows have.
  __device__ void multiply_mass_inverse(const Real* rows, Real (&x)[slots][n_var]) const {
    const Real* row = rows + lane_.row() * Work::Modes::stride;
    clear(x);
    const Real* mass = points_ - lane_.row() + zone_.tables.n_points * curved_cell_point_numbers(dim) * tile_rows;
#pragma unroll
    for (int l = 0; l < NK; ++l) {
      Real z[n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) z[n] = row[Work::State::mode(n, l / quarters) + l % quarters];
#pragma unroll
      for (int i = 0; i < slots; ++i) {
        const Real a = __ldg(mass + entry(Work::slot(lane_, i), l) * tile_rows);
#pragma unroll
        for (int n = 0; n < n_var; ++n) x[i][n] += a * z[n];
      }
    }
    Work::for_each_mode(lane_, [&](int i, int s, int n) {
      if (!Work::has_mode(lane_, s)) x[i][n] = Real(0);
    });
  }

 private:
  __device__ static const Real* tile_of(const ZoneView<Real>& zone, Index tile) {
    return beyond(zone.tile_geometry, tile, zone.tile_numbers * tile_rows);
  }

  /// Of (mode of the lane in a slot, l) in the packed symmetric matrix; of modes beyond the last: anything.
  __device__ int entry(int slot, int l) const {
    const int k = min(quarters * slot + lane_.quarter(), NK - 1);
    const bool lower = l <= quarters * slot || (l < quarters * (slot + 1) && l <= k);
    return lower ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k;
  }

  const ZoneView<Real>& zone_;
  TileLane lane_;
  const Real* points_;  ///< of the lane's cell
};

}  // namespace dg
