/// The line integral's integrand: one body for faces between two cells and on a boundary.
///
/// Between cells: H(u-, u+, n) - 1/2 [F_v(u-, grad u- + eta r-) + F_v(u+, grad u+ + eta r+)] . n.
/// On a boundary: H(u-, ghost, n) - F_v(u_b, grad u- + eta r_b) . n, with the full jump u- - u_b in r_b.
/// Reference: Bassi, Crivellini, Rebay, Savini, Comput. Fluids 34 (2005) 507.
#pragma once

#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/integrands/in_cell.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/space/face_axes.hpp"

namespace dg {

/// Both sides of a face at its NG points, in the N variables that a thread holds.
template <int Dim, int NG, int N, class V>
struct FaceStates {
  V minus[NG][N], plus[NG][N];                      ///< traces; `plus` becomes the ghost state on a boundary
  V viscous_boundary[NG][N];                        ///< u_b, set in boundary lanes only
  V grad_minus[Dim][NG][N], grad_plus[Dim][NG][N];  ///< along the directions of a Frame
  MaskOf<V> on_boundary;
  bool has_boundary;  ///< any lane of any cell that works together is on a boundary
};

/// The data at point g of a boundary face, with room for so many points of a face.
template <int DataPoints, class Eq>
RKDG_FN const typename Eq::Real* data_at(const KernelContext<Eq>& context, Index face, int g) {
  return context.boundary_data + (std::int64_t(face) * DataPoints + g) * Eq::n_var;
}

/// What belongs to the boundary conditions of the lanes.
template <class Eq, class V>
struct BoundaryLanes {
  static constexpr int n_factors = Eq::n_viscous_factors;

  IndexOf<V> code;       ///< boundary_code() in lanes on a boundary
  IndexOf<V> face;       ///< number of the boundary face, for `exact` data
  V factors[n_factors];  ///< how much of the viscous flux counts; 1 between cells

  RKDG_FN BoundaryLanes(const KernelContext<Eq>& context, IndexOf<V> code_, IndexOf<V> face_, MaskOf<V> on_boundary)
      : code(code_), face(face_) {
    RKDG_UNROLL
    for (int i = 0; i < n_factors; ++i) factors[i] = V(RealOf<V>(1));
    if (!any(on_boundary)) return;
    for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
      if (!lane_of(on_boundary, lane)) continue;
      RealOf<V> of_lane[n_factors];
      Eq::viscous_factors(context.conditions[-1 - lane_of(code, lane)], of_lane);
      RKDG_UNROLL
      for (int i = 0; i < n_factors; ++i) set_lane(factors[i], lane, of_lane[i]);
    }
  }

  /// Takes those of point g, with room for data at so many points of a face.
  template <int DataPoints>
  RKDG_FN void update_point(const KernelContext<Eq>& context, MaskOf<V> on_boundary, int g) {
    if constexpr (requires(const typename Eq::Condition& bc) { Eq::has_factors_at_points(bc); }) {
      if (!any(on_boundary)) return;
      for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
        if (!lane_of(on_boundary, lane)) continue;
        const auto& bc = context.conditions[-1 - lane_of(code, lane)];
        if (!Eq::has_factors_at_points(bc)) continue;
        RealOf<V> of_lane[n_factors];
        Eq::viscous_factors_at(bc, data_at<DataPoints>(context, lane_of(face, lane), g), of_lane);
        RKDG_UNROLL
        for (int i = 0; i < n_factors; ++i) set_lane(factors[i], lane, of_lane[i]);
      }
    }
  }
};

/// Ghost and viscous state at point g of the boundary lanes, with room for data at so many points of a face; the other
/// lanes are left as they are.
template <int DataPoints, class Eq, class V>
RKDG_CALL void boundary_point(const KernelContext<Eq>& context, const BoundaryLanes<Eq, V>& boundary,
                              MaskOf<V> on_boundary, int g, const V (&n)[Eq::dim], const V (&inside)[Eq::n_var],
                              V (&ghost)[Eq::n_var], V (&u_b)[Eq::n_var]) {
  using Real = RealOf<V>;
  constexpr int dim = Eq::dim, n_var = Eq::n_var;
  for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
    if (!lane_of(on_boundary, lane)) continue;
    const auto& bc = context.conditions[-1 - lane_of(boundary.code, lane)];
    const Real* data = data_at<DataPoints>(context, lane_of(boundary.face, lane), g);
    Real normal[dim];
    NumberOf<V> u[n_var], outer[n_var], viscous[n_var];
    for (int k = 0; k < n_var; ++k) u[k] = lane_of(inside[k], lane);
    for (int d = 0; d < dim; ++d) normal[d] = value_of(lane_of(n[d], lane));
    context.equations.boundary_states(bc, u, normal, data, outer, viscous);
    for (int k = 0; k < n_var; ++k) {
      set_lane(ghost[k], lane, outer[k]);
      set_lane(u_b[k], lane, viscous[k]);
    }
  }
}

/// Replaces the outer states of lanes on a boundary; normal(g, n) gives the unit normal.
template <class FE, class Eq, int N, int T, class V, class Normal>
RKDG_FN void apply_boundary(const KernelContext<Eq>& context, const Team<T, V>& team,
                            const BoundaryLanes<Eq, V>& boundary, Normal&& normal,
                            FaceStates<Eq::dim, FE::n_points, N, V>& f) {
  constexpr int dim = Eq::dim, n_var = Eq::n_var, NG = FE::n_points;
  RKDG_UNROLL_DEVICE
  for (int i = 0; i < Team<T, V>::rounds(NG); ++i) {
    const int g = team.template point<NG>(i);
    V n[dim], inside[n_var], ghost[n_var], u_b[n_var];
    normal(g, n);
    team.to_point(f.minus, i, inside);
    team.to_point(f.plus, i, ghost);
    RKDG_UNROLL
    for (int k = 0; k < n_var; ++k) u_b[k] = inside[k];
    boundary_point<max_face_points(dim, FE::degree)>(context, boundary, f.on_boundary, g, n, inside, ghost, u_b);
    team.to_own(ghost, i, f.plus);
    team.to_own(u_b, i, f.viscous_boundary);
  }
}

