/// Assembly `tiles`, affine quadrilaterals with Q^p: as cells_2d.hpp, by sum factorisation.
///
/// Operators act along one direction after the other (element/line_matrices.hpp; Orszag, J. Comput. Phys. 37, 1980), on
/// one variable in each of the four lanes of a cell. A lane has all of its numbers at hand. Entries of matrices, the
/// same for all lanes, are parameters of the kernel, which instructions take without a load. Fluxes need all variables
/// at one point. The lanes show each other values and derivatives in shared memory (factorised_tile.hpp), and each
/// takes every fourth point. Then they show each other fluxes in the place of derivatives.
///
/// In reference coordinates the lifting of a jump at a point of a face is non-zero only at the volume points in line
/// with it. The same holds for a flux through a face as long as it is not projected to modes.
#pragma once

#include "libdg/element/line_matrices.hpp"
#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/engines/sum_factorised_tile_2d.hpp"
#include "libdg/kernels/integrands/cuda_rates.hpp"
#include "libdg/kernels/integrands/in_cell.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"
#include "libdg/kernels/schedules/tiles/cell_tile_work.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

template <class Eq, int P, bool Viscous>
struct SumFactorisedCells2D {
  using Real = typename Eq::Real;
  using Number = Real;
  using Work = CellTileWork<Eq, Space::quadrilateral_Q, P>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Indices = typename Work::Indices;
  static constexpr TileShape shape = factorised_cell_shape<Real>(P);
  static constexpr int N = P + 1, NF = Work::NF;
  static_assert(n_var == quarters, "each lane of a cell has one variable");

  /// Whether the zone has these cells, and no more points than the operators along a line know.
  static bool fits(const ZoneView<Real>& zone) {
    return zone.space == Space::quadrilateral_Q && !zone.curved && zone.tables.n_points == N * N;
  }

  ZoneView<Real> zone;  ///< by itself, at an address that the compiler knows
  Eq equations;
  Stage<Real> stage;  ///< see TileStages::stage_of()
  int zone_number;
  const Real* store;   ///< see StoredFace
  Real* largest_rate;  ///< see collect_rate(); may be null
  LineMatrices<Real, N> line = line_matrices<Real, N>();

