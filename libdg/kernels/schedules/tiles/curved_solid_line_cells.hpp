/// Assembly `tiles`, curved hexahedra with Q^p: as solid_line_cells.hpp, with metrics at points and each cell's own
/// mass matrix; .cu files only.
///
/// Jumps are lifted first, along x, y and z: behind the values lie what they leave at the points, then the lifting R,
/// then grad u + R, then fluxes along the reference directions, and at last what these add to the rate.
#pragma once

#include "libdg/kernels/engines/solid_line_mass.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/kernels/schedules/tiles/solid_line_tile.hpp"

namespace dg {

template <class Eq, int P, bool Viscous>
struct CurvedSolidLineCells : SolidLineTile<Eq, P, 4, mass_skip(P)> {
  using Base = SolidLineTile<Eq, P, 4, mass_skip(P)>;
  using Base::dim, Base::n_var, Base::N, Base::NF;
  using Base::field, Base::line, Base::stage, Base::zone;
  using typename Base::EndPoints, typename Base::Ends, typename Base::Indices, typename Base::Lines,
      typename Base::Real;
  using Mass = SolidLineMass<Eq, P, mass_skip(P)>;
  static constexpr TileShape shape = curved_solid_line_shape<Real>(P);

  /// Of the points of a line.
  struct Weights {
    Real of_point[N];

    Weights() {
      const auto rule = gauss_legendre(N);
      for (int i = 0; i < N; ++i) of_point[i] = static_cast<Real>(rule.weights[i]);
    }
  };
  Weights weights{};

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
    Base::load_values(at, rate);
    const EndPoints points = Base::end_points(at);
    if constexpr (Viscous) {
      Ends jumps[dim];
      Base::template read_ends<0, true>(at, points, jumps[0]);
      Base::template read_ends<1, true>(at, points, jumps[1]);
      if (at.works) Lines::write(rate, 2, at.p, at.q, at.values);
      Base::template read_ends<2, true>(at, points, jumps[2]);
      find_gradient(at, tile, jumps);
    } else {
      if (at.works) Lines::write(rate, 2, at.p, at.q, at.values);
      __syncwarp();
    }
    if (at.works) turn_to_fluxes(at, rate);
    Ends ends[dim];
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
    solve_mass(at, tile, rate);
    Base::update(at, rate);
    if (this->largest_rate) Base::collect(at, rate, zone.inverse_length[at.cell]);
  }

 private:
  static constexpr int numbers = line_cell_numbers(N), lines = Lines::lines;

  __device__ const Real* geometry_of(Index cell) const { return beyond(zone.line_geometry, cell, numbers); }

  struct Place : Base::Place {
    const Real* geometry;

    __device__ Place(const CurvedSolidLineCells& of, Index tile, const TileLane& lane_, const Indices& faces_,
                     Real* shared_)
        : Base::Place(of, tile, lane_, faces_, shared_), geometry(of.geometry_of(this->cell)) {}

    /// Number i of the geometry of point `node` on the lane's line in direction d.
    __device__ Real at_point(int d, int node, int i) const {
      const int x = d == 0 ? node : this->p, y = d == 0 ? this->p : d == 1 ? node : this->q, z = d < 2 ? this->q : node;
      return __ldg(geometry + (z * line_point_numbers + i) * lines + y * N + x);
    }
    /// Number i of the face at an end of the line.
    __device__ Real at_end(int d, bool last, int i) const {
      const int line = this->q * N + this->p;
      return __ldg(geometry + line_cell_faces(N) + (Lines::face(d, last) * line_face_numbers + i) * lines + line);
    }
  };

  /// The weight of a point of the lane's line, in any direction.
  __device__ Real weight(const Place& at, int node) const {
    return weights.of_point[at.p] * weights.of_point[at.q] * weights.of_point[node];
  }

  /// M^-1 at the points times fields of each cell; those of the first cell begin at `fields`.
  template <int Fields>
  __device__ void apply_mass_inverse(const Place& at, Index tile, Real* fields) const {
    const Index count = Base::count(tile);
#pragma unroll 1
    for (Index c = 0; c < count; ++c)
      Mass::template apply<Fields>(at.lane, geometry_of(Base::first_cell(tile) + c) + line_cell_mass(N),
                                   fields + c * Lines::cell_numbers(4));
    __syncwarp();
  }

  __device__ void find_gradient(const Place& at, Index tile, const Ends (&jumps)[dim]) const {
    lift<0>(at, jumps[0]);
    __syncwarp();
    lift<1>(at, jumps[1]);
    __syncwarp();
    lift<2>(at, jumps[2]);
    __syncwarp();
    apply_mass_inverse<dim>(at, tile, at.shared + field(1));
    add_slopes<0>(at);
    __syncwarp();
    add_slopes<1>(at);
    __syncwarp();
  }

