/// A face between straight tetrahedra of low degree, or on a boundary, as a thread takes it alone. It goes from the
/// modes of its cells to the numerical flux and the jump at its nodes (element/face_nodes.hpp).
///
/// Between both, what is on the face has terms (face_term()). Traces and the lifting of their jump are of degree P,
/// derivatives of degree P - 1. Those along the face are the terms of traces themselves.
#pragma once

#include "libdg/kernels/engines/lane_rows.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/schedules/tiles/face_frame_3d.hpp"
#include "libdg/kernels/schedules/tiles/face_indices.hpp"

namespace dg {

template <class Eq, int P, bool Boundary, bool Viscous>
class ThreadPerElementFace {
 public:
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr FaceTermNumbers size{P};
  static constexpr int terms = size.terms, nodes = terms, slopes = size.slopes, sides = Boundary ? 1 : 2;
  static_assert(dim == 3 && P <= 2);

  /// Of a zone's cells, with the numbers of its geometry (FaceGeometry3D) tile_rows apart, between the cells `at`.
  __device__ ThreadPerElementFace(const KernelContext<Eq>& context, const ZoneView<Real>& zone, const Real* geometry,
                                  const FaceIndices& at)
      : context_(context),
        matrices_(zone.fragments_3d.faces[0].terms),
        points_(zone.tables.faces[0].weighted_points),
        geometry_(geometry),
        at_(at) {}

  /// Number i of the geometry.
  __device__ Real number(int i) const { return geometry_[i * tile_rows]; }

  /// From the modes of the cell on a side that sees the face by `code`, variable by variable in rows.
  template <int side>
  __device__ void set_side(Index code, const Real* modes) {
    const int orientation = side == 0 ? 0 : orientation_of_code<dim>(code);
    const Real* m =
        matrices_.side[side] + (face_of<dim>(code) + face_count(CellShape::tetrahedron) * orientation) * size.side;
    Real u[n_var][size.row];
#pragma unroll
    for (int n = 0; n < n_var; ++n) load_pieces<size.row, false>(modes + n * size.row, u[n]);
#pragma unroll
    for (int i = 0; i < terms; ++i) multiply(m + i * size.row, u, trace_[side][i]);
    if constexpr (Viscous)
#pragma unroll
      for (int i = 0; i < slopes; ++i) {
        multiply(m + (terms + i) * size.row, u, across_[side][i]);
#pragma unroll
        for (int n = 0; n < n_var; ++n) {
          Real& x = across_[side][i][n];
          x *= number(axes(side));
#pragma unroll
          for (int a = 0; a + 1 < dim; ++a) x += number(axes(side) + 1 + a) * slope(trace_[side], a, i, n);
        }
      }
  }

  /// Lifts the jump; on a boundary, to the state of viscous fluxes u_b.
  __device__ void lift() {
    Real m[size.face];
    load_pieces<size.face, true>(matrices_.face, m);
    if constexpr (Boundary) find_boundary_jump();
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      Real of_nodes[nodes];
      jump(m, n, of_nodes);
#pragma unroll
      for (int i = 0; i < terms; ++i) {
        Real x = m[i * nodes] * of_nodes[0];
#pragma unroll
        for (int k = 1; k < nodes; ++k) x += m[i * nodes + k] * of_nodes[k];
        lifted_[i][n] = x;
      }
    }
  }

  /// The flux at the nodes.
  __device__ void find_flux(Real (&flux)[nodes][n_var]) const {
    clear(flux);
#pragma unroll 1
    for (int g = 0; g < points_; ++g) add_flux(g, flux);
  }

