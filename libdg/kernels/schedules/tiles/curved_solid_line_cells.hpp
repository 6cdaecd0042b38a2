/// Assembly `tiles`, curved hexahedra with Q^p: as solid_line_cells.hpp, with metrics at points and weight-adjusted
/// mass matrices, which are a factor at each point; .cu files only.
///
/// A jump is lifted along the line that it ends, in the direction of the normal there: behind the derivatives lie the
/// jumps of the faces across the first two directions, for the lanes that turn all to fluxes point by point.
#pragma once

#include "libdg/element/line_ends.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_tile.hpp"
#include "libdg/space/line_cells.hpp"

namespace dg {

/// Numbers of the jumps at the points of four faces of degree p.
constexpr int line_jump_numbers(int n_var, int p) { return 4 * n_var * (p + 1) * (p + 1); }

template <class Eq, int P, bool Viscous>
struct CurvedSolidLineCells : SolidLineTile<Eq, P, 3, line_jump_numbers(Eq::n_var, P)> {
  using Base = SolidLineTile<Eq, P, 3, line_jump_numbers(Eq::n_var, P)>;
  using Base::dim, Base::n_var, Base::N, Base::NF;
  using Base::field, Base::line, Base::stage, Base::zone;
  using typename Base::EndPoints, typename Base::Ends, typename Base::Indices, typename Base::Lines,
      typename Base::Real;
  static constexpr TileShape shape = curved_solid_line_shape<Real>(P);

  EndLifting<Real, N> lifting{};

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
    Real rate[n_var][N];
    Ends ends[dim];
    Base::load_values(at, rate);
    const EndPoints points = Base::end_points(at);
    if (Viscous) Base::template read_ends<0, true>(at, points, ends[0]);
    if (Viscous) Base::template read_ends<1, true>(at, points, ends[1]);
    if (at.works) Lines::write(rate, 2, at.p, at.q, at.values);
    if (Viscous) Base::template read_ends<2, true>(at, points, ends[2]);
    if (Viscous) show_jumps<0>(at, ends[0]);
    if (Viscous) show_jumps<1>(at, ends[1]);
    __syncwarp();
    if (Viscous) find_derivatives<0>(at);
    if (Viscous) find_derivatives<1>(at);
    __syncwarp();
    if (at.works) turn_to_fluxes(at, ends[2], rate);
    Base::template read_ends<2, false>(at, points, ends[2]);
    Base::template read_ends<0, false>(at, points, ends[0]);
    Base::template read_ends<1, false>(at, points, ends[1]);
    if (at.works) weigh<2>(at, ends[2], rate);
    __syncwarp();
    weigh<0>(at, ends[0]);
    weigh<1>(at, ends[1]);
    __syncwarp();
    if (at.works) {
      Base::add_field(at, 1, rate);
      Base::add_field(at, 2, rate);
    }
    if (stage.source) Base::add_source(at, rate);
    if (at.works) solve_mass(at, rate);
    Base::update(at, rate);
    if (this->largest_rate) Base::collect(at, rate, zone.inverse_length[at.cell]);
  }

 private:
  struct Place : Base::Place {
    const Real* geometry;

    __device__ Place(const CurvedSolidLineCells& of, Index tile, const TileLane& lane_, const Indices& faces_,
                     Real* shared_)
        : Base::Place(of, tile, lane_, faces_, shared_),
          geometry(beyond(of.zone.line_geometry, this->cell, line_cell_numbers(N))) {}

    __device__ int own_line() const { return this->q * N + this->p; }
    /// Number i of the geometry of point k on the lane's line in the last direction.
    __device__ Real at_point(int k, int i) const {
      return __ldg(geometry + (k * line_point_numbers + i) * Lines::lines + own_line());
    }
    /// Number i of the face at an end of a line in direction d.
    __device__ Real at_end(int d, bool last, int line, int i) const {
      return __ldg(geometry + line_cell_faces(N) + (Lines::face(d, last) * line_face_numbers + i) * Lines::lines +
                   line);
    }
    /// Where the jumps of such a face are, [variable][line].
    __device__ Real* jumps(int d, bool last) const {
      return this->values + field(3) + (2 * d + static_cast<int>(last)) * n_var * Lines::lines;
    }
  };

