/// Assembly `tiles`, curved cells: as tensor_cells.hpp, with metrics at points and each cell's own mass matrix; .cu
/// files only.
///
/// A curved cell has several times as many numbers of geometry as coefficients. They are asked for at once, and wait in
/// shared memory until their turn comes (backend/async_copy.hpp).
#pragma once

#include "libdg/kernels/engines/curved_tile.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile_work.hpp"

namespace dg {

template <class Eq, Space S, int P, bool Viscous>
struct CurvedCellTiles {
  using Real = typename Eq::Real;
  using Number = Real;
  using Work = CellTileWork<Eq, S, P>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Indices = typename Work::Indices;
  static constexpr TileShape shape = tile_cell_shape<Real>(Work::NK, true);
  using Tile = CurvedTile<Eq, S, P, shape.blocks>;
  static constexpr int NK = Work::NK, K = Work::K, M = Work::M, pairs = Work::pairs;

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

  __host__ __device__ static constexpr int shared_numbers() { return Tile::size; }

  __device__ Indices fetch(Index tile, const TileLane& lane) const { return Work::fetch(zone, tile, lane); }

  __device__ void start(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int) const {
    const Tile t(zone, lane, tile, shared, Viscous);
    t.start(indices, stage.in, store);
  }

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int,
                             const Next&) const {
    Work w(zone, lane, tile);
    const Tile t(w.zone, lane, tile, shared, Viscous);
    Real lifted[dim][K][n_var], rate[K][n_var];
    t.template wait<0>();
    gather_faces(w, t, indices, lifted);
    volume_integral(w, t, lifted);
    if (stage.n_history > 0) t.start_history(stage.history[0]);
    close_copies();
    w.total_rate(stage.source, rate);
    apply_mass_inverse(w, t, rate);
    t.template wait<0>();
    w.finish(
        stage, rate, [&](int s, int n) { return w.mode(t.modes(), n, s); }, t.history());
    if (largest_rate)
      w.collect_rate(equations, stage.limits, zone_number, rate, w.zone.inverse_length[w.cell], largest_rate);
  }

 private:
  /// Fluxes through all faces, times |J_f|, go to the rate, and the modes of the sum of all liftings to `lifted`.
  __device__ void gather_faces(Work& w, const Tile& t, const Indices& indices, Real (&lifted)[dim][K][n_var]) const {
    TileProduct<Real> sum[dim][pairs][n_var];
#pragma unroll
    for (int d = 0; d < dim; ++d)
#pragma unroll
      for (int pair = 0; pair < pairs; ++pair) clear(sum[d][pair]);
#pragma unroll
    for (int m = 0; m < M; m += 2) {
      Real flux[2][n_var] = {}, directed[dim][2][n_var] = {};
#pragma unroll
      for (int i = 0; i < 2 && m + i < M; ++i) {
        const int point = w.face_point(m + i);
        if (!Work::has_face_point(point)) continue;
        Real jump[n_var];
        const Real length = t.normal(point, dim);
        w.gather(t.faces(), indices, Viscous, point, length, flux[i], jump);
#pragma unroll
        for (int d = 0; d < dim; ++d)
#pragma unroll
          for (int n = 0; n < n_var; ++n) directed[d][i][n] = t.normal(point, d) * (length * jump[n]);
      }
      w.lift(m, flux, w.rate);
      if constexpr (Viscous)
#pragma unroll
        for (int d = 0; d < dim; ++d) w.lift(m, directed[d], sum[d]);
    }
    __syncwarp();
    t.start_points();
    if constexpr (Viscous)
#pragma unroll
      for (int d = 0; d < dim; ++d) {
#pragma unroll
        for (int s = 0; s < K; ++s)
#pragma unroll
          for (int n = 0; n < n_var; ++n) lifted[d][s][n] = sum[d][s / 2][n][s % 2];
        apply_mass_inverse(w, t, lifted[d]);
      }
  }

  /// x <- M^-1 x with the stored symmetric inverse; the lanes of a row show each other their modes.
  __device__ static void apply_mass_inverse(const Work& w, const Tile& t, Real (&x)[K][n_var]) {
    Real y[K][n_var];
    clear(y);
#pragma unroll
    for (int l = 0; l < NK; ++l) {
      Real z[n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) z[n] = __shfl_sync(0xffffffffu, x[l / quarters][n], l % quarters, quarters);
#pragma unroll
      for (int s = 0; s < K; ++s) {
        const Real m = t.mass_inverse(s, l);
#pragma unroll
        for (int n = 0; n < n_var; ++n) y[s][n] += m * z[n];
      }
    }
#pragma unroll
    for (int s = 0; s < K; ++s)
#pragma unroll
      for (int n = 0; n < n_var; ++n) x[s][n] = w.has_mode(s) ? y[s][n] : Real(0);
  }

  __device__ void volume_integral(Work& w, const Tile& t, const Real (&lifted)[dim][K][n_var]) const {
    const auto modes = [&](int k, int n) { return w.mode(t.modes(), n, k); };
    const int slots = w.zone.fragments.point_slots;
#pragma unroll 1
    for (int s = 0; s < slots; s += 2) {
      TileProduct<Real> value[n_var], lifting[dim][n_var];
      w.values(s / 2, modes, value);
      if (Viscous)
#pragma unroll
        for (int d = 0; d < dim; ++d)
          w.values(
              s / 2, [&](int k, int n) { return lifted[d][k][n]; }, lifting[d]);
      t.template wait<1>();
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        if (s + j >= slots) continue;
        TileProduct<Real> gradient[n_var];
        // The last mode may share a pair of factors with a jump, of which there is none.
        if (Viscous)
          w.template differentiate<2 * factor_pairs(K)>(
              s / 2, j, [&](int k, int n) { return k < K ? modes(k, n) : Real(0); }, gradient);
        else
          clear(gradient);
        points(w, t, s + j, j, value, lifting, gradient);
      }
      t.next_points(s / 2);
    }
  }

  /// Adds what the points of a slot give; state and lifting there are column j of `value` and `lifting`.
  __device__ void points(Work& w, const Tile& t, int slot, int j, const TileProduct<Real> (&value)[n_var],
                         const TileProduct<Real> (&lifting)[dim][n_var],
                         const TileProduct<Real> (&gradient)[n_var]) const {
    const auto at = t.at_points(slot);
    Real u[n_var], g[dim][n_var];
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      u[n] = value[n][j];
      if constexpr (Viscous)
#pragma unroll
        for (int d = 0; d < dim; ++d)
          g[d][n] =
              lifting[d][n][j] + at.inverse * (at.metric[d] * gradient[n][0] + at.metric[dim + d] * gradient[n][1]);
    }
    const auto point = equations.point(u);
    typename Eq::template Stress<Real> stress{};
    if (Viscous) stress = stress_at<false>(equations, at.metric, u, point, g);
    w.add_flux(equations, slot / 2, j, at.metric, u, point, stress);
  }
};

}  // namespace dg
