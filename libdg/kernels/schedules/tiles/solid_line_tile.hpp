/// What tiles of hexahedra with Q^p do by sum factorisation, straight or curved: they read modes, take them to points
/// and back, and take the stage; .cu files only.
#pragma once

#include "libdg/kernels/engines/solid_line.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"
#include "libdg/kernels/launch/cuda_rates.hpp"

namespace dg {

/// Cells that a warp holds so many fields of, of which the first has values; see SolidLines for `Skip`.
template <class Eq, int P, int Fields, int Skip = 0>
struct SolidLineTile {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Lines = SolidLines<Eq, P, Skip>;
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

  __host__ __device__ static constexpr int shared_numbers() { return Lines::cells * Lines::cell_numbers(Fields); }

  __device__ Indices fetch(Index tile, const TileLane& lane) const {
    Indices indices;
    const Index cell = cell_of_lane(tile, lane);
    const Index* from = beyond(zone.face_number + cell % tile_rows, cell / tile_rows, NF * tile_rows);
#pragma unroll
    for (int f = 0; f < NF; ++f) indices.face[f] = from[f * tile_rows];
    return indices;
  }

  RKDG_FN Index tiles() const { return (zone.launched + Lines::cells - 1) / Lines::cells; }

  /// Where field i lies behind the values.
  static constexpr int field(int i) { return i * Lines::field; }

  /// Where a lane stands.
  struct Place {
    Index cell;
    bool works;    ///< has a line
    int p, q;      ///< of the line, in each direction
    Real* values;  ///< of the cell, and the other fields behind them
    TileLane lane;
    const Indices& faces;
    Real* shared;

    __device__ Place(const SolidLineTile& of, Index tile, const TileLane& lane_, const Indices& faces_, Real* shared_)
        : cell(of.cell_of_lane(tile, lane_)), lane(lane_), faces(faces_), shared(shared_) {
      const int place = lane.lane / Lines::lines, number = lane.lane % Lines::lines;
      works = of.has_line(tile, lane);
      p = number % N;
      q = number / N;
      values = shared + min(place, Lines::cells - 1) * Lines::cell_numbers(Fields);
    }
  };

  __device__ bool has_line(Index tile, const TileLane& lane) const {
    const int place = lane.lane / Lines::lines;
    return place < Lines::cells && tile * Lines::cells + place < zone.launched;
  }
  /// The first cell for lanes without a line.
  __device__ Index cell_of_lane(Index tile, const TileLane& lane) const {
    return has_line(tile, lane) ? tile * Lines::cells + lane.lane / Lines::lines : 0;
  }
  __device__ static Index first_cell(Index tile) { return tile * Lines::cells; }
  __device__ Index count(Index tile) const { return min(Lines::cells, zone.launched - first_cell(tile)); }

  /// Starts to copy the modes of the tile's cells to a field of each.
  __device__ void start_rows(const TileLane& lane, Index tile, const Real* state, Real* to) const {
    Lines::template start_rows<Fields>(lane, beyond(state, first_cell(tile), Lines::numbers), count(tile), to);
  }

  /// The place of the lane's mode c, for which a and b are p and q.
  __device__ int mode(const Place& at, int c) const { return tensor_modes.place[(c * N + at.q) * N + at.p]; }

  /// Modes, as they are in a state, to values at the points of a field.
  __device__ void find_values(const Place& at, const Real* modes, Real* values) const {
    Real x[n_var][N];
    if (at.works) {
#pragma unroll
      for (int c = 0; c < N; ++c)
#pragma unroll
        for (int n = 0; n < n_var; ++n) x[n][c] = modes[n * (Lines::numbers / n_var) + mode(at, c)];
#pragma unroll
      for (int n = 0; n < n_var; ++n) line.to_points(x[n]);
      Lines::write(x, 2, at.p, at.q, values);
    }
    __syncwarp();
    transform<1>(at, values, [&](Real(&y)[N]) { line.to_points(y); });
    __syncwarp();
    transform<0>(at, values, [&](Real(&y)[N]) { line.to_points(y); });
  }

