/// What tiles of hexahedra with Q^p do by sum factorisation, straight or curved, on states by points
/// (engines/sum_factorisation_3d.hpp). They read values, gather what faces have left, and take the stage.
#pragma once

#include "libdg/backend/prefetch_range.hpp"
#include "libdg/kernels/engines/sum_factorisation_3d.hpp"
#include "libdg/kernels/integrands/cuda_rates.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"

namespace dg {

/// Cells that a warp holds so many fields of, and `More` numbers.
template <class Eq, int P, int Fields, int More = 0>
struct SumFactorisedTile3D {
  using Real = typename Eq::Real;
  using Number = Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Lines = SumFactorisation3D<Eq, P>;
  static constexpr int N = Lines::N, NF = 6;

  ZoneView<Real> zone;  ///< by itself, at an address that the compiler knows
  Eq equations;
  Stage<Real> stage;  ///< see TileStages::stage_of()
  int zone_number;
  FaceStore3D<Real> store;
  Real* largest_rate;  ///< see collect_rate(); may be null
  LineMatrices<Real, N> line = line_matrices<Real, N>();
  TensorModes3D<N> tensor_modes{};

  /// Numbers of the faces of the lane's cell (ZoneView::face_number).
  struct Indices {
    Index face[NF];
  };

  __host__ __device__ static constexpr int shared_numbers() {
    return whole_pieces<Real>(Lines::cells * Lines::cell_numbers(Fields, More));
  }

  __device__ Indices fetch(Index tile, const TileLane& lane) const {
    Indices indices;
    const Index cell = cell_of_lane(tile, lane);
    const Index* from = beyond(zone.face_number + cell % tile_rows, cell / tile_rows, NF * tile_rows);
#pragma unroll
    for (int f = 0; f < NF; ++f) indices.face[f] = from[f * tile_rows];
    return indices;
  }

  /// Asks the second-level cache for the history, which comes last.
  __device__ void start(Index tile, const TileLane& lane, const Indices&, Real*, int) const {
    if (stage.n_history == 0 || lane.lane != 0) return;
    prefetch_range_to_cache(beyond(stage.history[0], tile * Lines::cells, Lines::numbers),
                            count(tile) * Lines::numbers * static_cast<int>(sizeof(Real)));
  }

  RKDG_FN Index tiles() const { return (zone.launched + Lines::cells - 1) / Lines::cells; }

  /// Where field i lies behind the first.
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