  /// Calls visit with this and the number of tiles.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, zone.launched / tile_rows);
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, zone.launched / tile_rows);
  }

  __host__ __device__ static constexpr int shared_numbers() { return factorised_tile_numbers<Real, P>(); }

  __device__ Indices fetch(Index tile, const TileLane& lane) const { return Work::fetch(zone, tile, lane); }

  /// Asks for what the tile reads.
  __device__ void start(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int) const {
    Modes::start(lane, stage.in, tile, shared);
#pragma unroll
    for (int f = 0; f < NF; ++f)
      Faces::template start<shape.cached>(lane, f, store, indices.face[f] >> 1, Viscous, shared + Modes::size);
  }

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices& indices, Real* shared, int,
                             const Next&) const {
    shared = shared_place(shared);
    const Index cell = tile * tile_rows + lane.row();
    const Real* geometry = beyond(zone.tile_geometry + lane.row(), tile, affine_cell_numbers(dim, NF) * tile_rows);
    Real m[dim * dim], length[NF], flux[NF][N], field[N][N];
#pragma unroll
    for (int i = 0; i < dim * dim; ++i) m[i] = geometry[(cell_metric + i) * tile_rows];
#pragma unroll
    for (int f = 0; f < NF; ++f) length[f] = geometry[(cell_lengths(dim) + f) * tile_rows];
    wait_for_copies<0>();
    __syncwarp();
    {
      Real jump[NF][N];
      gather_faces(lane, indices, shared + Modes::size, length, flux, jump);
      read_modes(Modes::own(lane, shared), field);
      along_both(field, [&](Real(&x)[N]) { line.to_points(x); });
      __syncwarp();
      show_state(Points::own(lane, shared), field, jump);
    }
    __syncwarp();
    replace_by_fluxes(lane, cell, m, Points::cell(lane, shared));
    __syncwarp();
    add_fluxes(Points::own(lane, shared), flux, field);
    __syncwarp();
    Modes::start(lane, stage.in, tile, shared);
    if (stage.n_history > 0) Modes::start(lane, stage.history[0], tile, shared + Modes::size);
    close_copies();
    const Real step = stage.dt[stage.local_dt ? cell : 0];
    along_both(field, [&](Real(&x)[N]) { line.to_modes(x); });
    wait_for_copies<0>();
    __syncwarp();
    finish(lane, tile, step, field, shared);
  }

 private:
  using Modes = FactorisedModes<Real, P>;
  using Faces = FactorisedFaces<Real, P>;
  using Points = FactorisedPoints<Real, P>;

  /// Inward fluxes and jumps of the lane's variable at the points of all faces: counted along x or y.
  __device__ void gather_faces(const TileLane& lane, const Indices& indices, const Real* shared,
                               const Real (&length)[NF], Real (&flux)[NF][N], Real (&jump)[NF][N]) const {
#pragma unroll
    for (int f = 0; f < NF; ++f) {
      // Faces run counter-clockwise, the upper and the left one against the coordinates.
      const bool plus = indices.face[f] & 1, reversed = plus == (f < NF / 2);
      const Real* from = Faces::own(lane, f, shared);
      read_in_order(from, reversed, plus ? length[f] : -length[f], flux[f]);
      if (Viscous) read_in_order(from + Work::Stored::jump, reversed, plus ? Real(-1) : Real(1), jump[f]);
    }
  }

  /// Turned in registers: if each lane began at its own end, some would meet in a bank.
  __device__ static void read_in_order(const Real* from, bool reversed, Real factor, Real (&x)[N]) {
    Real y[N];
    read_packs(from, y);
#pragma unroll
    for (int i = 0; i < N; ++i) x[i] = factor * (reversed ? y[N - 1 - i] : y[i]);
  }

  /// Modes of a variable, [b][a].
  __device__ static void read_modes(const Real* from, Real (&mode)[N][N]) {
    Real in_order[Modes::own_numbers];
    read_packs(from, in_order);
#pragma unroll
    for (int b = 0; b < N; ++b)
#pragma unroll
      for (int a = 0; a < N; ++a) mode[b][a] = in_order[tensor_mode(a, b)];
  }

  /// Values u of the lane's variable, and its derivatives in reference coordinates with the liftings of all jumps.
  __device__ void show_state(Real* to, const Real (&u)[N][N], const Real (&jump)[NF][N]) const {
#pragma unroll
    for (int j = 0; j < N; ++j)
#pragma unroll
      for (int i = 0; i < N; ++i) to[j * N + i] = u[j][i];
    if constexpr (Viscous)
#pragma unroll
      for (int r = 0; r < N; ++r) {
        Real x[N], g[N];
        line.derivative(u[r], -jump[3][r], jump[1][r], g);
#pragma unroll
        for (int i = 0; i < N; ++i) to[Points::direction + r * N + i] = g[i];
#pragma unroll
        for (int j = 0; j < N; ++j) x[j] = u[j][r];
        line.derivative(x, -jump[0][r], jump[2][r], g);
#pragma unroll
        for (int j = 0; j < N; ++j) to[2 * Points::direction + j * N + r] = g[j];
      }
  }

  /// Fluxes along the reference directions take the place of derivatives, at the lane's points.
  __device__ void replace_by_fluxes(const TileLane& lane, [[maybe_unused]] Index cell, const Real (&m)[dim * dim],
                                    Real* shared) const {
    const Eq known = with_viscosity(equations, Viscous);
    const auto& here = in_cells<Real>(known, zone, cell);
#pragma unroll 1
    for (int point = lane.quarter(); point < Points::points; point += quarters) {
      Real* at = shared + point;
      Real u[n_var], g[dim][n_var], flux[dim][n_var];
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        u[n] = at[n * Points::variable];
#pragma unroll
        for (int d = 0; d < dim; ++d) g[d][n] = at[n * Points::variable + (1 + d) * Points::direction];
      }
      reference_flux(here, m, u, g, flux);
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int d = 0; d < dim; ++d) at[n * Points::variable + (1 + d) * Points::direction] = flux[d][n];
    }
  }

  /// What is to be projected of the lane's variable: fluxes through the faces, and those of the volume, integrated by
  /// parts, as values at points.
  __device__ void add_fluxes(const Real* from, const Real (&flux)[NF][N], Real (&sum)[N][N]) const {
#pragma unroll
    for (int j = 0; j < N; ++j) {
      Real x[N];
#pragma unroll
      for (int i = 0; i < N; ++i) x[i] = from[Points::direction + j * N + i];
      line.weak(x, flux[3][j], flux[1][j], sum[j]);
    }
#pragma unroll
    for (int i = 0; i < N; ++i) {
      Real y[N], along_y[N];
#pragma unroll
      for (int j = 0; j < N; ++j) y[j] = from[2 * Points::direction + j * N + i];
      line.weak(y, flux[0][i], flux[2][i], along_y);
#pragma unroll
      for (int j = 0; j < N; ++j) sum[j][i] += along_y[j];
    }
  }

  /// Runge-Kutta update of the tile with the modes `rate` of the lane's variable, [b][a], in the rows at `shared`. The
  /// rows hold the modes and, behind them, those of the first history.
  __device__ void finish(const TileLane& lane, Index tile, Real step, const Real (&rate)[N][N], Real* shared) const {
    Real change[Modes::own_numbers] = {};
    const Real dt = step * stage.rate_weight;
#pragma unroll
    for (int b = 0; b < N; ++b)
#pragma unroll
      for (int a = 0; a < N; ++a) change[tensor_mode(a, b)] = dt * rate[b][a];
    const Index cell = tile * tile_rows + lane.row();
    const std::int64_t first = (std::int64_t(cell) * n_var + lane.quarter()) * Modes::own_numbers;
    Real* own = Modes::own(lane, shared);
    if (stage.source) add(dt, stage.source + first, change);
    with_force<Real, Eq>(stage, [&](const auto& force) {
      const Real* cell_modes = Modes::cell(lane, shared);
#pragma unroll
      for (int k = 0; k < Modes::own_numbers; ++k)
        change[k] += dt * force(lane.quarter(), [&](int m) { return cell_modes[m * Modes::variable + k]; });
      __syncwarp();
    });
    update_stage(
        stage, [&](Real weight) { add(weight, own, change); },
        [&](int i, Real weight) { add(weight, i == 0 ? own + Modes::size : stage.history[i] + first, change); });
    write_packs(change, own);
    __syncwarp();
    Modes::store(lane, shared, stage.out, tile);
    if (largest_rate) collect_rate(lane, cell, Modes::cell(lane, shared));
  }

  /// sum += weight times the modes of a variable.
  __device__ static void add(Real weight, const Real* modes, Real (&sum)[Modes::own_numbers]) {
    Real x[Modes::own_numbers];
    read_packs(modes, x);
#pragma unroll
    for (int k = 0; k < Modes::own_numbers; ++k) sum[k] += weight * x[k];
  }

  __device__ void collect_rate(const TileLane& lane, Index cell, const Real* modes) const {
    Real u[n_var];
#pragma unroll
    for (int n = 0; n < n_var; ++n) u[n] = modes[n * Modes::variable];
    collect_rate_of_cell<quarters>(largest_rate, cell / tile_rows, zone, equations, stage.limits, zone_number, cell,
                                   lane.quarter() == 0, u, zone.inverse_length[cell]);
  }
};

}  // namespace dg