  /// Applies a transform to the lane's line of a field.
  template <int d, class Apply>
  __device__ void transform(const Place& at, Real* field, const Apply& apply) const {
    if (!at.works) return;
    Real x[n_var][N];
    Lines::read(field, d, at.p, at.q, x);
#pragma unroll
    for (int n = 0; n < n_var; ++n) apply(x[n]);
    Lines::write(x, d, at.p, at.q, field);
  }

  /// What the face at the end of the lane's line in direction d has left there, seen as an inward flux or as the jump
  /// of the cell, times a factor.
  template <int d, bool Last, bool Jump>
  __device__ void end(const Place& at, Real factor, Real (&x)[n_var]) const {
    constexpr int f = Lines::face(d, Last);
    constexpr int NG = Lines::lines;
    const Index number = at.faces.face[f];
    const int view = number % view_slots(dim);
    const Index own = zone.solid_fragments.line_points[f * NG + at.q * N + at.p];
    const Index point = zone.tables.faces[1].own_point[view * NG + own];
    const Real* from =
        beyond((Jump ? store.jump : store.flux)[1] + point, number / view_slots(dim), SolidPiece<Eq, 1, P>::numbers);
    const Real sign = view > 0 ? Real(-1) : Real(1);
    factor *= Jump ? sign : -sign;
#pragma unroll
    for (int n = 0; n < n_var; ++n) x[n] = factor * from[n * NG];
  }

  /// The lane's modes (p, q, c) of what is to be projected, of which the first direction is done.
  __device__ void find_modes(const Place& at, Real (&rate)[n_var][N]) const {
    transform<1>(at, at.values, [&](Real(&y)[N]) { line.to_modes(y); });
    __syncwarp();
    if (!at.works) return;
    Lines::read(at.values, 2, at.p, at.q, rate);
#pragma unroll
    for (int n = 0; n < n_var; ++n) line.to_modes(rate[n]);
  }

  /// Asks for what the update reads: modes of `in` and of the first history take the places of fields 1 and 2.
  __device__ void start_update(const TileLane& lane, Index tile, Real* shared) const {
    start_rows(lane, tile, stage.in, shared + field(1));
    if (stage.n_history > 0) start_rows(lane, tile, stage.history[0], shared + field(2));
    close_copies();
  }

  /// Runge-Kutta update of the tile by the lane's modes of the rate.
  __device__ void update(const Place& at, Index tile, Real (&change)[n_var][N]) const {
    constexpr int variable = Lines::numbers / n_var;
    const std::int64_t first = std::int64_t(at.cell) * Lines::numbers;
    int place[N];
#pragma unroll
    for (int c = 0; c < N; ++c) place[c] = mode(at, c);
    if (at.works) {
      const Real dt = stage.dt[stage.local_dt ? at.cell : 0] * stage.rate_weight;
      update_stage(
          stage,
          [&](Real weight) {
#pragma unroll
            for (int n = 0; n < n_var; ++n)
#pragma unroll
              for (int c = 0; c < N; ++c)
                change[n][c] = weight * at.values[field(1) + n * variable + place[c]] + dt * change[n][c];
          },
          [&](int i, Real weight) {
            add_modes(i == 0 ? at.values + field(2) : stage.history[i] + first, weight, place, change);
          });
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
    Lines::template store_rows<Fields>(at.lane, at.shared, count(tile),
                                       beyond(stage.out, first_cell(tile), Lines::numbers));
  }

  /// x += weight times modes, as they are in a state, in the lane's places.
  __device__ static void add_modes(const Real* modes, Real weight, const int (&place)[N], Real (&x)[n_var][N]) {
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int c = 0; c < N; ++c) x[n][c] += weight * modes[n * (Lines::numbers / n_var) + place[c]];
  }

  /// Takes the rates of the cells, whose modes update() has left.
  __device__ void collect(const Place& at, Real inverse_length) const {
    Real u[n_var];
#pragma unroll
    for (int n = 0; n < n_var; ++n) u[n] = at.values[n * (Lines::numbers / n_var)];
    const bool counts = at.works && at.p + at.q == 0 && at.cell < zone.cells;
    dg::collect_rate<1>(
        largest_rate, at.cell / tile_rows,
        counts ? stable_rate<Real>(zone, equations, stage.limits, zone_number, u, inverse_length) : Real(0),
        cell_number(zone, at.cell));
  }
};

}  // namespace dg
