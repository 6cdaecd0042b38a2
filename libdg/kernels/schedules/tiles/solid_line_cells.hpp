/// Assembly `tiles`, straight hexahedra with Q^p: gathers stored fluxes and jumps of the faces, takes the volume
/// integral by sum factorisation and the stage; .cu files only.
///
/// Points on a face lie in line with those of the volume: a jump leaves its lifting on one line, and a flux its moments
/// (element/line_matrices.hpp).
#pragma once

#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_tile.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

/// Derivatives along two directions, then fluxes, lie behind the values.
template <class Eq, int P, bool Viscous>
struct SolidLineCells : SolidLineTile<Eq, P, 3> {
  using Base = SolidLineTile<Eq, P, 3>;
  using Base::dim, Base::n_var, Base::N, Base::NF;
  using Base::field, Base::line, Base::stage, Base::zone;
  using typename Base::Indices, typename Base::Lines, typename Base::Real;
  static constexpr TileShape shape = solid_line_shape<Real>(P);

  /// Calls visit with this and the number of tiles.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, Base::tiles());
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, Base::tiles());
  }

  /// Asks for the modes.
  __device__ void start(Index tile, const TileLane& lane, const Indices&, Real* shared, int) const {
    Base::start_rows(lane, tile, stage.in, shared + field(1));
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
    Base::find_values(at, at.values + field(1), at.values);
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
    Base::start_update(lane, tile, shared);
    Real rate[n_var][N];
    Base::find_modes(at, rate);
    wait_for_copies<0>();
    __syncwarp();
    if (stage.source && at.works) add_source(at, rate);
    Base::update(at, tile, rate);
    if (this->largest_rate) Base::collect(at, at.geometry[(affine_cell_numbers(dim, NF) - 1) * tile_rows]);
  }

 private:
  static constexpr int geometry_numbers = affine_cell_numbers(dim, NF) * tile_rows;

  struct Place : Base::Place {
    const Real* geometry;

    __device__ Place(const SolidLineCells& of, Index tile, const TileLane& lane_, const Indices& faces_, Real* shared_)
        : Base::Place(of, tile, lane_, faces_, shared_),
          geometry(beyond(of.zone.tile_geometry + this->cell % tile_rows, this->cell / tile_rows, geometry_numbers)) {}
  };

  /// y: derivatives along direction d at the lane's line of values x, with the liftings of the jumps at its ends.
  template <int d>
  __device__ void differentiate(const Place& at, const Real (&x)[n_var][N], Real (&y)[n_var][N]) const {
    Real first[n_var], last[n_var];
    Base::template end<d, false, true>(at, Real(-1), first);
    Base::template end<d, true, true>(at, Real(1), last);
#pragma unroll
    for (int n = 0; n < n_var; ++n) line.derivative(x[n], first[n], last[n], y[n]);
  }

  template <int d>
  __device__ void find_derivatives(const Place& at) const {
    if (!at.works) return;
    Real x[n_var][N], y[n_var][N];
    Lines::read(at.values, d, at.p, at.q, x);
    differentiate<d>(at, x, y);
    Lines::write(y, d, at.p, at.q, at.values + field(1 + d));
  }

  /// Fluxes along the reference directions take the place of derivatives, at the points of the lane's line in the last
  /// direction, along which they go to `along`.
  __device__ void turn_to_fluxes(const Place& at, const Real (&m)[dim * dim], Real (&along)[n_var][N]) const {
    if (!at.works) return;
    const Eq known = with_viscosity(this->equations, Viscous);
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
        g[0][n] = Viscous ? to[field(1) + n * Lines::variable] : Real(0);
        g[1][n] = Viscous ? to[field(2) + n * Lines::variable] : Real(0);
        g[2][n] = Viscous ? z[n][k] : Real(0);
      }
      reference_flux<true>(known, m, u, g, flux);
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        to[field(1) + n * Lines::variable] = flux[0][n];
        to[field(2) + n * Lines::variable] = flux[1][n];
        along[n][k] = flux[2][n];
      }
    }
  }

  /// |J_f| / det J of a face.
  __device__ static Real length(const Place& at, int face) {
    return at.geometry[(cell_lengths(dim) + face) * tile_rows];
  }

  /// Turns fluxes on the lane's line in direction d to what is to be projected, with those through the faces at its
  /// ends: the values take what comes from the last direction, and are added to what comes from the others.
  template <int d>
  __device__ void add_fluxes(const Place& at, const Real (&flux)[n_var][N]) const {
    if (!at.works) return;
    Real first[n_var], last[n_var], sum[n_var][N];
    Base::template end<d, false, false>(at, length(at, Lines::face(d, false)), first);
    Base::template end<d, true, false>(at, length(at, Lines::face(d, true)), last);
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
    Lines::read(at.values + field(1 + d), d, at.p, at.q, flux);
    add_fluxes<d>(at, flux);
  }

  __device__ void add_source(const Place& at, Real (&rate)[n_var][N]) const {
    int place[N];
#pragma unroll
    for (int c = 0; c < N; ++c) place[c] = Base::mode(at, c);
    Base::add_modes(stage.source + std::int64_t(at.cell) * Lines::numbers, Real(1), place, rate);
  }
};

}  // namespace dg
