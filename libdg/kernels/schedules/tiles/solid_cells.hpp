/// Assembly `tiles`, straight tetrahedra: gathers stored fluxes and jumps of the faces, takes the volume integral and
/// the stage; .cu files only.
///
/// What the faces have left comes piece by piece, fluxes and then jumps, through three places in shared memory; in each
/// of them the derivatives q_r along a reference direction take the place of the last jump that they are made of
/// (element/solid_fragments.hpp). State and derivatives together go to the volume points by one matrix.
#pragma once

#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

template <class Eq, Space S, int P, bool Viscous>
struct SolidCellTiles {
  using Real = typename Eq::Real;
  using Number = Real;
  using Work = CellTile<Eq, S, P>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr TileShape shape = solid_cell_shape(Work::NK);
  static constexpr int NF = Element<S, P>::n_faces, NG = SolidPiece<n_var, P>::NG, G = slot_count(NG);
  static constexpr int K = Work::K, pairs = Work::pairs;

  ZoneView<Real> zone;  ///< by itself, at an address that the compiler knows
  Eq equations;
  Stage<Real> stage;  ///< see TileStages::stage_of()
  int zone_number;
  const Real *flux, *jump;  ///< see SolidPiece
  Real* largest_rate;       ///< see collect_rate(); may be null

  /// Numbers of the faces of a cell (ZoneView::face_number).
  struct Indices {
    Index face[NF];
  };

