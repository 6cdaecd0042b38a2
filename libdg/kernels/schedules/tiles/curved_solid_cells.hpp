/// Assembly `tiles`, curved solid cells: as solid_cells.hpp, with metrics at points and each cell's own mass matrix;
/// .cu files only.
///
/// Jumps are lifted first, along x, y and z, which leaves the modes of the lifting R in three places of shared memory.
/// Gradients at volume points are those of the state, by the metric there, and R. Fluxes of the faces come last.
#pragma once

#include <utility>

#include "libdg/kernels/engines/curved_solid_tile.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/launch/device_shape.hpp"

namespace dg {

template <class Eq, Space S, int P, bool Viscous>
struct CurvedSolidCellTiles {
  using Real = typename Eq::Real;
  using Number = Real;
  using Work = CellTile<Eq, S, P>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr TileShape shape = curved_solid_cell_shape<Real>(Work::NK);
  using Tile = CurvedSolidTile<Eq, S, P, shape.blocks>;
  static constexpr int NK = Work::NK, NF = Work::NF, K = Work::K, pairs = Work::pairs;

  ZoneView<Real> zone;  ///< by itself, at an address that the compiler knows
  Eq equations;
  Stage<Real> stage;  ///< see TileStages::stage_of()
  int zone_number;
  SolidStore<Real> store;
  Real* largest_rate;  ///< see collect_rate(); may be null

  using Indices = typename Work::Indices;

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

  /// Asks for what the tile reads first, in groups of which the caller closes the last.
  __device__ void start(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int) const {
    const Tile t(zone, lane, tile, shared);
    t.start(stage.in);
    if constexpr (Viscous) start_faces<Jumps>(t, indices);
  }

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int,
                             const Next&) const {
    Work w(zone, lane, tile);
    const Tile t(w.zone, lane, tile, shared);
    if constexpr (Viscous) {
      lift_jumps(w, t, indices);
    } else {
      wait_for_copies<0>();
      __syncwarp();
    }
    volume_integral(w, t);
    __syncwarp();
    start_faces<Fluxes>(t, indices);
    close_copies();
    take_fluxes(w, t, indices, std::make_integer_sequence<int, NF>{});
    Real rate[K][n_var];
    w.total_rate(stage.source, rate);
    __syncwarp();
    if (stage.n_history > 0) Work::start_modes(lane, w.cell, stage.history[0], t.place(1));
    close_copies();
    t.write(rate, t.place(0));
    __syncwarp();
    t.apply_mass_inverse(t.place(0), rate);
    wait_for_copies<0>();
    __syncwarp();
    w.finish(
        stage, rate, [&](int s, int n) { return w.mode(t.modes(), n, s); }, t.place(1));
    if (largest_rate)
      w.collect_rate(equations, stage.limits, zone_number, rate, w.zone.inverse_length[w.cell], largest_rate);
  }

 private:
  using Fragment = const FactorPair<Real>*;
  static constexpr CellShape cell_shape = shape_of(S);
  using Modes = TileProduct<Real>[pairs][n_var];  ///< of the lane
  static constexpr int pieces = Tile::pieces;
  /// Directions whose liftings fit into registers at once.
  static constexpr int directions = Tile::directions, rounds = dim / directions;

  /// What comes from the faces, one after the other: fluxes, or jumps, these as often as there are rounds.
  struct Fluxes {
    static constexpr bool is_flux = true;
    static constexpr int steps = NF;
  };
  struct Jumps {
    static constexpr bool is_flux = false;
    static constexpr int steps = rounds * NF;
  };

  template <class From>
  __device__ void start_faces(const Tile& t, const Indices& indices) const {
    start_step<From, 0>(t, indices);
    close_copies();
    start_step<From, 1>(t, indices);
    close_copies();
    start_step<From, 2>(t, indices);
    static_assert(pieces == 3);
  }

  /// Asks for the piece of a step, if there is one.
  template <class From, int step>
  __device__ void start_step(const Tile& t, const Indices& indices) const {
    if constexpr (step < From::steps) {
      constexpr int f = step % NF, kind = kind_of_face(cell_shape, f);
      t.template start_piece<kind>((From::is_flux ? store.flux : store.jump)[kind], indices.face[f] / view_slots(dim),
                                   t.piece(step % pieces));
    }
  }

  /// Waits for the piece of a step, adds what it leaves to so many sums `sum(d)`, and gives its place to the next:
  /// inward fluxes times |J_f|, or jumps times the components of the normal from `first` on times |J_f|.
  template <class From, int step, int first, int sums, class Sum>
  __device__ void take(const Work& w, const Tile& t, const Indices& indices, const Sum& sum) const {
    constexpr int f = step % NF, kind = kind_of_face(cell_shape, f);
    constexpr FaceRange range = Element<S, P>::faces(kind);
    using Piece = typename Tile::template Piece<kind>;
    constexpr int NG = Tile::template points<kind>, G = slot_count(NG);
    Real scale[G][sums];
    int at[G];  // beyond the last point, where the matrices are zero, the last again
    const int view = indices.face[f] % view_slots(dim);
    const Index* own = zone.tables.faces[kind].own_point + view * NG;
    const Real sign = view > 0 ? Real(-1) : Real(1);  // -1 on the plus side
#pragma unroll
    for (int m = 0; m < G; ++m) {
      const int g = min(quarters * m + w.lane.quarter(), NG - 1);
      at[m] = __ldg(own + g);
      const Real length = sign * t.template normal<f>(g, dim);
#pragma unroll
      for (int d = 0; d < sums; ++d)
        scale[m][d] = From::is_flux ? -length : length * t.template normal<f>(g, first + d);
    }
    wait_for_copies<pieces - 1>();
    __syncwarp();
    const Real* row = t.piece(step % pieces) + w.lane.row() * Piece::stride;
    const Fragment fragment =
        zone.solid_fragments.faces[kind].lift + (f - range.first) * pairs * factor_pairs(G) * warp_lanes + w.lane.lane;
#pragma unroll
    for (int d = 0; d < sums; ++d)
      multiply_add_all<G, pairs>(
          sum(d), [&](int m, int n) { return scale[m][d] * row[at[m] + n * NG]; }, fragment);
    __syncwarp();
    start_step<From, step + pieces>(t, indices);
    close_copies();
  }

