/// The line integral of a face between two straight simplices, or of a triangle between two straight prisms with Q. It
/// follows from the modes of what both show there.
///
/// Let a be the modes of the traces and s those of the derivatives along the normal of the reference cell's face, over
/// its |N|. To mode e of s of both sides, BR2 adds eta times the lifting of the jump `j = -(a- - a+) / 2`. The lifting
/// is `lambda_e j_e` (FaceModes::lifting). Times `|J_f| / det J` that is what the cell has of the derivative along n
/// across the face; the rest is along it. The flux H(u-, u+, n) - 1/2 [F_v(u-, grad u-) + F_v(u+, grad u+)] . n is
/// evaluated at points and projected.
#pragma once

#include "libdg/kernels/engines/even_odd_gemm.hpp"
#include "libdg/kernels/engines/oriented_modes.hpp"
#include "libdg/kernels/engines/sparse_gemm.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"

namespace dg {

/// Pointers to FaceModes.
template <class Real>
struct FaceModesView {
  const Real *trace[3], *across[4], *along[2];
  const Real *value, *even_project, *odd_project, *project, *lifting, *oriented;
  int n_points;

  explicit FaceModesView(const FaceModes<Real>& m)
      : trace{m.trace[0].data(), m.trace[1].data(), m.trace[2].data()},
        across{m.across[0].data(), m.across[1].data(), m.across[2].data(), m.across[3].data()},
        along{m.along[0].data(), m.along[1].data()},
        value(m.value.data()),
        even_project(m.even_project.data()),
        odd_project(m.odd_project.data()),
        project(m.project.data()),
        lifting(m.lifting.data()),
        oriented(m.oriented.data()),
        n_points(m.n_points) {}
};

/// Derivatives of a trace of degree P along the directions of the reference face.
template <int Dim, int P, int A = 0, int N, class V>
RKDG_FN void derive_face_modes(const FaceModesView<RealOf<V>>& modes, const V (*trace)[N],
                               V (*along)[face_mode_count<Dim>(P - 1)][N]) {
  sparse_gemm<derivative_pattern<Dim - 1, P, A>, false>(modes.along[A], trace, along[A]);
  if constexpr (A + 2 < Dim) derive_face_modes<Dim, P, A + 1>(modes, trace, along);
}

/// A register of faces with NG points, whose cells show slopes of degree Slope.
template <class Eq, int P, int Slope, int NG, class V>
struct FaceModesFlux {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, N = Eq::n_var, NE = face_mode_count<dim>(P), ND = face_mode_count<dim>(P - 1);
  static constexpr int on_mirror = points_on_mirror<dim - 1>(NG), pairs = (NG - on_mirror) / 2;
  static constexpr int pairs_at_once = pairs < 4 ? pairs : 2;  ///< whose values a first-level cache holds

  const KernelContext<Eq>& context;
  const ZoneView<Real>& zone;
  const FaceModesView<Real>& modes;
  V normal[dim];
  FaceTangents<dim, V> tangents;  ///< in 3-D; in 2-D t[0][0] is the derivative along n rotated by 90 degrees
  V length[2];                    ///< |J_f| / det J of either side
  V skew[2][dim - 1];             ///< what the directions of the reference face have of the derivative along n
  V trace[2][NE][N];
  V slope[2][NE][N];           ///< as the cells show it, then along n
  V along[2][dim - 1][ND][N];  ///< along the directions of the reference face
  V jump[NE][N], flux[NE][N];

  RKDG_FN FaceModesFlux(const KernelContext<Eq>& context_, const ZoneView<Real>& zone_,
                        const FaceModesView<Real>& modes_)
      : context(context_), zone(zone_), modes(modes_) {}

  /// Jump and derivatives from the traces and the modes of the slopes that cells show.
  RKDG_FN void lift(Real eta) {
    for (int side = 0; side < 2; ++side) derive_face_modes<dim, P>(modes, trace[side], along[side]);
    for (int e = 0; e < NE; ++e) {
      const V lambda(eta * modes.lifting[e]);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        jump[e][n] = jump_between_cells(trace[0][e][n], trace[1][e][n]);
        const V lifted = lambda * jump[e][n];
        RKDG_UNROLL
        for (int side = 0; side < 2; ++side) {
          V& s = slope[side][e][n];
          s = length[side] * (e < face_mode_count<dim>(Slope) ? s + lifted : lifted);
          if (e < ND) RKDG_UNROLL
          for (int a = 0; a + 1 < dim; ++a) s += skew[side][a] * along[side][a][e][n];
        }
      }
    }
    for (int side = 0; side < 2; ++side) {
      if constexpr (dim == 2)
        for (int e = 0; e < ND; ++e) RKDG_UNROLL
      for (int n = 0; n < N; ++n) along[side][0][e][n] *= tangents.t[0][0];
    }
  }