  /// Calls visit with this and the number of tiles.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, zone.launched / tile_rows);
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, zone.launched / tile_rows);
  }

  /// Modes, three places, geometry.
  __host__ __device__ static constexpr int shared_numbers() { return geometry_begin + geometry_size; }

  __device__ Indices fetch(Index tile, const TileLane& lane) const {
    Indices indices;
    const Index* from = beyond(zone.face_number + lane.row(), tile, NF * tile_rows);
#pragma unroll
    for (int f = 0; f < NF; ++f) indices.face[f] = from[f * tile_rows];
    return indices;
  }

  /// Asks for what the tile reads first, in three groups of which the caller closes the last.
  __device__ void start(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int) const {
    shared = shared_place(shared);
    Work::start_modes(lane, tile * tile_rows + lane.row(), stage.in, shared);
    copy_piece_async<geometry_size>(lane, shared + geometry_begin, beyond(zone.tile_geometry, tile, geometry_size),
                                    geometry_size - (largest_rate ? 0 : tile_rows));
    start_piece(lane, flux, indices.face[0], place(shared, 0));
    close_copies();
    start_piece(lane, flux, indices.face[1], place(shared, 1));
    close_copies();
    start_piece(lane, flux, indices.face[2], place(shared, 2));
  }

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int,
                             const Next&) const {
    Work w(zone, lane, tile);
    shared = shared_place(shared);
    gather_fluxes(w, indices, shared);
    if constexpr (Viscous) find_derivatives(w, indices, shared);
    volume_integral(w, shared);
    __syncwarp();
    if (stage.n_history > 0) Work::start_modes(lane, w.cell, stage.history[0], place(shared, 0));
    close_copies();
    Real rate[K][n_var];
    w.total_rate(stage.source, rate);
    wait_for_copies<0>();
    __syncwarp();
    w.finish(
        stage, rate, [&](int s, int n) { return w.mode(shared, n, s); }, place(shared, 0));
    if (largest_rate)
      w.collect_rate(equations, stage.limits, zone_number, rate, geometry(w, shared, numbers - 1), largest_rate);
  }

 private:
  using Modes = typename Work::Modes;
  using Piece = TileRows<Real, SolidPiece<n_var, P>::numbers>;
  using Fragment = const FactorPair<Real>*;
  static constexpr int place_size = std::max(Modes::size, Piece::size);
  static constexpr int geometry_begin = Modes::size + dim * place_size;
  static constexpr int numbers = affine_cell_numbers(dim, NF), geometry_size = numbers * tile_rows;
  static_assert(NF == 4 && dim == 3);

  __device__ static Real* place(Real* shared, int i) { return shared + Modes::size + i * place_size; }

  __device__ static Real geometry(const Work& w, const Real* shared, int i) {
    return shared[geometry_begin + i * tile_rows + w.lane.row()];
  }

  __device__ static void start_piece(const TileLane& lane, const Real* store, Index number, Real* to) {
    Piece::template start<false>(lane, Piece::place(lane, to), store, number / view_slots(dim));
  }

  /// Gives a place, which has been read, to another piece.
  __device__ static void next_piece(const Work& w, const Real* store, Index number, Real* to) {
    __syncwarp();
    start_piece(w.lane, store, number, to);
    close_copies();
  }

  template <int pending>
  __device__ static void await() {
    wait_for_copies<pending>();
    __syncwarp();
  }

  /// sum += `scale` times a piece, of the face with that number in the cell, by a lift of SolidFragmentsView.
  __device__ static void lift(const Work& w, const Real* piece, Index number, Fragment fragment, Real scale,
                              TileProduct<Real> (&sum)[pairs][n_var]) {
    const Index* own = w.zone.tables.faces[0].own_point + number % view_slots(dim) * NG;
    const Real* row = piece + w.lane.row() * Piece::stride;
    fragment += w.lane.lane;
#pragma unroll
    for (int m = 0; m < G; m += 2) {
      Real x[2][n_var] = {};
#pragma unroll
      for (int i = 0; i < 2 && m + i < G; ++i) {
        // Beyond the last point, where the matrices are zero, the last again.
        const Real* from = row + __ldg(own + min(quarters * (m + i) + w.lane.quarter(), NG - 1));
#pragma unroll
        for (int n = 0; n < n_var; ++n) x[i][n] = scale * from[n * NG];
      }
#pragma unroll
      for (int pair = 0; pair < pairs; ++pair) {
        const FactorPair<Real> b = load(fragment + (pair * factor_pairs(G) + m / 2) * warp_lanes);
        if (m + 1 < G)
          multiply_add(sum[pair], x, b);
        else
          multiply_add(sum[pair], x[0], b);
      }
    }
  }

  static constexpr int lift_size = pairs * factor_pairs(G) * warp_lanes;  ///< of a face

  /// 1 where the cell is the minus side of a face, -1 where it is the plus side.
  __device__ static Real sign(Index number) { return number % view_slots(dim) > 0 ? Real(-1) : Real(1); }

  /// Fluxes through all faces, times |J_f| / det J, go to the rate. The jumps follow them into the places.
  __device__ void gather_fluxes(Work& w, const Indices& indices, Real* shared) const {
    const auto take = [&](int f, int at) {
      const Real length = geometry(w, shared, cell_lengths(dim) + f);
      lift(w, place(shared, at), indices.face[f], zone.solid_fragments.lift + f * lift_size,
           -length * sign(indices.face[f]), w.rate);
    };
    await<2>();
    take(0, 0);
    next_piece(w, flux, indices.face[3], place(shared, 0));
    await<2>();
    take(1, 1);
    if constexpr (Viscous) next_piece(w, jump, indices.face[face_across(1)], place(shared, 1));
    await<Viscous ? 2 : 1>();
    take(2, 2);
    if constexpr (Viscous) next_piece(w, jump, indices.face[slanted_face], place(shared, 2));
    await<Viscous ? 2 : 0>();
    take(3, 0);
    if constexpr (Viscous) next_piece(w, jump, indices.face[face_across(0)], place(shared, 0));
  }

  /// The modes of q_r replace the jumps.
  __device__ void find_derivatives(const Work& w, const Indices& indices, Real* shared) const {
    const auto take = [&](int f, Real normal, int at, TileProduct<Real>(&sum)[pairs][n_var]) {
      lift(w, place(shared, at), indices.face[f], zone.solid_fragments.lift + f * lift_size,
           normal * sign(indices.face[f]), sum);
    };
    TileProduct<Real> slanted[pairs][n_var];
#pragma unroll
    for (int i = 0; i < pairs; ++i) clear(slanted[i]);
    await<1>();
    take(slanted_face, Real(1), 2, slanted);
    next_piece(w, jump, indices.face[face_across(2)], place(shared, 2));
#pragma unroll
    for (int d = 0; d < dim; ++d) {
      if (d == 2)
        await<0>();
      else
        await<1>();
      TileProduct<Real> q[pairs][n_var];
#pragma unroll
      for (int i = 0; i < pairs; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n)
#pragma unroll
          for (int j = 0; j < 2; ++j) q[i][n][j] = slanted[i][n][j];
      take(face_across(d), Real(-1), d, q);
      differentiate(w, d, shared, q);
      __syncwarp();
      Real* row = place(shared, d) + w.lane.row() * Modes::stride + w.lane.quarter();
#pragma unroll
      for (int s = 0; s < K; ++s)
#pragma unroll
        for (int n = 0; n < n_var; ++n) row[Work::State::mode(n, s)] = q[s / 2][n][s % 2];
    }
    __syncwarp();
  }

  /// Adds the derivative of the modes along xi_d.
  __device__ void differentiate(const Work& w, int d, const Real* shared,
                                TileProduct<Real> (&sum)[pairs][n_var]) const {
    constexpr int out = derivative_pairs(Element<S, P>::n_gradient_modes), in = factor_pairs(K);
    const Fragment fragment = zone.solid_fragments.derivative + d * out * in * warp_lanes + w.lane.lane;
#pragma unroll
    for (int l = 0; l < K; l += 2) {
      Real x[2][n_var] = {};
#pragma unroll
      for (int i = 0; i < 2 && l + i < K; ++i)
#pragma unroll
        for (int n = 0; n < n_var; ++n) x[i][n] = w.mode(shared, n, l + i);
#pragma unroll
      for (int pair = 0; pair < out; ++pair) {
        const FactorPair<Real> b = load(fragment + (pair * in + l / 2) * warp_lanes);
        if (l + 1 < K)
          multiply_add(sum[pair], x, b);
        else
          multiply_add(sum[pair], x[0], b);
      }
    }
  }

  /// Values at the points of two slots, of the lane's part of SolidFragmentsView::value, of the polynomials with the
  /// modes in the rows at `modes`, and in those at `more`.
  template <int V>
  __device__ static void values(const Work& w, Fragment fragment, const Real* modes, const Real* more,
                                TileProduct<Real> (&value)[V]) {
    static_assert(V <= 2 * n_var);
    clear(value);
    multiply_add<K>(
        value, [&](int l, int n) { return w.mode(n < n_var ? modes : more, n % n_var, l); }, fragment);
  }

  __device__ void volume_integral(Work& w, Real* shared) const {
    Real m[dim * dim];
#pragma unroll
    for (int i = 0; i < dim * dim; ++i) m[i] = geometry(w, shared, cell_metric + i);
    Real axis[dim][dim];
#pragma unroll
    for (int i = 0; i < dim * dim; ++i) axis[i / dim][i % dim] = m[i];
    const int slots = zone.solid_fragments.point_slots;
#pragma unroll 1
    for (int s = 0; s < slots; s += 2) {
      const Fragment fragment = zone.solid_fragments.value + s / 2 * factor_pairs(K) * warp_lanes + w.lane.lane;
      TileProduct<Real> low[Viscous ? 2 * n_var : n_var], high[2 * n_var];  // u and q_0; q_1 and q_2
      values(w, fragment, shared, place(shared, 0), low);
      if constexpr (Viscous) values(w, fragment, place(shared, 1), place(shared, 2), high);
      Real along[dim][2][n_var];
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        Real state[n_var], reference[dim][n_var];
#pragma unroll
        for (int n = 0; n < n_var; ++n) {
          state[n] = low[n][j];
          if constexpr (Viscous) {
            reference[0][n] = low[n_var + n][j];
            reference[1][n] = high[n][j];
            reference[2][n] = high[n_var + n][j];
          }
        }
        const auto point = equations.point(state);
        typename Eq::template Stress<Real> stress{};
        if constexpr (Viscous) stress = stress_at<true>(equations, m, state, point, reference);
#pragma unroll
        for (int d = 0; d < dim; ++d) {
          if constexpr (Viscous)
            total_flux_along(equations, state, point, stress, axis[d], along[d][j]);
          else
            equations.convective_flux(state, point, axis[d], along[d][j]);
        }
      }
      const Fragment project = zone.solid_fragments.project + s / 2 * dim * pairs * warp_lanes + w.lane.lane;
#pragma unroll
      for (int d = 0; d < dim; ++d)
#pragma unroll
        for (int pair = 0; pair < pairs; ++pair)
          multiply_add(w.rate[pair], along[d], load(project + (d * pairs + pair) * warp_lanes));
    }
  }
};

}  // namespace dg