  template <int... f>
  __device__ void take_fluxes(Work& w, const Tile& t, const Indices& indices, std::integer_sequence<int, f...>) const {
    const auto rate = [&](int) -> Modes& { return w.rate; };
    (take<Fluxes, f, 0, 1>(w, t, indices, rate), ...);
  }

  /// The modes of the lifting along x, y, z go to the three places.
  __device__ void lift_jumps(const Work& w, const Tile& t, const Indices& indices) const {
    lift_round<0>(w, t, indices, std::make_integer_sequence<int, NF>{});
    if constexpr (rounds > 1) {
      lift_round<1>(w, t, indices, std::make_integer_sequence<int, NF>{});
      lift_round<2>(w, t, indices, std::make_integer_sequence<int, NF>{});
    }
  }

  template <int round, int... f>
  __device__ void lift_round(const Work& w, const Tile& t, const Indices& indices,
                             std::integer_sequence<int, f...>) const {
    constexpr int first = round * directions;
    {
      Modes sum[directions];
#pragma unroll
      for (int d = 0; d < directions; ++d)
#pragma unroll
        for (int pair = 0; pair < pairs; ++pair) clear(sum[d][pair]);
      const auto along = [&](int d) -> Modes& { return sum[d]; };
      (take<Jumps, round * NF + f, first, directions>(w, t, indices, along), ...);
#pragma unroll
      for (int d = 0; d < directions; ++d) {
        Real x[K][n_var];
#pragma unroll
        for (int s = 0; s < K; ++s)
#pragma unroll
          for (int n = 0; n < n_var; ++n) x[s][n] = sum[d][s / 2][n][s % 2];
        t.write(x, t.place(first + d));
      }
    }
    __syncwarp();
#pragma unroll
    for (int d = 0; d < directions; ++d) {
      Real x[K][n_var];
      t.apply_mass_inverse(t.place(first + d), x);
      __syncwarp();
      t.write(x, t.place(first + d));
    }
    __syncwarp();
  }

  __device__ void volume_integral(Work& w, const Tile& t) const {
    const int slots = zone.solid_fragments.point_slots;
    const auto modes = [&](int l, int n) { return w.mode(t.modes(), n, l); };
#pragma unroll 1
    for (int s = 0; s < slots; s += 2) {
      constexpr int in = factor_pairs(K) * warp_lanes;
      const Fragment fragment = zone.solid_fragments.value + s / 2 * in + w.lane.lane;
      TileProduct<Real> state[n_var], gradient[dim][n_var];
      typename Tile::AtPoint at[2] = {t.at_point(s), t.at_point(s + 1)};
      if constexpr (Viscous) {
#pragma unroll
        for (int d = 0; d < dim; ++d) {
          clear(gradient[d]);
          multiply_add<K>(gradient[d], modes, zone.solid_fragments.slope + (s / 2 * dim + d) * in + w.lane.lane);
        }
        turn(at, gradient);
#pragma unroll
        for (int d = 0; d < dim; ++d)
          multiply_add<K>(
              gradient[d], [&](int l, int n) { return w.mode(t.place(d), n, l); }, fragment);
      }
      clear(state);
      multiply_add<K>(state, modes, fragment);
      add_fluxes(w, s, at, state, gradient);
    }
  }

  /// Derivatives along the reference directions become those along x, y, z.
  __device__ static void turn(const typename Tile::AtPoint (&at)[2], TileProduct<Real> (&gradient)[dim][n_var]) {
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        const Real g[dim] = {at[j].inverse * gradient[0][n][j], at[j].inverse * gradient[1][n][j],
                             at[j].inverse * gradient[2][n][j]};
#pragma unroll
        for (int d = 0; d < dim; ++d)
          gradient[d][n][j] = at[j].metric[d] * g[0] + at[j].metric[dim + d] * g[1] + at[j].metric[2 * dim + d] * g[2];
      }
  }

  /// Adds what the points of two slots give to the rate.
  __device__ void add_fluxes(Work& w, int slot, const typename Tile::AtPoint (&at)[2],
                             const TileProduct<Real> (&state)[n_var],
                             const TileProduct<Real> (&gradient)[dim][n_var]) const {
    const Eq known = with_viscosity(equations, Viscous);
    Real along[dim][2][n_var];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      Real u[n_var], g[dim][n_var], flux[dim][n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        u[n] = state[n][j];
#pragma unroll
        for (int d = 0; d < dim; ++d) g[d][n] = Viscous ? gradient[d][n][j] : Real(0);
      }
      reference_flux<false>(known, at[j].metric, u, g, flux);
#pragma unroll
      for (int d = 0; d < dim; ++d)
#pragma unroll
        for (int n = 0; n < n_var; ++n) along[d][j][n] = flux[d][n];
    }
    const Fragment project = zone.solid_fragments.project + slot / 2 * dim * pairs * warp_lanes + w.lane.lane;
#pragma unroll
    for (int d = 0; d < dim; ++d)
#pragma unroll
      for (int pair = 0; pair < pairs; ++pair)
        multiply_add(w.rate[pair], along[d], load(project + (d * pairs + pair) * warp_lanes));
  }
};

}  // namespace dg
