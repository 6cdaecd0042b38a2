/// The line integral of a face between two straight simplices, from the modes of what both show there.
///
/// With a the modes of the traces and s those of the derivatives along the normal n, BR2 adds eta times the lifting of
/// the jump j = -(a- - a+) / 2 to s of both sides: mode e of it by |J_f| / det J lambda_e (FaceModes::lifting). The
/// flux H(u-, u+, n) - 1/2 [F_v(u-, grad u-) + F_v(u+, grad u+)] . n is evaluated at points and projected.
#pragma once

#include "libdg/kernels/engines/degree_blocks.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"

namespace dg {

/// Pointers to FaceModes.
template <class Real>
struct FaceModesView {
  const Real *trace, *across, *lift, *along, *value, *project, *lifting, *turned;
  int n_points;

  explicit FaceModesView(const FaceModes<Real>& m)
      : trace(m.trace.data()),
        across(m.across.data()),
        lift(m.lift.data()),
        along(m.along.data()),
        value(m.value.data()),
        project(m.project.data()),
        lifting(m.lifting.data()),
        turned(m.turned.data()),
        n_points(m.n_points) {}
};

/// A register of faces with NG points.
template <class Eq, int P, int NG, class V>
struct FaceModesFlux {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, N = Eq::n_var, NE = face_mode_count<dim>(P), ND = face_mode_count<dim>(P - 1);
  static constexpr int at_once = NG <= 8 ? NG : 4;  ///< points, of which products take four rows at a time

  const Scheme<Eq>& scheme;
  const FaceModesView<Real>& modes;
  V normal[dim];
  FaceTangents<dim, V> tangents;  ///< in space; in the plane t[0][0] is the derivative along n turned by 90 degrees
  V length[2];                    ///< |J_f| / det J of either side
  V trace[2][NE][N];
  V slope[2][NE][N];           ///< along the normal
  V along[2][dim - 1][ND][N];  ///< along the directions of the reference face
  V jump[NE][N], flux[NE][N];

  RKDG_FN FaceModesFlux(const Scheme<Eq>& scheme_, const FaceModesView<Real>& modes_)
      : scheme(scheme_), modes(modes_) {}

  /// Jump and derivatives from the traces and the first ND modes of the slopes.
  RKDG_FN void lift(Real eta) {
    const V weight[]{V(eta) * length[0], V(eta) * length[1]};
    for (int e = 0; e < NE; ++e) {
      const V lambda(modes.lifting[e]);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        jump[e][n] = V(Real(-0.5)) * (trace[0][e][n] - trace[1][e][n]);
        const V lifted = lambda * jump[e][n];
        RKDG_UNROLL
        for (int side = 0; side < 2; ++side)
          slope[side][e][n] = e < ND ? slope[side][e][n] + weight[side] * lifted : weight[side] * lifted;
      }
    }
    for (int side = 0; side < 2; ++side)
      for (int a = 0; a + 1 < dim; ++a) {
        to_face_modes<dim, dim - 1, P, 1>(modes.along + a * ND * NE, trace[side], along[side][a]);
        if constexpr (dim == 2)
          for (int e = 0; e < ND; ++e) RKDG_UNROLL
        for (int n = 0; n < N; ++n) along[side][a][e][n] *= tangents.t[0][0];
      }
  }

  /// Modes of the numerical flux, not yet times |J_f|.
  RKDG_FN void find_flux() {
    constexpr int whole = NG / at_once * at_once;
    for (int e = 0; e < NE; ++e) RKDG_UNROLL
    for (int n = 0; n < N; ++n) flux[e][n] = V(Real(0));
    for (int g = 0; g < whole; g += at_once) add_points<at_once>(g);
    if constexpr (whole < NG) add_points<NG - whole>(whole);
  }

 private:
  template <int G>
  RKDG_FN void add_points(int first) {
    using I = IndexOf<V>;
    const Real* value = modes.value + first * NE;
    FaceStates<dim, G, N, V> states;
    states.on_boundary = I(0) < I(0);
    states.has_boundary = false;
    small_gemm<false, G, NE, Rows::any>(value, NE, trace[0], states.minus);
    small_gemm<false, G, NE, Rows::any>(value, NE, trace[1], states.plus);
    if (scheme.equations.viscous) {
      small_gemm<false, G, NE, Rows::any>(value, NE, slope[0], states.grad_minus[0]);
      small_gemm<false, G, NE, Rows::any>(value, NE, slope[1], states.grad_plus[0]);
      RKDG_UNROLL
      for (int a = 0; a + 1 < dim; ++a) {
        small_gemm<false, G, ND, Rows::any>(value, NE, along[0][a], states.grad_minus[1 + a]);
        small_gemm<false, G, ND, Rows::any>(value, NE, along[1][a], states.grad_plus[1 + a]);
      }
    }
    const Team<1, V> team;
    const BoundaryLanes<Eq, V> none(scheme, I(0), I(0), states.on_boundary);
    V h[G][N];
    for (int g = 0; g < G; ++g)
      face_flux<Frame::face>(scheme, team, none, states, g, normal, scheme.equations.viscous, h[g], tangents);
    small_gemm<true, NE, G, Rows::any>(modes.project + first, NG, h, flux);
  }
};

}  // namespace dg
