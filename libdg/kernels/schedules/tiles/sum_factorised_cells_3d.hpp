/// Assembly `tiles`, hexahedra with Q^p: gathers stored fluxes and jumps of the faces, takes the volume
/// integral by sum factorisation and the stage.
///
/// Points on a face lie in line with those of the volume. So a jump leaves its lifting on one line, and a flux its
/// moments (element/line_matrices.hpp). Curved cells have metrics at the points, and weight-adjusted mass matrices,
/// which are a factor there (space/sum_factorised_cells.hpp).
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/schedules/tiles/sum_factorised_tile_3d.hpp"
#include "libdg/space/sum_factorised_cells.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

/// Derivatives along two directions, then fluxes, then what these add to the rate, lie behind the values.
template <class Eq, int P, bool Viscous, bool Curved = false>
struct SumFactorisedCells3D : SumFactorisedTile3D<Eq, P, 3> {
  using Base = SumFactorisedTile3D<Eq, P, 3>;
  using Base::dim, Base::n_var, Base::N, Base::NF;
  using Base::field, Base::line, Base::stage, Base::zone;
  using typename Base::EndPoints, typename Base::Ends, typename Base::Indices, typename Base::Lines,
      typename Base::Real;
  static constexpr TileShape shape =
      Curved ? curved_sum_factorised_shape_3d<Real>(P) : sum_factorised_shape_3d<Real>(P);

  /// Calls visit with this and the number of tiles.
  template <class Visit>
  RKDG_FN void each(const Visit& visit) const {
    visit(*this, Base::tiles());
  }
  template <class Visit>
  RKDG_FN void at(Index tile, const Visit& visit) const {
    visit(*this, tile, Base::tiles());
  }

  template <class Next>
  __device__ void operator()(Index tile, const TileLane& lane, const Indices& faces, Real* shared, int,
                             const Next&) const {
    const Place at(*this, tile, lane, faces, shared);
    // What comes from memory is asked for all at once, as far as there are registers for it.
    Real rate[n_var][N];
    Ends along_first, along_second, along_third;
    Base::load_values(at, rate);
    const EndPoints points = Base::end_points(at);
    if (Viscous) Base::template read_ends<0, true>(at, points, along_first);
    if (Viscous) Base::template read_ends<1, true>(at, points, along_second);
    if (at.works) Lines::write(rate, 2, at.p, at.q, at.values);
    __syncwarp();
    if (Viscous) Base::template read_ends<2, true>(at, points, along_third);
    if (Viscous) find_derivatives<0>(at, along_first);
    if (Viscous) find_derivatives<1>(at, along_second);
    __syncwarp();
    if (at.works) replace_by_fluxes(at, along_third, rate);
    Base::template read_ends<2, false>(at, points, along_third);
    Base::template read_ends<0, false>(at, points, along_first);
    Base::template read_ends<1, false>(at, points, along_second);
    if (at.works) weigh<2>(at, along_third, rate);
    __syncwarp();
    weigh<0>(at, along_first);
    weigh<1>(at, along_second);
    __syncwarp();
    if (at.works) {
      Base::add_field(at, 1, rate);
      Base::add_field(at, 2, rate);
    }
    if (stage.source) Base::add_source(at, rate);
    if (Curved && at.works) solve_mass(at, rate);
    Base::update(at, rate);
    if (this->largest_rate) Base::collect(at, rate, inverse_length(at));
  }

 private:
  static constexpr int geometry_numbers = affine_cell_numbers(dim, NF) * tile_rows;

  struct Place : Base::Place {
    const Real* geometry;

    __device__ Place(const SumFactorisedCells3D& of, Index tile, const TileLane& lane_, const Indices& faces_,
                     Real* shared_)
        : Base::Place(of, tile, lane_, faces_, shared_),
          geometry(Curved ? beyond(of.zone.sum_factorised_geometry, this->cell, sum_factorised_cell_numbers(N))
                          : beyond(of.zone.tile_geometry + this->cell % tile_rows, this->cell / tile_rows,
                                   geometry_numbers)) {}