    __device__ Place(const SumFactorisedTile3D& of, Index tile, const TileLane& lane_, const Indices& faces_,
                     Real* shared_)
        : cell(of.cell_of_lane(tile, lane_)), lane(lane_), faces(faces_), shared(shared_) {
      const int place = lane.lane / Lines::lines, number = lane.lane % Lines::lines;
      works = of.has_line(tile, lane);
      p = number % N;
      q = number / N;
      values = shared + min(place, Lines::cells - 1) * Lines::cell_numbers(Fields, More);
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

  /// The numbers of the lane's cell in a state.
  template <class T>
  __device__ static T* of_cell(const Place& at, T* state) {
    return beyond(state, at.cell, Lines::numbers);
  }

  /// Values on the lane's line in the last direction.
  __device__ void load_values(const Place& at, Real (&x)[n_var][N]) const {
    if (at.works) Lines::load(of_cell(at, stage.in), at.p, at.q, x);
  }

  /// Modes of the lane's cell in an array to values at the points of a field, which the lanes read after a barrier.
  __device__ void find_values(const Place& at, const Real* modes, Real* values) const {
    Real x[n_var][N];
    if (at.works) {
      const Real* from = of_cell(at, modes);
#pragma unroll
      for (int c = 0; c < N; ++c)
#pragma unroll
        for (int n = 0; n < n_var; ++n)
          x[n][c] = from[n * Lines::state_variable + tensor_modes.place[(c * N + at.q) * N + at.p]];
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

  /// Where the faces list the points at the ends of the lane's lines, in the order of their minus sides.
  struct EndPoints {
    static constexpr unsigned bits = 5;
    static_assert(Lines::lines <= 1 << bits);
    unsigned packed = 0;

    __device__ int of(int f) const { return packed >> bits * f & ((1u << bits) - 1); }
  };
  __device__ EndPoints end_points(const Place& at) const {
    constexpr int NG = Lines::lines;
    EndPoints points;
#pragma unroll
    for (int f = 0; f < NF; ++f) {
      const Index own = __ldg(zone.fragments_3d.line_points + f * NG + at.q * N + at.p);
      const int view = at.faces.face[f] % view_slots(dim);
      points.packed |= static_cast<unsigned>(__ldg(zone.tables.faces[1].own_point + view * NG + own))
                       << EndPoints::bits * f;
    }
    return points;
  }

  /// What faces have left at both ends of a line.
  struct Ends {
    Real first[n_var], last[n_var];
  };

  /// What those at the ends of the lane's line in direction d have, seen as inward fluxes or as jumps of the cell.
  template <int d, bool Jump>
  __device__ void read_ends(const Place& at, const EndPoints& points, Ends& ends) const {
    if (!at.works) return;
    read_end<Lines::face(d, false), Jump>(at, points, ends.first);
    read_end<Lines::face(d, true), Jump>(at, points, ends.last);
  }

  /// Turns fluxes on the lane's line, with those through the faces at its ends, into what they add to the rate. The
  /// latter are scaled by `first` and `last`.
  __device__ void weigh(const Ends& ends, Real first, Real last, Real (&flux)[n_var][N]) const {
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      Real y[N];
      line.weak(flux[n], first * ends.first[n], last * ends.last[n], y);
#pragma unroll
      for (int i = 0; i < N; ++i) flux[n][i] = y[i];
    }
  }

  /// Adds fields at the lane's line in the last direction.
  __device__ static void add_field(const Place& at, int number, Real (&x)[n_var][N]) {
#pragma unroll
    for (int i = 0; i < N; ++i)
#pragma unroll
      for (int n = 0; n < n_var; ++n)
        x[n][i] += at.values[field(number) + n * Lines::variable + Lines::place(2, i, at.p, at.q)];
  }

  /// Adds the source at the lane's line, by way of field 1.
  __device__ void add_source(const Place& at, Real (&x)[n_var][N]) const {
    __syncwarp();
    find_values(at, stage.source, at.values + field(1));
    __syncwarp();
    if (at.works) add_field(at, 1, x);
  }

  /// Runge-Kutta update by the rate at the lane's line in the last direction, which the new values replace.
  __device__ void update(const Place& at, Real (&change)[n_var][N]) const {
    if (!at.works) return;
    const Real dt = stage.dt[stage.local_dt ? at.cell : 0] * stage.rate_weight;
    Real x[n_var][N];
    const auto add = [&](Real weight, Real scale) {
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int i = 0; i < N; ++i) change[n][i] = weight * x[n][i] + scale * change[n][i];
    };
    update_stage(
        stage,
        [&](Real weight) {
          Lines::read(at.values, 2, at.p, at.q, x);
          with_force<Real, Eq>(stage, [&](const auto& force) {
#pragma unroll
            for (int n = 0; n < n_var; ++n)
#pragma unroll
              for (int i = 0; i < N; ++i) change[n][i] += force(n, [&](int m) { return x[m][i]; });
          });
          add(weight, dt);
        },
        [&](int i, Real weight) {
          Lines::load(of_cell(at, stage.history[i]), at.p, at.q, x);
          add(weight, Real(1));
        });
    Lines::store(change, at.p, at.q, of_cell(at, stage.out));
  }

  /// Takes the rates of the cells, of whose new values each lane has its line in the last direction.
  __device__ void collect(const Place& at, const Real (&x)[n_var][N], Real inverse_length) const {
    Real u[n_var];
    find_mean(at, x, u);
    collect_rate_of_cell<1>(largest_rate, at.cell / tile_rows, zone, equations, stage.limits, zone_number, at.cell,
                            at.works && at.p + at.q == 0, u, inverse_length);
  }

 private:
  template <int f, bool Jump>
  __device__ void read_end(const Place& at, const EndPoints& points, Real (&x)[n_var]) const {
    constexpr int NG = Lines::lines;
    const Index number = at.faces.face[f];
    const Real* from = beyond((Jump ? store.jump : store.flux)[1] + points.of(f), number / view_slots(dim),
                              FacePiece3D<Eq, 1, P>::numbers);
    const bool is_plus = number % view_slots(dim) > 0;
    const Real sign = is_plus == Jump ? Real(-1) : Real(1);
#pragma unroll
    for (int n = 0; n < n_var; ++n) x[n] = sign * from[n * NG];
  }

  /// The first mode of each variable, for the first lane of a cell; of a line, of a plane, of the cell.
  __device__ void find_mean(const Place& at, const Real (&x)[n_var][N], Real (&u)[n_var]) const {
    __syncwarp();
    Real* sums = at.values + field(1);
    const auto weight = [&](int i) { return line.project[0][i < Lines::N / 2 ? i : N - 1 - i]; };
    if (at.works)
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        Real sum = Real(0);
#pragma unroll
        for (int i = 0; i < N; ++i) sum += weight(i) * x[n][i];
        sums[n * Lines::variable + at.q * N + at.p] = sum;
      }
    const auto sum_up = [&](bool sums_here, int first, int step) {
      __syncwarp();
      if (!sums_here) return;
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        u[n] = Real(0);
#pragma unroll
        for (int i = 0; i < N; ++i) u[n] += weight(i) * sums[n * Lines::variable + first + i * step];
      }
    };
    sum_up(at.works && at.q == 0, at.p, N);
    __syncwarp();
    if (at.works && at.q == 0)
#pragma unroll
      for (int n = 0; n < n_var; ++n) sums[n * Lines::variable + at.p] = u[n];
    sum_up(at.works && at.p + at.q == 0, 0, 1);
  }
};

}  // namespace dg
