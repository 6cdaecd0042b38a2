/// The line integral's integrand: one body for faces between two cells and on a boundary.
///
/// Between cells: H(u-, u+, n) - 1/2 [F_v(u-, grad u- + eta r-) + F_v(u+, grad u+ + eta r+)] . n.
/// On a boundary: H(u-, ghost, n) - F_v(u_b, grad u- + eta r_b) . n, with the full jump u- - u_b in r_b.
/// Reference: Bassi, Crivellini, Rebay, Savini, Comput. Fluids 34 (2005) 507.
#pragma once

#include "libdg/flux/riemann.hpp"
#include "libdg/operator/scheme.hpp"
#include "libdg/physics/navier_stokes/flux.hpp"

namespace dg {

/// Both sides of a face at its NG points.
template <int NG, class V>
struct FaceStates {
  V minus[NG][n_var], plus[NG][n_var];  ///< traces; `plus` becomes the ghost state on a boundary
  V viscous_boundary[NG][n_var];        ///< u_b, set in boundary lanes only
  V grad_minus[NG][dim][n_var], grad_plus[NG][dim][n_var];
  MaskOf<V> on_boundary;
  bool has_boundary;  ///< any lane is on a boundary
};

/// Replaces the outer states of lanes on a boundary. `face_data[lane]` numbers the boundary face for `exact` data;
/// normal(g) gives the unit normal.
template <int NG, class V, class Normal>
RKDG_FN void apply_boundary(const Scheme<RealOf<V>>& scheme, IndexOf<V> code, IndexOf<V> boundary_face, Normal&& normal,
                            FaceStates<NG, V>& f) {
  using Real = RealOf<V>;
  for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
    if (!lane_of(f.on_boundary, lane)) continue;
    const auto& bc = scheme.conditions[-1 - lane_of(code, lane)];
    const Real* data = scheme.boundary_data + std::int64_t(lane_of(boundary_face, lane)) * NG * n_var;
    for (int g = 0; g < NG; ++g) {
      V normal_lanes[dim];
      normal(g, normal_lanes);
      Real inside[n_var], n[dim], ghost[n_var], u_b[n_var];
      for (int k = 0; k < n_var; ++k) inside[k] = lane_of(f.minus[g][k], lane);
      for (int d = 0; d < dim; ++d) n[d] = lane_of(normal_lanes[d], lane);
      boundary_states(bc, scheme.gas, inside, n, data + g * n_var, ghost, u_b);
      for (int k = 0; k < n_var; ++k) {
        set_lane(f.plus[g][k], lane, ghost[k]);
        set_lane(f.viscous_boundary[g][k], lane, u_b[k]);
      }
    }
  }
}

/// Right-hand side of the lifting at point g: -(u- - u+) / 2 between cells, -(u- - u_b) on a boundary.
template <int NG, class V>
RKDG_FN void lifting_jump(const FaceStates<NG, V>& f, int g, V (&jump)[n_var]) {
  using Real = RealOf<V>;
  RKDG_UNROLL
  for (int k = 0; k < n_var; ++k) {
    jump[k] = V(Real(-0.5)) * (f.minus[g][k] - f.plus[g][k]);
    if (f.has_boundary) jump[k] = select(f.on_boundary, f.viscous_boundary[g][k] - f.minus[g][k], jump[k]);
  }
}

/// Factors of the viscous flux through the boundary, one for each lane.
template <class V>
RKDG_FN void boundary_factors(const Scheme<RealOf<V>>& scheme, IndexOf<V> code, MaskOf<V> on_boundary, V& tangential,
                              V& heat) {
  using Real = RealOf<V>;
  tangential = heat = V(Real(1));
  for (int lane = 0; lane < LaneTraits<V>::width; ++lane) {
    if (!lane_of(on_boundary, lane)) continue;
    const auto factors = viscous_factors<Real>(scheme.conditions[-1 - lane_of(code, lane)].type);
    set_lane(tangential, lane, factors.tangential);
    set_lane(heat, lane, factors.heat);
  }
}

/// Numerical flux at point g through the unit normal n; the gradients already contain eta r.
template <int NG, class V>
RKDG_FN void face_flux(const Scheme<RealOf<V>>& scheme, const FaceStates<NG, V>& f, int g, const V (&n)[dim],
                       V tangential, V heat, V (&flux)[n_var]) {
  using Real = RealOf<V>;
  riemann_flux(scheme.riemann, scheme.gas, f.minus[g], f.plus[g], n, flux);
  if (!scheme.gas.viscous) return;

  V a[n_var], b[n_var], grad_b[dim][n_var];
  RKDG_UNROLL
  for (int k = 0; k < n_var; ++k) {
    a[k] = f.minus[g][k];
    b[k] = f.plus[g][k];
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) grad_b[d][k] = f.grad_plus[g][d][k];
    if (f.has_boundary) {
      a[k] = select(f.on_boundary, f.viscous_boundary[g][k], a[k]);
      b[k] = select(f.on_boundary, f.viscous_boundary[g][k], b[k]);
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) grad_b[d][k] = select(f.on_boundary, f.grad_minus[g][d][k], grad_b[d][k]);
    }
  }
  const Primitive<V> wa = primitive(scheme.gas, a), wb = primitive(scheme.gas, b);
  const auto fa = viscous_normal_flux(viscous_stress(scheme.gas, a, wa, f.grad_minus[g]), wa, n);
  const auto fb = viscous_normal_flux(viscous_stress(scheme.gas, b, wb, grad_b), wb, n);
  V traction[dim], power = V(Real(0.5)) * (fa.power + fb.power), q = V(Real(0.5)) * (fa.heat + fb.heat);
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) traction[d] = V(Real(0.5)) * (fa.traction[d] + fb.traction[d]);
  if (f.has_boundary) {
    q *= heat;
    power *= tangential;  // slip: the traction left is normal to the wall, the velocity tangential
    V along = traction[0] * n[0];
    RKDG_UNROLL
    for (int d = 1; d < dim; ++d) along += traction[d] * n[d];
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) traction[d] = along * n[d] + tangential * (traction[d] - along * n[d]);
  }
  RKDG_UNROLL
  for (int d = 0; d < dim; ++d) flux[1 + d] -= traction[d];
  flux[n_var - 1] -= power + q;
}

}  // namespace dg
