/// The BR2 lifting of a face on itself, on one side, for lanes whose cells have the face at different local places. It
/// is `r_e = J^-T R_e`, with R_e in the space of the reference cell (docs/numerics.md).
#pragma once

#include "libdg/kernels/engines/small_gemm.hpp"
#include "libdg/kernels/integrands/side_gradient.hpp"
#include "libdg/kernels/integrands/sum_factorised_side_2d.hpp"

namespace dg {

/// y(g) = sum_h w_h x(h) sum_k phi_k(g) phi_k(h) on a face of the reference cell.
template <class FE, int N, class V>
RKDG_FN void reference_lifting(const ZoneView<RealOf<V>>& zone, IndexOf<V> slot, PointOrder order,
                               const V (&x)[FE::n_points][N], V (&y)[FE::n_points][N]) {
  constexpr int NG = FE::n_points, stored = FE::stored_points;
  const FaceTablesView<RealOf<V>>& tables = zone.tables.faces[FE::kind];
  if constexpr (FE::shape == FaceShape::quadrilateral)
    if (zone.space == Space::hexahedron_Q) return lift_along_lines<FE::degree + 1>(x, y);
  small_gemm<false, NG, NG>(tables.face_lift, stored, x, y);
  if constexpr (FE::shape != FaceShape::line) {
    const MaskOf<V> even = has_even_orientation<FE, V>(tables, order, slot);
    if (!any(even)) return;
    for (int matrix = 0; matrix < oriented_liftings(FE::shape); ++matrix) {
      const MaskOf<V> oriented = even & takes_oriented_lifting<FE, V>(matrix, slot);
      if (!any(oriented)) continue;
      V other[NG][N];
      small_gemm<false, NG, NG>(tables.oriented_face_lift + matrix * stored * stored, stored, x, other);
      RKDG_UNROLL_DEVICE
      for (int g = 0; g < NG; ++g) RKDG_UNROLL
      for (int n = 0; n < N; ++n) y[g][n] = select(oriented, other[g][n], y[g][n]);
    }
  }
}

/// Adds values along an axis at point g to the derivatives of a frame; in Frame::face the axis is parallel to `normal`.
template <Frame F, int Dim, int NG, int N, class V>
RKDG_FN void add_along(const V (&axis)[Dim], const std::type_identity_t<V>* normal, const V (&x)[N], int g,
                       V (&grad)[Dim][NG][N]) {
  if constexpr (F == Frame::face) {
    V along = axis[0] * normal[0];
    RKDG_UNROLL
    for (int d = 1; d < Dim; ++d) along += axis[d] * normal[d];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) grad[0][g][n] += along * x[n];
  } else {
    RKDG_UNROLL
    for (int d = 0; d < Dim; ++d) RKDG_UNROLL
    for (int n = 0; n < N; ++n) grad[d][g][n] += axis[d] * x[n];
  }
}

/// Adds eta times the lifting of the jumps x on a face, evaluated on that face, to the derivatives of a frame. N is the
/// reference normal from the minus side to the plus side, and J^-1 the inverse Jacobian at the point. Added is
/// `J^-T N sum_h w_h x(h) sum_k phi_k(g) phi_k(h)`, which is parallel to the unit normal, that of Frame::face.
template <class FE, Frame F, int N, class V>
RKDG_CALL void add_side_lifting(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, PointOrder order, V eta,
                                const V (&x)[FE::n_points][N], V (&grad)[FE::cell_dim][FE::n_points][N],
                                const V* unit_normal) {
  constexpr int NG = FE::n_points, dim = FE::cell_dim;
  const FaceTablesView<RealOf<V>>& tables = zone.tables.faces[FE::kind];
  V lifted[NG][N], normal[dim];
  reference_lifting<FE>(zone, side.slot, order, x, lifted);
  RKDG_UNROLL
  for (int r = 0; r < dim; ++r)
    normal[r] = eta * at_slot<FE, V>(tables.side_normal[static_cast<int>(order)] + r * code_slots(dim), side.slot);
  V m[dim * dim], axis[dim];
  RKDG_UNROLL_DEVICE
  for (int g = 0; g < NG; ++g) {
    if (g == 0 || zone.curved) {
      side_metric<FE>(zone, side, order, g, m);
      map_normal_to_axis(m, normal, axis);
    }
    add_along<F>(axis, unit_normal, lifted[g], g, grad);
  }
}

/// add_side_lifting() on the side whose zone and face are given by `code`.
template <class FE, Frame F = Frame::cartesian, class Eq, int N, class V>
RKDG_CALL void add_lifting(const KernelContext<Eq>& context, IndexOf<V> code, IndexOf<V> cell, PointOrder order, V eta,
                           const V (&x)[FE::n_points][N], V (&grad)[FE::cell_dim][FE::n_points][N],
                           const V* unit_normal = nullptr) {
  for_each_zone<FE, V>(context.zones, code, [&](const auto& zone, MaskOf<V> here, bool) {
    add_side_lifting<FE, F>(zone, side_in_zone<FE, V>(zone, here, code, cell), order,
                            select(here, eta, V(RealOf<V>(0))), x, grad, unit_normal);
  });
}

}  // namespace dg
