/// One side of a face, evaluated for lanes whose cells have the face at different local places: traces and geometry.
#pragma once

#include "libdg/backend/near_lanes.hpp"
#include "libdg/kernels/engines/small_gemm.hpp"
#include "libdg/kernels/integrands/side_gradient.hpp"
#include "libdg/kernels/integrands/sum_factorised_prism_side.hpp"
#include "libdg/kernels/integrands/sum_factorised_side_2d.hpp"
#include "libdg/kernels/integrands/sum_factorised_side_3d.hpp"

namespace dg {

/// Traces u and, if asked, derivatives along the normal of the reference face, by the table [g][k][slot][2].
template <class FE, bool Normal, int NG, int NK, int N, class V>
RKDG_FN void trace_sums(const RealOf<V>* table, IndexOf<V> slot, const V (&c)[NK][N], V (&u)[NG][N],
                        V (&normal)[NG][N]) {
  RKDG_UNROLL_DEVICE
  for (int g = 0; g < NG; ++g) {
    V value[N], derivative[N];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) value[n] = derivative[n] = V(RealOf<V>(0));
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) {
      ConstantOf<V> x, xn;
      pair_at_slot<FE>(table + (g * NK + k) * code_slots(FE::cell_dim) * 2, slot, x, xn);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        value[n] += x * c[k][n];
        if constexpr (Normal) derivative[n] += xn * c[k][n];
      }
    }
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      u[g][n] = value[n];
      if constexpr (Normal) normal[g][n] = derivative[n];
    }
  }
}

/// Whether lanes find the matrices of the faces of a kind in one register, and put the points in order afterwards. On a
/// device, and with more faces than fit, each lane reads the matrix that has them in order.
template <Space S, class FE, class V>
inline constexpr bool has_oriented_traces =
    FE::cell_dim == 3 && !std::is_arithmetic_v<V> && faces_of_kind(shape_of(S), FE::kind).count <= 4;

/// y(g) = x(own point g, as the neighbour sees it), per lane.
template <class FE, int N, class V>
RKDG_FN void orient_points(const FaceTablesView<RealOf<V>>& tables, IndexOf<V> orientation,
                           const V (&x)[FE::n_points][N], V (&y)[FE::n_points][N]) {
  constexpr int NG = FE::n_points, orientations = orientation_count(FE::shape);
  MaskOf<V> is_seen[orientations];
  RKDG_UNROLL
  for (int t = 1; t < orientations; ++t) is_seen[t] = orientation == IndexOf<V>(t);
  for (int g = 0; g < NG; ++g) {
    const V* from[orientations];
    RKDG_UNROLL
    for (int t = 0; t < orientations; ++t) from[t] = x[tables.own_point[(1 + t) * FE::stored_points + g]];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      V value = from[0][n];
      RKDG_UNROLL
      for (int t = 1; t < orientations; ++t) value = select(is_seen[t], from[t][n], value);
      y[g][n] = value;
    }
  }
}

/// trace_sums() by the matrices of the cell's own order, and its points in the order of the neighbour.
template <Space S, class FE, bool Normal, int NK, int N, class V>
RKDG_FN void oriented_trace_sums(const FaceTablesView<RealOf<V>>& tables, IndexOf<V> slot, PointOrder order,
                                 const V (&c)[NK][N], V (&u)[FE::n_points][N], V (&normal)[FE::n_points][N]) {
  using I = IndexOf<V>;
  constexpr int NG = FE::n_points, dim = FE::cell_dim, first = faces_of_kind(shape_of(S), FE::kind).first;
  const I face = face_of_slot<FE, V>(slot) - I(first);
  const RealOf<V>* table = tables.side[static_cast<int>(PointOrder::own)] + 2 * first;
  V value[NG][N], derivative[NG][N];
  for (int g = 0; g < NG; ++g) {
    V sum[2][N];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) sum[0][n] = sum[1][n] = V(RealOf<V>(0));
    for (int k = 0; k < NK; ++k) {
      ConstantOf<V> x, xn;
      lookup_pair(table + (g * NK + k) * code_slots(dim) * 2, face, x, xn);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        sum[0][n] += x * c[k][n];
        if constexpr (Normal) sum[1][n] += xn * c[k][n];
      }
    }
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      (order == PointOrder::own ? u : value)[g][n] = sum[0][n];
      if constexpr (Normal) (order == PointOrder::own ? normal : derivative)[g][n] = sum[1][n];
    }
  }
  if (order == PointOrder::own) return;
  orient_points<FE>(tables, orientation_of_slot<FE, V>(slot), value, u);
  if constexpr (Normal) orient_points<FE>(tables, orientation_of_slot<FE, V>(slot), derivative, normal);
}

