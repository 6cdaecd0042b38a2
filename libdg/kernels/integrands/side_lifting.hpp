/// The BR2 lifting of a face on itself, on one side, for lanes whose cells have the face at different local places; see
/// lifts_in_reference() for its two definitions.
#pragma once

#include "libdg/kernels/engines/small_gemm.hpp"
#include "libdg/kernels/integrands/line_side.hpp"
#include "libdg/kernels/integrands/side_gradient.hpp"

namespace dg {

/// y(g) = sum_h w_h x(h) sum_k phi_k(g) phi_k(h) on a face of the reference cell.
template <class FE, int N, class V>
RKDG_FN void reference_lifting(const FaceTablesView<RealOf<V>>& tables, IndexOf<V> slot, PointOrder order,
                               const V (&x)[FE::n_points][N], V (&y)[FE::n_points][N]) {
  constexpr int NG = FE::n_points, stored = FE::stored_points;
  small_gemm<false, NG, NG>(tables.face_lift, stored, x, y);
  if constexpr (FE::shape != FaceShape::line) {
    const MaskOf<V> even = evenly_turned<FE, V>(tables, order, slot);
    if (!any(even)) return;
    for (int matrix = 0; matrix < turned_liftings(FE::shape); ++matrix) {
      const MaskOf<V> turned = even & turned_by<FE, V>(matrix, slot);
      if (!any(turned)) continue;
      V other[NG][N];
      small_gemm<false, NG, NG>(tables.turned_face_lift + matrix * stored * stored, stored, x, other);
      RKDG_UNROLL_DEVICE
      for (int g = 0; g < NG; ++g) RKDG_UNROLL
      for (int n = 0; n < N; ++n) y[g][n] = select(turned, other[g][n], y[g][n]);
    }
  }
}

/// y(g) = sum_h phi(g) . M^-1 phi(h) w_h x(h): the lifting of x on a face in the plane, evaluated on that face.
template <class FE, int N, class V>
RKDG_CALL void side_lifting(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, PointOrder order,
                            const V (&x)[FE::n_points][N], V (&y)[FE::n_points][N]) {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  constexpr int NG = FE::n_points;
  if (!zone.curved) {
    reference_lifting<FE>(zone.tables.faces[FE::kind], side.slot, order, x, y);
    const auto inverse = ConstantOf<V>(Real(1)) / gather<ConstantOf<V>>(zone.jacobian, side.cell);
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < NG; ++g) RKDG_UNROLL
    for (int n = 0; n < N; ++n) y[g][n] *= inverse;
    return;
  }
  const FaceTablesView<Real>& tables = zone.tables.faces[FE::kind];
  const I first = face_of_slot<FE, V>(side.slot) * I(NG * NG) + I(rows_of<FE>(zone).pairs);
  RKDG_UNROLL_DEVICE
  for (int g = 0; g < NG; ++g) {
    const I row = first + own_point<FE, V>(tables, order, side.slot, g) * I(NG);
    V sum[N];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) sum[n] = V(Real(0));
    RKDG_UNROLL_DEVICE
    for (int h = 0; h < NG; ++h) {
      const I entry = row + own_point<FE, V>(tables, order, side.slot, h);
      const auto a = gather<ConstantOf<V>>(zone.face_lift, entry * I(zone.padded) + side.cell);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[n] += a * x[h][n];
    }
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) y[g][n] = sum[n];
  }
}

/// Adds eta times the lifting of the jumps x on a face in space, evaluated on that face, to the derivatives along x, y
/// and z: with the reference normal N from the minus side to the plus side and the inverse Jacobian J^-1 at the point,
/// J^-T N sum_h w_h x(h) sum_k phi_k(g) phi_k(h).
template <class FE, int N, class V>
RKDG_CALL void add_solid_side_lifting(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, PointOrder order,
                                      V eta, const V (&x)[FE::n_points][N], V (&grad)[FE::cell_dim][FE::n_points][N]) {
  constexpr int NG = FE::n_points, dim = FE::cell_dim;
  const FaceTablesView<RealOf<V>>& tables = zone.tables.faces[FE::kind];
  V lifted[NG][N], normal[dim];
  if (FE::shape == FaceShape::quadrilateral && zone.space == Space::hexahedron_Q)
    lift_along_lines<FE::degree + 1>(x, lifted);
  else
    reference_lifting<FE>(tables, side.slot, order, x, lifted);
  RKDG_UNROLL
  for (int r = 0; r < dim; ++r)
    normal[r] = eta * at_slot<FE, V>(tables.side_normal[static_cast<int>(order)] + r * code_slots(dim), side.slot);
  V m[dim * dim], axis[dim];
  RKDG_UNROLL_DEVICE
  for (int g = 0; g < NG; ++g) {
    if (g == 0 || zone.curved) {
      side_metric<FE>(zone, side, order, g, m);
      turn_normal(m, normal, axis);
    }
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) RKDG_UNROLL
    for (int n = 0; n < N; ++n) grad[d][g][n] += axis[d] * lifted[g][n];
  }
}

/// side_lifting() on the side whose zone and face are given by `code`.
template <class FE, class Eq, int N, class V>
RKDG_CALL void lifting(const Scheme<Eq>& scheme, IndexOf<V> code, IndexOf<V> cell, PointOrder order,
                       const V (&x)[FE::n_points][N], V (&y)[FE::n_points][N]) {
  for_each_zone<FE, V>(scheme.zones, code, [&](const auto& zone, MaskOf<V> here, bool whole) {
    const SideCells<V> side = side_in_zone<FE, V>(zone, here, code, cell);
    if (whole) return side_lifting<FE>(zone, side, order, x, y);
    V part[FE::n_points][N];
    side_lifting<FE>(zone, side, order, x, part);
    for (int g = 0; g < FE::n_points; ++g)
      for (int n = 0; n < N; ++n) y[g][n] = select(here, part[g][n], y[g][n]);
  });
}

/// add_solid_side_lifting() on the side whose zone and face are given by `code`.
template <class FE, class Eq, int N, class V>
RKDG_CALL void add_solid_lifting(const Scheme<Eq>& scheme, IndexOf<V> code, IndexOf<V> cell, PointOrder order, V eta,
                                 const V (&x)[FE::n_points][N], V (&grad)[FE::cell_dim][FE::n_points][N]) {
  for_each_zone<FE, V>(scheme.zones, code, [&](const auto& zone, MaskOf<V> here, bool) {
    add_solid_side_lifting<FE>(zone, side_in_zone<FE, V>(zone, here, code, cell), order,
                               select(here, eta, V(RealOf<V>(0))), x, grad);
  });
}

}  // namespace dg