  /// Right-hand side of the lifting at the nodes.
  __device__ void find_jump(Real (&to)[nodes][n_var]) const {
    Real m[size.face];
    load_pieces<size.face, true>(matrices_.face, m);
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      Real of_nodes[nodes];
      jump(m, n, of_nodes);
#pragma unroll
      for (int i = 0; i < nodes; ++i) to[i][n] = of_nodes[i];
    }
  }

 private:
  using Flux = typename Eq::template NormalFlux<Real>;

  __device__ static constexpr int axes(int side) { return side == 0 ? minus_axes_3d : plus_axes_3d; }

  /// Term i of the derivative along direction a.
  __device__ static Real slope(const Real (&x)[terms][n_var], int a, int term, int n) {
    const int degree = term == 0 ? 0 : term < 3 ? 1 : 2;
    const int j = term - degree * (degree + 1) / 2, i = degree - j;
    return Real(a == 0 ? i + 1 : j + 1) * x[a == 0 ? face_term(i + 1, j) : face_term(i, j + 1)][n];
  }

  /// A row of a matrix times the modes of each variable.
  __device__ static void multiply(const Real* row, const Real (&u)[n_var][size.row], Real (&to)[n_var]) {
    Real m[size.row];
    load_pieces<size.row, true>(row, m);
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      to[n] = m[0] * u[n][0];
#pragma unroll
      for (int k = 1; k < size.modes; ++k) to[n] += m[k] * u[n][k];
    }
  }

  /// That of a variable.
  __device__ void jump(const Real (&m)[size.face], int n, Real (&to)[nodes]) const {
    const auto inner = [&](int term) { return jump_between_cells(trace_[0][term][n], trace_[sides - 1][term][n]); };
#pragma unroll
    for (int i = 0; i < nodes; ++i) {
      Real x = inner(0);
#pragma unroll
      for (int k = 1; k < terms; ++k) x += m[size.node + i * (terms - 1) + k - 1] * inner(k);
      to[i] = Boundary ? boundary_jump_[i][n] : x;
    }
  }

  __device__ void find_boundary_jump() {
#pragma unroll
    for (int i = 0; i < nodes; ++i)
#pragma unroll
      for (int n = 0; n < n_var; ++n) boundary_jump_[i][n] = Real(0);
#pragma unroll 1
    for (int g = 0; g < points_; ++g) {
      Real m[size.point], inside[n_var], ghost[n_var], viscous[n_var];
      point_matrix(g, m);
      value(m, trace_[0], inside);
      boundary_states(g, inside, ghost, viscous);
      project(
          m, [&](int n) { return jump_on_boundary(inside[n], viscous[n]); }, boundary_jump_);
    }
  }

  __device__ void point_matrix(int g, Real (&m)[size.point]) const {
    load_pieces<size.point, true>(matrices_.point + g * size.point, m);
  }

  template <int Terms>
  __device__ static void value(const Real (&m)[size.point], const Real (&x)[Terms][n_var], Real (&to)[n_var]) {
#pragma unroll
    for (int n = 0; n < n_var; ++n) {
      to[n] = x[0][n];
#pragma unroll
      for (int k = 1; k < Terms; ++k) to[n] += m[k - 1] * x[k][n];
    }
  }

  template <class X>
  __device__ static void project(const Real (&m)[size.point], const X& x, Real (&sum)[nodes][n_var]) {
#pragma unroll
    for (int n = 0; n < n_var; ++n)
#pragma unroll
      for (int i = 0; i < nodes; ++i) sum[i][n] += m[terms - 1 + i] * x(n);
  }

  __device__ void boundary_states(int g, const Real (&inside)[n_var], Real (&ghost)[n_var],
                                  Real (&viscous)[n_var]) const {
    Real n[dim];
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = number(normal_3d + d);
#pragma unroll
    for (int k = 0; k < n_var; ++k) ghost[k] = viscous[k] = inside[k];
    boundary_states_at<max_face_points(dim, P)>(context_, at_.plus_code, at_.plus, g, n, inside, ghost, viscous);
  }

  /// Adds the projection of the flux at point g.
  __device__ void add_flux(int g, Real (&flux)[nodes][n_var]) const {
    Real m[size.point], n[dim], u[2][n_var], of_viscous[n_var], lifting[n_var], h[n_var];
    point_matrix(g, m);
#pragma unroll
    for (int d = 0; d < dim; ++d) n[d] = number(normal_3d + d);
#pragma unroll
    for (int side = 0; side < sides; ++side) value(m, trace_[side], u[side]);
    if constexpr (Boundary) boundary_states(g, u[0], u[1], of_viscous);
    const auto fluxes = [&](const auto&, const auto&) {
      value(m, lifted_, lifting);
      Flux viscous[2];
#pragma unroll
      for (int side = 0; side < sides; ++side)
        viscous[side] = side_flux(
            beside_face(context_, side == 0 ? at_.minus_code : at_.plus_code, side == 0 ? at_.minus : at_.plus), side,
            Boundary ? of_viscous : u[side], lifting, n, m);
      if (Boundary) viscous[1] = viscous[0];
      return ViscousFluxes<Flux, BoundaryLanes<Eq, Real>>{
          viscous[0], viscous[1],
          boundary_at_point<max_face_points(dim, P), Boundary>(context_, at_.plus_code, at_.plus, g), Boundary};
    };
    numerical_flux(context_, u[0], u[1], n, Viscous, fluxes, h);
    project(
        m, [&](int k) { return h[k]; }, flux);
  }

  template <class EqHere>
  __device__ Flux side_flux(const EqHere& equations, int side, const Real (&u)[n_var], const Real (&lifting)[n_var],
                            const Real (&n)[dim], const Real (&m)[size.point]) const {
    const Real axis = number(axes(side));
    Real grad[dim][n_var];
    value(m, across_[side], grad[0]);
#pragma unroll
    for (int k = 0; k < n_var; ++k) {
      grad[0][k] += axis * lifting[k];
#pragma unroll
      for (int a = 0; a + 1 < dim; ++a) {
        grad[1 + a][k] = slope(trace_[side], a, 0, k);
#pragma unroll
        for (int i = 1; i < slopes; ++i) grad[1 + a][k] += m[i - 1] * slope(trace_[side], a, i, k);
      }
    }
    return viscous_side_flux<Frame::face>(equations, u, equations.point(u), grad, n, face_tangents<dim, Real>(*this));
  }

  const KernelContext<Eq>& context_;
  const FaceTermsView<Real>& matrices_;
  int points_;
  const Real* geometry_;
  FaceIndices at_;
  Real trace_[sides][terms][n_var];    ///< on a boundary, of the minus side alone
  Real across_[sides][slopes][n_var];  ///< derivative along the normal but for the lifting
  Real lifted_[terms][n_var];          ///< eta times the lifting
  Real boundary_jump_[Boundary ? nodes : 1][n_var];
};

}  // namespace dg