/// Traces of the state and, if asked, of its derivatives in the frame F, at the points of the face. They are of the N
/// variables from first_variable on. Frame::face is for straight faces, of unit normal `normal`.
template <Space S, class FE, Frame F, int N, class V>
RKDG_CALL void side_traces(const ZoneView<RealOf<V>>& zone, StateOf<V> state, const SideCells<V>& side,
                           PointOrder order, int first_variable, bool gradient, V (&u)[FE::n_points][N],
                           V (&grad)[FE::cell_dim][FE::n_points][N], const V* normal) {
  using I = IndexOf<V>;
  constexpr int NK = Element<S, FE::degree>::n_modes, dim = FE::cell_dim;
  const auto base = state + zone.state_begin;
  const I offset = zone.layout.cell(side.cell);
  const FaceTablesView<RealOf<V>>& tables = zone.tables.faces[FE::kind];
  if constexpr (S == Space::prism_Q && has_sum_factorisation<S, FE::degree, V>) {
    const SumFactorisedPrismSide<FE, N, V> line(zone, base, face_of_slot<FE, V>(side.slot), offset, first_variable);
    if (order == PointOrder::own) {
      line.traces(gradient, u, grad[0]);
    } else {
      V value[FE::n_points][N], derivative[FE::n_points][N];
      line.traces(gradient, value, derivative);
      orient_points<FE>(tables, orientation_of_slot<FE, V>(side.slot), value, u);
      if (gradient) orient_points<FE>(tables, orientation_of_slot<FE, V>(side.slot), derivative, grad[0]);
    }
  } else if constexpr (has_sum_factorisation<S, FE::degree, V>) {
    using Lines = std::conditional_t<dim == 2, SumFactorisedSide2D<FE::degree, V>, SumFactorisedSide3D<FE::degree, V>>;
    const Lines line(zone, side.slot, order, offset);
    line.template traces<N>(base, first_variable, gradient, u, grad[0]);
  } else {
    V c[NK][N];
    const NearLanes<V> modes_of_cells(offset);
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) {
      const auto from = base + zone.layout.mode(first_variable, k);
      RKDG_UNROLL_DEVICE
      for (int n = 0; n < N; ++n) c[k][n] = modes_of_cells(from + n * std::int64_t(zone.layout.variable_stride));
    }
    const RealOf<V>* table = tables.side[static_cast<int>(order)];
    if constexpr (has_oriented_traces<S, FE, V>) {
      if (gradient)
        oriented_trace_sums<S, FE, true>(tables, side.slot, order, c, u, grad[0]);
      else
        oriented_trace_sums<S, FE, false>(tables, side.slot, order, c, u, grad[0]);
    } else if (gradient)
      trace_sums<FE, true>(table, side.slot, c, u, grad[0]);
    else
      trace_sums<FE, false>(table, side.slot, c, u, grad[0]);
  }
  if (!gradient) return;
  V frame[dim * dim];
  RKDG_UNROLL
  for (int i = 0; i < dim * dim; ++i)
    frame[i] = at_slot<FE, V>(tables.frame[static_cast<int>(order)] + i * code_slots(dim), side.slot);
  const SideAxes<FE, F, V> axes{zone, side, order, frame, normal};
  if (zone.curved) return complete_gradient<FE>(tables.tangential, u, axes, grad);
  const auto straight = axes(0);
  complete_gradient<FE>(tables.tangential, u, SameAxes<decltype(straight)>{straight}, grad);
}

/// side_traces() for the space that a zone has.
template <class FE, Frame F, int N, class V>
RKDG_FN void zone_traces(const ZoneView<RealOf<V>>& zone, StateOf<V> state, const SideCells<V>& side, PointOrder order,
                         int first_variable, bool gradient, V (&u)[FE::n_points][N],
                         V (&grad)[FE::cell_dim][FE::n_points][N], const V* normal) {
  with_space_of<FE>(zone, [&]<Space S>() {
    side_traces<S, FE, F>(zone, state, side, order, first_variable, gradient, u, grad, normal);
  });
}

/// side_traces() on the side whose zone and face are given by `code` (all lanes non-negative).
template <class FE, Frame F = Frame::cartesian, class Eq, int N, class V>
RKDG_CALL void traces(const KernelContext<Eq>& context, StateOf<V> state, IndexOf<V> code, IndexOf<V> cell,
                      PointOrder order, int first_variable, bool gradient, V (&u)[FE::n_points][N],
                      V (&grad)[FE::cell_dim][FE::n_points][N], const V* normal = nullptr) {
  for_each_zone<FE, V>(context.zones, code, [&](const auto& zone, MaskOf<V> here, bool whole) {
    const SideCells<V> side = side_in_zone<FE, V>(zone, here, code, cell);
    if (whole) return zone_traces<FE, F>(zone, state, side, order, first_variable, gradient, u, grad, normal);
    V part_u[FE::n_points][N], part_grad[FE::cell_dim][FE::n_points][N];
    zone_traces<FE, F>(zone, state, side, order, first_variable, gradient, part_u, part_grad, normal);
    for (int g = 0; g < FE::n_points; ++g)
      for (int n = 0; n < N; ++n) {
        u[g][n] = select(here, part_u[g][n], u[g][n]);
        if (gradient)
          for (int d = 0; d < FE::cell_dim; ++d) grad[d][g][n] = select(here, part_grad[d][g][n], grad[d][g][n]);
      }
  });
}

/// Unit normals out of the cells given by `code`, and |J_f|, at the points of their faces.
template <class FE, class Eq, class V>
RKDG_CALL void face_geometry(const KernelContext<Eq>& context, IndexOf<V> code, IndexOf<V> cell,
                             V (&normal)[FE::n_points][FE::cell_dim], V (&length)[FE::n_points]) {
  using I = IndexOf<V>;
  constexpr int dim = FE::cell_dim;
  for_each_zone<FE, V>(context.zones, code, [&](const auto& zone, MaskOf<V> here, bool) {
    const auto [at, slot] = side_in_zone<FE, V>(zone, here, code, cell);
    const I face = face_of_slot<FE, V>(slot), first = face * I(FE::n_points) + I(first_face_row_of<FE>(zone));
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < FE::n_points; ++g) {
      const I point = zone.curved ? first + I(g) : face;
      V value[dim + 1];
      for (int i = 0; i <= dim; ++i) value[i] = gather<V>(zone.face, (point * I(dim + 1) + I(i)) * I(zone.padded) + at);
      if (!zone.curved) value[dim] = value[dim] * gather<V>(zone.jacobian, at);
      for (int d = 0; d < dim; ++d) normal[g][d] = select(here, value[d], normal[g][d]);
      length[g] = select(here, value[dim], length[g]);
    }
  });
}

}  // namespace dg