  /// Modes of the numerical flux, not yet times |J_f|.
  RKDG_FN void find_flux() {
    constexpr const auto& parts = even_odd_modes<dim - 1, P>;
    V even[pairs + on_mirror][N], odd[pairs][N];
    constexpr int whole = pairs / pairs_at_once * pairs_at_once;
    const auto sides = on_straight_sides<P>(context.equations, zone, tangents, length);
    for (int g = 0; g < whole; g += pairs_at_once) flux_at_pairs<pairs_at_once>(sides, g, even + g, odd + g);
    if constexpr (whole < pairs) flux_at_pairs<pairs - whole>(sides, whole, even + whole, odd + whole);
    if constexpr (on_mirror > 0) flux_on_mirror(sides, even + pairs);
    multiply_to_listed<false, parts.n_even, pairs + on_mirror>(modes.even_project, parts.even, even, flux);
    multiply_to_listed<false, parts.n_odd, pairs>(modes.odd_project, parts.odd, odd, flux);
  }

 private:
  /// Calls visit.operator()<Q>(modes up to degree Q, values at points) for the states on both sides and their
  /// derivatives.
  template <int Points, class Visit>
  RKDG_FN void each_field(FaceStates<dim, Points, N, V>& states, const Visit& visit) const {
    visit.template operator()<P>(trace[0], states.minus);
    visit.template operator()<P>(trace[1], states.plus);
    if (!context.equations.viscous) return;
    visit.template operator()<P>(slope[0], states.grad_minus[0]);
    visit.template operator()<P>(slope[1], states.grad_plus[0]);
    RKDG_UNROLL
    for (int a = 0; a + 1 < dim; ++a) {
      visit.template operator()<P - 1>(along[0][a], states.grad_minus[1 + a]);
      visit.template operator()<P - 1>(along[1][a], states.grad_plus[1 + a]);
    }
  }

  template <class Side, int Points>
  RKDG_FN void flux_at_points(const SideEquations<Side>& sides, FaceStates<dim, Points, N, V>& states,
                              V (&h)[Points][N]) const {
    using I = IndexOf<V>;
    states.on_boundary = I(0) < I(0);
    states.has_boundary = false;
    const Team<1, V> team;
    const BoundaryLanes<Eq, V> none(context, I(0), I(0), states.on_boundary);
    for (int g = 0; g < Points; ++g)
      face_flux<Frame::face>(context, sides, team, none, states, g, normal, context.equations.viscous, h[g], tangents);
  }

  /// What the fluxes at both points of a pair have in common, and what they differ by.
  template <int M, class Side>
  RKDG_FN void flux_at_pairs(const SideEquations<Side>& sides, int first, V (*even)[N], V (*odd)[N]) const {
    const Real* value = modes.value + first * NE;
    FaceStates<dim, 2 * M, N, V> states;
    each_field(states, [&]<int Q>(const V(*x)[N], V(*at)[N]) RKDG_INLINE {
      values_at_pairs<dim - 1, Q, M>(value, value + even_odd_modes<dim - 1, P>.n_even, NE, x, at, at + M);
    });
    V h[2 * M][N];
    flux_at_points(sides, states, h);
    for (int g = 0; g < M; ++g) RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      even[g][n] = h[g][n] + h[M + g][n];
      odd[g][n] = h[g][n] - h[M + g][n];
    }
  }

  template <class Side>
  RKDG_FN void flux_on_mirror(const SideEquations<Side>& sides, V (*even)[N]) const {
    const Real* value = modes.value + pairs * NE;
    FaceStates<dim, on_mirror, N, V> states;
    each_field(states, [&]<int Q>(const V(*x)[N], V(*at)[N])
                           RKDG_INLINE { values_on_mirror<dim - 1, Q, on_mirror>(value, NE, x, at); });
    V h[on_mirror][N];
    flux_at_points(sides, states, h);
    for (int g = 0; g < on_mirror; ++g) RKDG_UNROLL
    for (int n = 0; n < N; ++n) even[g][n] = h[g][n];
  }
};

}  // namespace dg