    /// Number i of the geometry of a straight cell; of point k on the lane's line in the last direction of a curved
    /// one.
    __device__ Real number(int i) const { return geometry[i * tile_rows]; }
    __device__ Real at_point(int k, int i) const {
      return __ldg(geometry + (k * line_point_numbers + i) * Lines::lines + this->q * N + this->p);
    }
  };

  /// y: derivatives at the lane's line of values x, with the liftings of the jumps at its ends.
  __device__ void differentiate(const Real (&x)[n_var][N], const Ends& jumps, Real (&y)[n_var][N]) const {
#pragma unroll
    for (int n = 0; n < n_var; ++n) line.derivative(x[n], -jumps.first[n], jumps.last[n], y[n]);
  }

  template <int d>
  __device__ void find_derivatives(const Place& at, const Ends& jumps) const {
    if (!at.works) return;
    Real x[n_var][N], y[n_var][N];
    Lines::read(at.values, d, at.p, at.q, x);
    differentiate(x, jumps, y);
    Lines::write(y, d, at.p, at.q, at.values + field(1 + d));
  }

  /// Fluxes along the reference directions take the place of derivatives, at the points of the lane's line in the last
  /// direction. Those along this direction go to `along`.
  __device__ void replace_by_fluxes(const Place& at, const Ends& jumps, Real (&along)[n_var][N]) const {
    const Eq known = with_viscosity(this->equations, Viscous);
    const auto& here = in_cells<Real>(known, zone, at.cell);
    Real m[dim * dim], x[n_var][N], z[n_var][N];
#pragma unroll
    for (int i = 0; i < dim * dim; ++i) m[i] = Curved ? Real(0) : at.number(cell_metric + i);
    Lines::read(at.values, 2, at.p, at.q, x);
    if (Viscous) differentiate(x, jumps, z);
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
      if constexpr (Curved) set_metric(at, k, m, g);
      reference_flux(here, m, u, g, flux);
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        to[field(1) + n * Lines::variable] = flux[0][n];
        to[field(2) + n * Lines::variable] = flux[1][n];
        along[n][k] = flux[2][n];
      }
    }
  }

  /// The metric of a curved cell at point k on the lane's line, where derivatives g become those of its scale.
  __device__ static void set_metric(const Place& at, int k, Real (&m)[dim * dim], Real (&g)[dim][n_var]) {
#pragma unroll
    for (int i = 0; i < dim * dim; ++i) m[i] = at.at_point(k, line_metric + i);
    if (!Viscous) return;
    const Real inverse = at.at_point(k, line_inverse);
#pragma unroll
    for (int d = 0; d < dim; ++d)
#pragma unroll
      for (int n = 0; n < n_var; ++n) g[d][n] *= inverse;
  }

  __device__ static void solve_mass(const Place& at, Real (&rate)[n_var][N]) {
#pragma unroll
    for (int k = 0; k < N; ++k) {
      const Real inverse_mass = at.at_point(k, line_inverse_mass);
#pragma unroll
      for (int n = 0; n < n_var; ++n) rate[n][k] *= inverse_mass;
    }
  }

  /// |J_f| / det J of a face; of curved cells its length.
  __device__ static Real length(const Place& at, int face) {
    return Curved ? __ldg(at.geometry + sum_factorised_cell_lengths(N) + face) : at.number(cell_lengths(dim) + face);
  }

  __device__ Real inverse_length(const Place& at) const {
    return Curved ? zone.inverse_length[at.cell] : at.number(affine_cell_numbers(dim, NF) - 1);
  }

  /// Fluxes on the lane's line in direction d to what they add to the rate.
  template <int d>
  __device__ void weigh(const Place& at, const Ends& ends, Real (&flux)[n_var][N]) const {
    Base::weigh(ends, length(at, Lines::face(d, false)), length(at, Lines::face(d, true)), flux);
  }
  template <int d>
  __device__ void weigh(const Place& at, const Ends& ends) const {
    if (!at.works) return;
    Real flux[n_var][N];
    Lines::read(at.values + field(1 + d), d, at.p, at.q, flux);
    weigh<d>(at, ends, flux);
    Lines::write(flux, d, at.p, at.q, at.values + field(1 + d));
  }
};

}  // namespace dg
