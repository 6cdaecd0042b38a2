/// Gradients on one side of a face, from a derivative across the face and those along it.
#pragma once

#include "libdg/element/line_matrices.hpp"
#include "libdg/kernels/engines/small_gemm.hpp"
#include "libdg/kernels/integrands/side_cells.hpp"
#include "libdg/space/face_axes.hpp"

namespace dg {

/// Derivatives along direction a of the reference face of the polynomial with the values u at its points. On
/// quadrilaterals they go along one line after the other, but for threads of a device.
template <class FE, int NG, int N, class V>
RKDG_FN void derive_along_face(const RealOf<V>* tangential, int a, const V (&u)[NG][N], V (&along)[NG][N]) {
  if constexpr (FE::shape == FaceShape::quadrilateral && !std::is_arithmetic_v<V>) {
    constexpr int NL = FE::degree + 1;
    const auto& derivative = line_matrices<RealOf<V>, NL>().derivative;
    const int step = a == 0 ? 1 : NL, other = a == 0 ? NL : 1;
    const V zero(RealOf<V>(0));
    for (int n = 0; n < N; ++n)
      for (int i = 0; i < NL; ++i) {
        V x[NL], y[NL];
        RKDG_UNROLL
        for (int g = 0; g < NL; ++g) x[g] = u[i * other + g * step][n];
        derivative(x, zero, zero, y);
        RKDG_UNROLL
        for (int g = 0; g < NL; ++g) along[i * other + g * step][n] = y[g];
      }
  } else {
    small_gemm<false, NG, NG>(tangential + a * FE::stored_points * FE::stored_points, FE::stored_points, u, along);
  }
}

/// Turns derivatives along the reference normal, given in grad[0], into those of a frame; `axes(g)` are the axes at
/// point g.
template <class FE, int NG, int N, class V, class Axes>
RKDG_FN void complete_gradient(const RealOf<V>* tangential, const V (&u)[NG][N], Axes&& axes,
                               V (&grad)[FE::cell_dim][NG][N]) {
  constexpr int dim = FE::cell_dim;
  RKDG_UNROLL
  for (int a = 0; a + 1 < dim; ++a) derive_along_face<FE>(tangential, a, u, grad[a + 1]);
  RKDG_UNROLL_DEVICE
  for (int g = 0; g < NG; ++g) {
    const auto& frame = axes(g);
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      V derivative[dim], on_face[dim - 1];
      RKDG_UNROLL
      for (int a = 0; a + 1 < dim; ++a) on_face[a] = grad[a + 1][g][n];
      frame.rotate(grad[0][g][n], on_face, derivative);
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) grad[d][g][n] = derivative[d];
    }
  }
}

/// Inverse Jacobian d xi_r / d x_d at face point g, as m[r * dim + d].
template <class FE, class V>
RKDG_FN void side_metric(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, PointOrder order, int g,
                         V (&m)[FE::cell_dim * FE::cell_dim]) {
  using I = IndexOf<V>;
  constexpr int size = FE::cell_dim * FE::cell_dim;
  const I padded(zone.padded);
  if (!zone.curved) {
    RKDG_UNROLL
    for (int i = 0; i < size; ++i) m[i] = gather<V>(zone.metric, I(i) * padded + side.cell);
    return;
  }
  const I point = own_point<FE, V>(zone.tables.faces[FE::kind], order, side.slot, g);
  const I row = face_of_slot<FE, V>(side.slot) * I(FE::n_points) + point + I(first_face_row_of<FE>(zone));
  RKDG_UNROLL
  for (int i = 0; i < size; ++i) m[i] = gather<V>(zone.face_metric, (row * I(size) + I(i)) * padded + side.cell);
}

/// J^-T n, with the inverse Jacobian m.
template <int Dim, int Size, class V>
RKDG_FN void map_normal_to_axis(const V (&m)[Size], const V (&n)[Dim], V (&axis)[Dim]) {
  static_assert(Size == Dim * Dim);
  RKDG_UNROLL
  for (int d = 0; d < Dim; ++d) {
    axis[d] = m[d] * n[0];
    RKDG_UNROLL
    for (int r = 1; r < Dim; ++r) axis[d] += m[r * Dim + d] * n[r];
  }
}

/// The axes of the frame F at the points of a side, where FaceTablesView::frame has `frame`.
template <class FE, Frame F, class V>
struct SideAxes {
  static constexpr int dim = FE::cell_dim;

  const ZoneView<RealOf<V>>& zone;
  const SideCells<V>& side;
  PointOrder order;
  const V (&frame)[dim * dim];
  const V* normal;

  RKDG_FN auto operator()(int g) const {
    V m[dim * dim];
    side_metric<FE>(zone, side, order, g, m);
    if constexpr (F == Frame::face)
      return StraightAxes<V>(FaceAxes<dim, V>(m, frame), normal);
    else
      return FaceAxes<dim, V>(m, frame);
  }
};

/// Axes that are the same at all points.
template <class Axes>
struct SameAxes {
  Axes& axes;
  RKDG_FN const Axes& operator()(int) const { return axes; }
};

}  // namespace dg
