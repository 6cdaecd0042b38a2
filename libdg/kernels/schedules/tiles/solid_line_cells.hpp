/// Assembly `tiles`, straight hexahedra with Q^p: gathers stored fluxes and jumps of the faces, takes the volume
/// integral by sum factorisation and the stage; .cu files only.
///
/// Points on a face lie in line with those of the volume: a jump leaves its lifting on one line, and a flux its moments
/// (element/line_matrices.hpp).
#pragma once

#include "libdg/kernels/engines/solid_line.hpp"
#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"
#include "libdg/kernels/launch/cuda_rates.hpp"
#include "libdg/kernels/schedules/tiles/solid_shapes.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

template <class Eq, int P, bool Viscous>
struct SolidLineCells {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr TileShape shape = solid_line_shape<Real>(P);
  using Lines = SolidLines<Eq, P>;
  static constexpr int N = Lines::N, NF = 6;

  ZoneView<Real> zone;  ///< by itself, at an address that the compiler knows
  Eq equations;
  Stage<Real> stage;  ///< see TileStages::stage_of()
  int zone_number;
  SolidStore<Real> store;
  Real* largest_rate;  ///< see collect_rate(); may be null
  LineMatrices<Real, N> line = line_matrices<Real, N>();
  SolidTensorModes<N> tensor_modes{};

  /// Numbers of the faces of the lane's cell (ZoneView::face_number).
  struct Indices {
    Index face[NF];
  };