  /// What the jumps at the ends of the lane's line in direction d leave on it, times n_x, n_y and n_z.
  template <int d>
  __device__ void lift(const Place& at, const Ends& jumps) const {
    if (!at.works) return;
#pragma unroll
    for (int e = 0; e < dim; ++e) {
      const Real first_normal = at.at_end(d, false, e), last_normal = at.at_end(d, true, e);
      Real* to = at.values + field(1 + e);
      Real sum[n_var][N];
      if (d > 0) Lines::read(to, d, at.p, at.q, sum);
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        Real y[N];
        line.weak.of_ends(first_normal * jumps.first[n], last_normal * jumps.last[n], y);
#pragma unroll
        for (int i = 0; i < N; ++i) {
          sum[n][i] = d > 0 ? sum[n][i] + y[i] : y[i];
          if (d == dim - 1) sum[n][i] *= weight(at, i);
        }
      }
      Lines::write(sum, d, at.p, at.q, to);
    }
  }

  /// Derivatives of the values along direction d.
  template <int d>
  __device__ void differentiate(const Real (&x)[n_var][N], Real (&y)[n_var][N]) const {
#pragma unroll
    for (int n = 0; n < n_var; ++n) line.derivative(x[n], Real(0), Real(0), y[n]);
  }

  /// Adds what they are along x, y and z.
  template <int d>
  __device__ void add_slopes(const Place& at) const {
    if (!at.works) return;
    Real x[n_var][N], y[n_var][N];
    Lines::read(at.values, d, at.p, at.q, x);
    differentiate<d>(x, y);
#pragma unroll
    for (int i = 0; i < N; ++i) {
      Real* to = at.values + Lines::place(d, i, at.p, at.q);
      const Real inverse = at.at_point(d, i, dim * dim);
#pragma unroll
      for (int e = 0; e < dim; ++e) {
        const Real m = inverse * at.at_point(d, i, d * dim + e);
#pragma unroll
        for (int n = 0; n < n_var; ++n) to[field(1 + e) + n * Lines::variable] += m * y[n][i];
      }
    }
  }

  /// Fluxes along the first two reference directions take the place of derivatives, at the points of the lane's line in
  /// the last, along which they go to `along`.
  __device__ void turn_to_fluxes(const Place& at, Real (&along)[n_var][N]) const {
    const Eq known = with_viscosity(this->equations, Viscous);
    Real x[n_var][N], z[n_var][N];
    Lines::read(at.values, 2, at.p, at.q, x);
    if (Viscous) differentiate<2>(x, z);
#pragma unroll
    for (int k = 0; k < N; ++k) {
      Real* to = at.values + Lines::place(2, k, at.p, at.q);
      Real m[dim * dim], u[n_var], g[dim][n_var], flux[dim][n_var];
#pragma unroll
      for (int i = 0; i < dim * dim; ++i) m[i] = at.at_point(2, k, i);
      const Real inverse = Viscous ? at.at_point(2, k, dim * dim) : Real(0);
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        u[n] = x[n][k];
#pragma unroll
        for (int d = 0; d < dim; ++d)
          g[d][n] = Viscous ? to[field(1 + d) + n * Lines::variable] + inverse * m[2 * dim + d] * z[n][k] : Real(0);
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

  /// See SolidLineCells.
  template <int d>
  __device__ void weigh(const Place& at, const Ends& ends, Real (&flux)[n_var][N]) const {
    Base::weigh(ends, at.at_end(d, false, dim), at.at_end(d, true, dim), flux);
  }
  template <int d>
  __device__ void weigh(const Place& at, const Ends& ends) const {
    if (!at.works) return;
    Real flux[n_var][N];
    Lines::read(at.values + field(1 + d), d, at.p, at.q, flux);
    weigh<d>(at, ends, flux);
    Lines::write(flux, d, at.p, at.q, at.values + field(1 + d));
  }

  /// From what is to be projected, weighted as the mass matrix wants it, to the rate; by way of the last field.
  __device__ void solve_mass(const Place& at, Index tile, Real (&rate)[n_var][N]) const {
    Real* last = at.values + field(3);
    if (at.works) {
#pragma unroll
      for (int n = 0; n < n_var; ++n)
#pragma unroll
        for (int i = 0; i < N; ++i) rate[n][i] *= weight(at, i);
      Lines::write(rate, 2, at.p, at.q, last);
    }
    __syncwarp();
    apply_mass_inverse<1>(at, tile, at.shared + field(3));
    if (at.works) Lines::read(last, 2, at.p, at.q, rate);
  }
};

}  // namespace dg