  /// Jumps at the ends of the lane's line, for other lanes.
  template <int d>
  __device__ static void show_jumps(const Place& at, const Ends& jumps) {
    if (!at.works) return;
    Real *first = at.jumps(d, false) + at.own_line(), *last = at.jumps(d, true) + at.own_line();
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      first[n * Lines::lines] = jumps.first[n];
      last[n * Lines::lines] = jumps.last[n];
    }
  }

  /// Along the lane's line.
  __device__ void differentiate(const Real (&x)[n_var][N], Real (&y)[n_var][N]) const {
#pragma unroll
    for (int n = 0; n < n_var; ++n) line.derivative(x[n], Real(0), Real(0), y[n]);
  }
  template <int d>
  __device__ void find_derivatives(const Place& at) const {
    if (!at.works) return;
    Real x[n_var][N], y[n_var][N];
    Lines::read(at.values, d, at.p, at.q, x);
    differentiate(x, y);
    Lines::write(y, d, at.p, at.q, at.values + field(1 + d));
  }

  /// Fluxes along the reference directions take the place of derivatives, at the points of the lane's line in the last
  /// direction, along which they go to `along`.
  __device__ void turn_to_fluxes(const Place& at, const Ends& jumps, Real (&along)[n_var][N]) const {
    const Eq known = with_viscosity(this->equations, Viscous);
    Real x[n_var][N], z[n_var][N];
    Lines::read(at.values, 2, at.p, at.q, x);
    if (Viscous) differentiate(x, z);
#pragma unroll
    for (int k = 0; k < N; ++k) {
      Real* to = at.values + Lines::place(2, k, at.p, at.q);
      Real m[dim * dim], u[n_var], g[dim][n_var] = {}, flux[dim][n_var];
#pragma unroll
      for (int i = 0; i < dim * dim; ++i) m[i] = at.at_point(k, line_metric + i);
#pragma unroll
      for (int n = 0; n < n_var; ++n) u[n] = x[n][k];
      if constexpr (Viscous) {
        lift(at, k, jumps, g);
        const Real inverse = at.at_point(k, line_inverse);
#pragma unroll
        for (int n = 0; n < n_var; ++n) {
          const Real a = inverse * to[field(1) + n * Lines::variable], b = inverse * to[field(2) + n * Lines::variable],
                     c = inverse * z[n][k];
#pragma unroll
          for (int d = 0; d < dim; ++d) g[d][n] += m[d] * a + m[dim + d] * b + m[2 * dim + d] * c;
        }
      }
      reference_flux<false>(known, m, u, g, flux);
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        to[field(1) + n * Lines::variable] = flux[0][n];
        to[field(2) + n * Lines::variable] = flux[1][n];
        along[n][k] = flux[2][n];
      }
    }
  }

  /// g: what the jumps at the ends of all lines through point k of the lane's leave there, along x, y and z.
  __device__ void lift(const Place& at, int k, const Ends& jumps, Real (&g)[dim][n_var]) const {
    const Real inverse_mass = at.at_point(k, line_inverse_mass);
    const auto add = [&](int d, bool last, int line_number, Real left, const Real* jump, int step) {
      const Real factor = inverse_mass * left;
#pragma unroll
      for (int e = 0; e < dim; ++e) {
        const Real a = factor * at.at_end(d, last, line_number, e);
#pragma unroll
        for (int n = 0; n < n_var; ++n) g[e][n] += a * jump[n * step];
      }
    };
    const int across_first = k * N + at.q, across_second = k * N + at.p;  // lines through the point
    add(0, false, across_first, lifting.of_first[at.p], at.jumps(0, false) + across_first, Lines::lines);
    add(0, true, across_first, lifting.of_first[N - 1 - at.p], at.jumps(0, true) + across_first, Lines::lines);
    add(1, false, across_second, lifting.of_first[at.q], at.jumps(1, false) + across_second, Lines::lines);
    add(1, true, across_second, lifting.of_first[N - 1 - at.q], at.jumps(1, true) + across_second, Lines::lines);
    add(2, false, at.own_line(), lifting.of_first[k], jumps.first, 1);
    add(2, true, at.own_line(), lifting.of_first[N - 1 - k], jumps.last, 1);
  }

  /// See SolidLineCells.
  template <int d>
  __device__ void weigh(const Place& at, const Ends& ends, Real (&flux)[n_var][N]) const {
    Base::weigh(ends, at.at_end(d, false, at.own_line(), dim), at.at_end(d, true, at.own_line(), dim), flux);
  }
  template <int d>
  __device__ void weigh(const Place& at, const Ends& ends) const {
    if (!at.works) return;
    Real flux[n_var][N];
    Lines::read(at.values + field(1 + d), d, at.p, at.q, flux);
    weigh<d>(at, ends, flux);
    Lines::write(flux, d, at.p, at.q, at.values + field(1 + d));
  }

  __device__ void solve_mass(const Place& at, Real (&rate)[n_var][N]) const {
#pragma unroll
    for (int k = 0; k < N; ++k) {
      const Real inverse_mass = at.at_point(k, line_inverse_mass);
#pragma unroll
      for (int n = 0; n < n_var; ++n) rate[n][k] *= inverse_mass;
    }
  }
};

}  // namespace dg