  /// Calls visit with this and the number of tiles.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, tiles());
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, tiles());
  }

  /// Three fields of each cell.
  __host__ __device__ static constexpr int shared_numbers() { return Lines::cells * Lines::cell_numbers(3); }

  __device__ Indices fetch(Index tile, const TileLane& lane) const {
    Indices indices;
    const Index cell = cell_of_lane(tile, lane);
    const Index* from = beyond(zone.face_number + cell % tile_rows, cell / tile_rows, NF * tile_rows);
#pragma unroll
    for (int f = 0; f < NF; ++f) indices.face[f] = from[f * tile_rows];
    return indices;
  }

  /// Asks for the modes.
  __device__ void start(Index tile, const TileLane& lane, const Indices&, Real* shared, int) const {
    start_rows(lane, tile, stage.in, shared + derivative(0));
  }

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices& faces, Real* shared, int,
                             const Next&) const {
    const Place at(*this, tile, lane, faces, shared);
    Real m[dim * dim];
#pragma unroll
    for (int i = 0; i < dim * dim; ++i) m[i] = at.geometry[(cell_metric + i) * tile_rows];
    wait_for_copies<0>();
    __syncwarp();
    find_values(at);
    __syncwarp();
    if (Viscous) find_derivatives<0>(at);
    if (Viscous) find_derivatives<1>(at);
    __syncwarp();
    {
      Real flux[n_var][N];
      turn_to_fluxes(at, m, flux);
      add_fluxes<2>(at, flux);
    }
    __syncwarp();
    add_fluxes<1>(at);
    __syncwarp();
    add_fluxes<0>(at);
    __syncwarp();
    start_rows(lane, tile, stage.in, shared + derivative(0));
    if (stage.n_history > 0) start_rows(lane, tile, stage.history[0], shared + derivative(1));
    close_copies();
    Real rate[n_var][N];
    find_modes(at, rate);
    wait_for_copies<0>();
    __syncwarp();
    finish(at, tile, rate);
  }

 private:
  /// Where derivatives along direction d, then fluxes, lie behind the values.
  static constexpr int derivative(int d) { return (1 + d) * Lines::field; }

  RKDG_FN Index tiles() const { return (zone.launched + Lines::cells - 1) / Lines::cells; }

  /// Where a lane stands.
  struct Place {
    Index cell;
    bool works;    ///< has a line
    int p, q;      ///< of the line, in each direction
    Real* values;  ///< of the cell, and derivatives behind them
    const Real* geometry;
    TileLane lane;
    const Indices& faces;
    Real* shared;

    __device__ Place(const SolidLineCells& of, Index tile, const TileLane& lane_, const Indices& faces_, Real* shared_)
        : cell(of.cell_of_lane(tile, lane_)), lane(lane_), faces(faces_), shared(shared_) {
      const int place = lane.lane / Lines::lines, number = lane.lane % Lines::lines;
      works = of.has_line(tile, lane);
      p = number % N;
      q = number / N;
      values = shared + min(place, Lines::cells - 1) * Lines::cell_numbers(3);
      geometry = beyond(of.zone.tile_geometry + cell % tile_rows, cell / tile_rows, geometry_numbers);
    }
  };
  static constexpr int geometry_numbers = affine_cell_numbers(dim, NF) * tile_rows;

  __device__ bool has_line(Index tile, const TileLane& lane) const {
    const int place = lane.lane / Lines::lines;
    return place < Lines::cells && tile * Lines::cells + place < zone.launched;
  }
  /// The first cell for lanes without a line.
  __device__ Index cell_of_lane(Index tile, const TileLane& lane) const {
    return has_line(tile, lane) ? tile * Lines::cells + lane.lane / Lines::lines : 0;
  }

  /// Starts to copy the modes of the tile's cells to a field of each.
  __device__ void start_rows(const TileLane& lane, Index tile, const Real* state, Real* to) const {
    Lines::template start_rows<3>(lane, beyond(state, first_cell(tile), Lines::numbers), count(tile), to);
  }
  __device__ static Index first_cell(Index tile) { return tile * Lines::cells; }
  __device__ Index count(Index tile) const { return min(Lines::cells, zone.launched - first_cell(tile)); }

  /// The place of the lane's mode c, for which a and b are p and q.
  __device__ int mode(const Place& at, int c) const { return tensor_modes.place[(c * N + at.q) * N + at.p]; }

  /// Modes to values at the points.
  __device__ void find_values(const Place& at) const {
    Real x[n_var][N];
    if (at.works) {
      const Real* modes = at.values + derivative(0);
#pragma unroll
      for (int c = 0; c < N; ++c)
#pragma unroll
        for (int n = 0; n < n_var; ++n) x[n][c] = modes[n * (Lines::numbers / n_var) + mode(at, c)];
#pragma unroll
      for (int n = 0; n < n_var; ++n) line.to_points(x[n]);
      Lines::write(x, 2, at.p, at.q, at.values);
    }
    __syncwarp();
    transform<1>(at, [&](Real(&y)[N]) { line.to_points(y); });
    __syncwarp();
    transform<0>(at, [&](Real(&y)[N]) { line.to_points(y); });
  }

  /// Applies a transform to the lane's line of the values.
  template <int d, class Apply>
  __device__ void transform(const Place& at, const Apply& apply) const {
    if (!at.works) return;
    Real x[n_var][N];
    Lines::read(at.values, d, at.p, at.q, x);
#pragma unroll
    for (int n = 0; n < n_var; ++n) apply(x[n]);
    Lines::write(x, d, at.p, at.q, at.values);
  }

  /// What the face at the end of the lane's line in direction d has left there: inward flux times |J_f| / det J, or the
  /// jump as the cell sees it.
  template <int d, bool Last, bool Jump>
  __device__ void end(const Place& at, Real (&x)[n_var]) const {
    constexpr int f = d == 0 ? (Last ? 3 : 5) : d == 1 ? (Last ? 4 : 2) : (Last ? 1 : 0);
    constexpr int NG = Lines::lines;
    const Index number = at.faces.face[f];
    const int view = number % view_slots(dim);
    const Index own = zone.solid_fragments.line_points[f * NG + at.q * N + at.p];
    const Index point = zone.tables.faces[1].own_point[view * NG + own];
    const Real* from =
        beyond((Jump ? store.jump : store.flux)[1] + point, number / view_slots(dim), SolidPiece<Eq, 1, P>::numbers);
    const Real sign = view > 0 ? Real(-1) : Real(1);
    const Real factor = Jump ? sign : -sign * at.geometry[(cell_lengths(dim) + f) * tile_rows];
#pragma unroll
    for (int n = 0; n < n_var; ++n) x[n] = factor * from[n * NG];
  }

  /// y: derivatives along direction d at the lane's line of values x, with the liftings of the jumps at its ends.
  template <int d>
  __device__ void differentiate(const Place& at, const Real (&x)[n_var][N], Real (&y)[n_var][N]) const {
    Real first[n_var], last[n_var];
    end<d, false, true>(at, first);
    end<d, true, true>(at, last);
#pragma unroll
    for (int n = 0; n < n_var; ++n) line.derivative(x[n], -first[n], last[n], y[n]);
  }

  template <int d>
  __device__ void find_derivatives(const Place& at) const {
    if (!at.works) return;
    Real x[n_var][N], y[n_var][N];
    Lines::read(at.values, d, at.p, at.q, x);
    differentiate<d>(at, x, y);
    Lines::write(y, d, at.p, at.q, at.values + derivative(d));
  }

  /// Fluxes along the reference directions take the place of derivatives, at the points of the lane's line in the last
  /// direction, along which they go to `along`.
  __device__ void turn_to_fluxes(const Place& at, const Real (&m)[dim * dim], Real (&along)[n_var][N]) const {
    if (!at.works) return;
    const Eq known = with_viscosity(equations, Viscous);
    Real x[n_var][N], z[n_var][N];
    Lines::read(at.values, 2, at.p, at.q, x);
    if (Viscous) differentiate<2>(at, x, z);
#pragma unroll
    for (int k = 0; k < N; ++k) {
      Real* to = at.values + Lines::place(2, k, at.p, at.q);
      Real u[n_var], g[dim][n_var], flux[dim][n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        u[n] = x[n][k];
        g[0][n] = Viscous ? to[derivative(0) + n * Lines::variable] : Real(0);
        g[1][n] = Viscous ? to[derivative(1) + n * Lines::variable] : Real(0);
        g[2][n] = Viscous ? z[n][k] : Real(0);
      }
      reference_flux<true>(known, m, u, g, flux);
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        to[derivative(0) + n * Lines::variable] = flux[0][n];
        to[derivative(1) + n * Lines::variable] = flux[1][n];
        along[n][k] = flux[2][n];
      }
    }
  }

  /// Turns fluxes on the lane's line in direction d to what is to be projected, with those through the faces at its
  /// ends: the values take what comes from the last direction, and are added to what comes from the others.
  template <int d>
  __device__ void add_fluxes(const Place& at, const Real (&flux)[n_var][N]) const {
    if (!at.works) return;
    Real first[n_var], last[n_var], sum[n_var][N];
    end<d, false, false>(at, first);
    end<d, true, false>(at, last);
    if (d < 2) Lines::read(at.values, d, at.p, at.q, sum);
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      Real y[N];
      line.weak(flux[n], first[n], last[n], y);
#pragma unroll
      for (int i = 0; i < N; ++i) sum[n][i] = d < 2 ? sum[n][i] + y[i] : y[i];
      if (d == 0) line.to_modes(sum[n]);
    }
    Lines::write(sum, d, at.p, at.q, at.values);
  }
  template <int d>
  __device__ void add_fluxes(const Place& at) const {
    if (!at.works) return;
    Real flux[n_var][N];
    Lines::read(at.values + derivative(d), d, at.p, at.q, flux);
    add_fluxes<d>(at, flux);
  }

  /// The lane's modes (p, q, c) of what is to be projected, of which the first direction is done.
  __device__ void find_modes(const Place& at, Real (&rate)[n_var][N]) const {
    transform<1>(at, [&](Real(&y)[N]) { line.to_modes(y); });
    __syncwarp();
    if (!at.works) return;
    Lines::read(at.values, 2, at.p, at.q, rate);
#pragma unroll
    for (int n = 0; n < n_var; ++n) line.to_modes(rate[n]);
  }

  /// Runge-Kutta update of the tile: modes of `in` and of the first history are where derivatives were.
  __device__ void finish(const Place& at, Index tile, Real (&change)[n_var][N]) const {
    constexpr int variable = Lines::numbers / n_var;
    const std::int64_t first = std::int64_t(at.cell) * Lines::numbers;
    int place[N];
#pragma unroll
    for (int c = 0; c < N; ++c) place[c] = mode(at, c);
    const auto add = [&](const Real* from, Real weight) {
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int c = 0; c < N; ++c) change[n][c] += weight * from[n * variable + place[c]];
    };
    if (at.works) {
      if (stage.source) add(stage.source + first, Real(1));
      const Real dt = stage.dt[stage.local_dt ? at.cell : 0] * stage.rate_weight;
      update_stage(
          stage,
          [&](Real weight) {
#pragma unroll
            for (int n = 0; n < n_var; ++n)
#pragma unroll
              for (int c = 0; c < N; ++c)
                change[n][c] = weight * at.values[derivative(0) + n * variable + place[c]] + dt * change[n][c];
          },
          [&](int i, Real weight) { add(i == 0 ? at.values + derivative(1) : stage.history[i] + first, weight); });
    }
    __syncwarp();
    if (at.works) {
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
#pragma unroll
        for (int c = 0; c < N; ++c) at.values[n * variable + place[c]] = change[n][c];
        if (at.p + at.q == 0)
          for (int k = Lines::modes; k < variable; ++k) at.values[n * variable + k] = Real(0);
      }
    }
    __syncwarp();
    Lines::template store_rows<3>(at.lane, at.shared, count(tile), beyond(stage.out, first_cell(tile), Lines::numbers));
    if (largest_rate) collect(at);
  }

  __device__ void collect(const Place& at) const {
    Real u[n_var];
#pragma unroll
    for (int n = 0; n < n_var; ++n) u[n] = at.values[n * (Lines::numbers / n_var)];
    const bool counts = at.works && at.p + at.q == 0 && at.cell < zone.cells;
    const Real inverse_length = at.geometry[(affine_cell_numbers(dim, NF) - 1) * tile_rows];
    dg::collect_rate<1>(
        largest_rate, at.cell / tile_rows,
        counts ? stable_rate<Real>(zone, equations, stage.limits, zone_number, u, inverse_length) : Real(0),
        cell_number(zone, at.cell));
  }
};

}  // namespace dg