/// Right-hand side of the lifting at point g: -(u- - u+) / 2 between cells, -(u- - u_b) on a boundary.
template <int Dim, int NG, int N, class V>
RKDG_FN void lifting_jump(const FaceStates<Dim, NG, N, V>& f, int g, V (&jump)[N]) {
  using Real = RealOf<V>;
  RKDG_UNROLL
  for (int k = 0; k < N; ++k) {
    jump[k] = V(Real(-0.5)) * (f.minus[g][k] - f.plus[g][k]);
    if (f.has_boundary) jump[k] = select(f.on_boundary, f.viscous_boundary[g][k] - f.minus[g][k], jump[k]);
  }
}

/// Directions in a face along which derivatives are taken, see viscous_flux_in_face_frame(); none where the frame says
/// all.
struct NoTangents {};
template <int Dim, class V>
struct FaceTangents {
  V t[Dim - 1][Dim];
};

/// Viscous flux of one side through the unit normal n, from derivatives in the frame F.
template <Frame F, class Eq, class V, class Tangents>
RKDG_FN typename Eq::template NormalFlux<V> viscous_side_flux(const Eq& equations, const V (&u)[Eq::n_var],
                                                              const typename Eq::template Point<V>& w,
                                                              const V (&grad)[Eq::dim][Eq::n_var],
                                                              const V (&n)[Eq::dim],
                                                              [[maybe_unused]] const Tangents& tangents) {
  if constexpr (F == Frame::face && Eq::dim == 3)
    return equations.viscous_flux_in_face_frame(u, w, grad, n, tangents.t);
  else if constexpr (F == Frame::face)
    return equations.viscous_flux_in_face_frame(u, w, grad, n);
  else
    return equations.viscous_flux(u, w, grad, n);
}

/// Subtracts the viscous flux at the point of a round from `flux`; the gradients already contain eta r. The states a, b
/// and what was derived of them are replaced by those of the boundary.
template <Frame F, class Eq, class Side, int NG, int N, int T, class V, class Tangents>
RKDG_FN void subtract_viscous_face_flux(const Eq& equations, const SideEquations<Side>& sides, const Team<T, V>& team,
                                        const BoundaryLanes<Eq, V>& boundary, const FaceStates<Eq::dim, NG, N, V>& f,
                                        int round, const V (&n)[Eq::dim], V (&a)[Eq::n_var],
                                        typename Eq::template Point<V>& wa, V (&b)[Eq::n_var],
                                        typename Eq::template Point<V>& wb, const Tangents& tangents,
                                        V (&flux)[Eq::n_var]) {
  constexpr int dim = Eq::dim, n_var = Eq::n_var;
  V grad_a[dim][n_var], grad_b[dim][n_var];
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) {
    team.to_point(f.grad_minus[d], round, grad_a[d]);
    team.to_point(f.grad_plus[d], round, grad_b[d]);
  }
  if (f.has_boundary) {
    V u_b[n_var];
    team.to_point(f.viscous_boundary, round, u_b);
    RKDG_UNROLL
    for (int k = 0; k < n_var; ++k) {
      a[k] = select(f.on_boundary, u_b[k], a[k]);
      b[k] = select(f.on_boundary, u_b[k], b[k]);
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) grad_b[d][k] = select(f.on_boundary, grad_a[d][k], grad_b[d][k]);
    }
    wa = equations.point(a);
    wb = equations.point(b);
  }
  const auto fa = viscous_side_flux<F>(sides.minus, a, wa, grad_a, n, tangents);
  const auto fb = viscous_side_flux<F>(sides.plus, b, wb, grad_b, n, tangents);
  equations.subtract_viscous_flux(fa, fb, n, f.has_boundary, boundary.factors, flux);
}

/// Numerical flux through the unit normal n at the thread's point of a round: all variables. `viscous` is that of the
/// equations, which the caller may know when it is compiled; `sides` are those of the cells, on a boundary twice of the
/// cell inside. In 3-D, Frame::face needs FaceTangents.
template <Frame F = Frame::cartesian, class Eq, class Side, int NG, int N, int T, class V, class Tangents = NoTangents>
RKDG_FN void face_flux(const KernelContext<Eq>& context, const SideEquations<Side>& sides, const Team<T, V>& team,
                       const BoundaryLanes<Eq, V>& boundary, const FaceStates<Eq::dim, NG, N, V>& f, int round,
                       const V (&n)[Eq::dim], bool viscous, V (&flux)[Eq::n_var], const Tangents& tangents = {}) {
  V a[Eq::n_var], b[Eq::n_var];
  team.to_point(f.minus, round, a);
  team.to_point(f.plus, round, b);
  auto wa = context.equations.point(a), wb = context.equations.point(b);
  context.equations.riemann_flux(context.riemann, a, wa, b, wb, n, flux);
  if (viscous)
    subtract_viscous_face_flux<F>(context.equations, sides, team, boundary, f, round, n, a, wa, b, wb, tangents, flux);
}

}  // namespace dg
