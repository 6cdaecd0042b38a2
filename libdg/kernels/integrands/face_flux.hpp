/// The line integral's integrand where a thread holds both sides of a face: one body for faces between two cells and on
/// a boundary (face_point.hpp).
///
/// Between cells: H(u-, u+, n) - 1/2 [F_v(u-, grad u- + eta r-) + F_v(u+, grad u+ + eta r+)] . n.
/// On a boundary: H(u-, ghost, n) - F_v(u_b, grad u- + eta r_b) . n, with the full jump u- - u_b in r_b.
#pragma once

#include "libdg/backend/inline_lambda.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/integrands/face_point.hpp"
#include "libdg/kernels/integrands/in_cell.hpp"

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

/// Ghost and viscous state at point g of the boundary lanes, with space for data at so many points of a face. The other
/// lanes are left as they are.
template <int DataPoints, class Eq, class V>
RKDG_CALL void boundary_point(const KernelContext<Eq>& context, const BoundaryLanes<Eq, V>& boundary,
                              MaskOf<V> on_boundary, int g, const V (&n)[Eq::dim], const V (&inside)[Eq::n_var],
                              V (&ghost)[Eq::n_var], V (&u_b)[Eq::n_var]) {
  using Real = RealOf<V>;
  constexpr int dim = Eq::dim, n_var = Eq::n_var;
  for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
    if (!lane_of(on_boundary, lane)) continue;
    Real normal[dim];
    NumberOf<V> u[n_var], outer[n_var], viscous[n_var];
    for (int k = 0; k < n_var; ++k) u[k] = lane_of(inside[k], lane);
    for (int d = 0; d < dim; ++d) normal[d] = value_of(lane_of(n[d], lane));
    boundary_states_at<DataPoints>(context, lane_of(boundary.code, lane), lane_of(boundary.face, lane), g, normal, u,
                                   outer, viscous);
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

/// Right-hand side of the lifting at point g.
template <int Dim, int NG, int N, class V>
RKDG_FN void lifting_jump(const FaceStates<Dim, NG, N, V>& f, int g, V (&jump)[N]) {
  RKDG_UNROLL
  for (int k = 0; k < N; ++k) {
    jump[k] = jump_between_cells(f.minus[g][k], f.plus[g][k]);
    if (f.has_boundary)
      jump[k] = select(f.on_boundary, jump_on_boundary(f.minus[g][k], f.viscous_boundary[g][k]), jump[k]);
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

/// F_v . n of both sides at the point of a round, where the states are a and b; the gradients already contain eta r. On
/// a boundary, that of the cell inside at the state u_b, twice.
template <Frame F, class Eq, class Side, int NG, int N, int T, class V, class Tangents>
RKDG_FN auto viscous_face_fluxes(const Eq& equations, const SideEquations<Side>& sides, const Team<T, V>& team,
                                 const BoundaryLanes<Eq, V>& boundary, const FaceStates<Eq::dim, NG, N, V>& f,
                                 int round, const V (&n)[Eq::dim], const V (&a)[Eq::n_var],
                                 const typename Eq::template Point<V>& w_a, const V (&b)[Eq::n_var],
                                 const typename Eq::template Point<V>& w_b, const Tangents& tangents) {
  constexpr int dim = Eq::dim, n_var = Eq::n_var;
  V minus[n_var], plus[n_var], grad_minus[dim][n_var], grad_plus[dim][n_var];
  auto w_minus = w_a, w_plus = w_b;
  RKDG_UNROLL
  for (int k = 0; k < n_var; ++k) {
    minus[k] = a[k];
    plus[k] = b[k];
  }
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) {
    team.to_point(f.grad_minus[d], round, grad_minus[d]);
    team.to_point(f.grad_plus[d], round, grad_plus[d]);
  }
  if (f.has_boundary) {
    V u_b[n_var];
    team.to_point(f.viscous_boundary, round, u_b);
    RKDG_UNROLL
    for (int k = 0; k < n_var; ++k) {
      minus[k] = select(f.on_boundary, u_b[k], minus[k]);
      plus[k] = select(f.on_boundary, u_b[k], plus[k]);
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) grad_plus[d][k] = select(f.on_boundary, grad_minus[d][k], grad_plus[d][k]);
    }
    w_minus = equations.point(minus);
    w_plus = equations.point(plus);
  }
  const auto of_minus = viscous_side_flux<F>(sides.minus, minus, w_minus, grad_minus, n, tangents),
             of_plus = viscous_side_flux<F>(sides.plus, plus, w_plus, grad_plus, n, tangents);
  return ViscousFluxes<typename Eq::template NormalFlux<V>, const BoundaryLanes<Eq, V>&>{of_minus, of_plus, boundary,
                                                                                         f.has_boundary};
}

/// Numerical flux through the unit normal n at the thread's point of a round: all variables. `viscous` is that of the
/// equations, which the caller may know when it is compiled. `sides` are those of the cells, on a boundary twice of the
/// cell inside. In 3-D, Frame::face needs FaceTangents.
template <Frame F = Frame::cartesian, class Eq, class Side, int NG, int N, int T, class V, class Tangents = NoTangents>
RKDG_FN void face_flux(const KernelContext<Eq>& context, const SideEquations<Side>& sides, const Team<T, V>& team,
                       const BoundaryLanes<Eq, V>& boundary, const FaceStates<Eq::dim, NG, N, V>& f, int round,
                       const V (&n)[Eq::dim], bool viscous, V (&flux)[Eq::n_var], const Tangents& tangents = {}) {
  V a[Eq::n_var], b[Eq::n_var];
  team.to_point(f.minus, round, a);
  team.to_point(f.plus, round, b);
  const auto fluxes = [&](const auto& w_a, const auto& w_b) RKDG_INLINE {
    return viscous_face_fluxes<F>(context.equations, sides, team, boundary, f, round, n, a, w_a, b, w_b, tangents);
  };
  numerical_flux(context, a, b, n, viscous, fluxes, flux);
}

}  // namespace dg
