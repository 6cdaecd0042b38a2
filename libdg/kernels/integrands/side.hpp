/// One side of a face, evaluated for lanes whose cells have the face at different local places: traces and lifting.
#pragma once

#include "libdg/kernels/engines/small_gemm.hpp"
#include "libdg/kernels/scheme.hpp"
#include "libdg/space/face_axes.hpp"

namespace dg {

/// Turns derivatives along the reference normal, given in grad[0], into those of a frame; `axes(g)` are the axes at
/// point g.
template <int NG, int N, class V, class Axes>
RKDG_FN void complete_gradient(const RealOf<V>* tangential, const V (&u)[NG][N], Axes&& axes,
                               V (&grad)[space_dim][NG][N]) {
  V along[NG][N];
  small_gemm<false, NG, NG>(tangential, NG, u, along);
  RKDG_UNROLL_DEVICE
  for (int g = 0; g < NG; ++g) {
    const auto a = axes(g);
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      V derivative[space_dim];
      a.turn(grad[0][g][n], along[g][n], derivative);
      RKDG_UNROLL
      for (int d = 0; d < space_dim; ++d) grad[d][g][n] = derivative[d];
    }
  }
}

/// The cells on one side of a face: zone, cell in the zone, and local face, per lane.
template <class V>
struct SideCells {
  IndexOf<V> cell, slot;
};

/// Inverse Jacobian d xi_i / d x_d at face point g, as m[i * space_dim + d].
template <int NG, class V>
RKDG_FN void side_metric(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, Way way, int g,
                         V (&m)[space_dim * space_dim]) {
  using I = IndexOf<V>;
  const I padded(zone.padded);
  RKDG_UNROLL
  for (int i = 0; i < space_dim * space_dim; ++i) {
    if (zone.curved) {
      const int point = way == Way::along ? g : NG - 1 - g;
      m[i] = gather<V>(zone.face_metric,
                       ((side.slot * I(NG) + I(point)) * I(space_dim * space_dim) + I(i)) * padded + side.cell);
    } else {
      m[i] = gather<V>(zone.metric, I(i) * padded + side.cell);
    }
  }
}

/// Traces u and, if asked, derivatives along the normal of the reference face, by the table [g][k][slot][2].
template <bool Normal, int NG, int NK, int N, class V>
RKDG_FN void trace_sums(const RealOf<V>* table, IndexOf<V> slot, const V (&c)[NK][N], V (&u)[NG][N],
                        V (&normal)[NG][N]) {
  RKDG_UNROLL_DEVICE
  for (int g = 0; g < NG; ++g) {
    V value[N], derivative[N];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) value[n] = derivative[n] = V(RealOf<V>(0));
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) {
      V x, xn;
      lookup_pair(table + (g * NK + k) * face_slots * 2, slot, x, xn);
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

/// Traces of the state and, if asked, of its derivatives in the frame F, at the points of the face: the N variables
/// from first_variable on. Frame::face is for straight faces, of unit normal `normal`.
template <Space S, int P, Frame F, int N, class V>
RKDG_CALL void side_traces(const ZoneView<RealOf<V>>& zone, const RealOf<V>* state, const SideCells<V>& side, Way way,
                           int first_variable, bool gradient, V (&u)[P + 1][N], V (&grad)[space_dim][P + 1][N],
                           const V* normal) {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  constexpr int NK = Element<S, P>::n_modes, NG = P + 1;
  const Real* base = state + zone.state_begin;
  const I offset = zone.layout.cell(side.cell);
  V c[NK][N];
  RKDG_UNROLL_DEVICE
  for (int n = 0; n < N; ++n) RKDG_UNROLL_DEVICE
  for (int k = 0; k < NK; ++k) c[k][n] = gather<V>(base, offset + I(zone.layout.mode(first_variable + n, k)));

  const Real* table = zone.tables.side[static_cast<int>(way)];
  if (!gradient) return trace_sums<false>(table, side.slot, c, u, grad[0]);
  trace_sums<true>(table, side.slot, c, u, grad[0]);
  const V turn(way == Way::along ? Real(1) : Real(-1));
  V frame[2 * space_dim];
  RKDG_UNROLL
  for (int i = 0; i < 2 * space_dim; ++i) frame[i] = lookup<V>(zone.tables.frame + i * face_slots, side.slot);
  RKDG_UNROLL
  for (int i = space_dim; i < 2 * space_dim; ++i) frame[i] *= turn;
  const auto axes = [&](int g) {
    V m[space_dim * space_dim];
    side_metric<NG>(zone, side, way, g, m);
    if constexpr (F == Frame::face)
      return StraightAxes<V>(FaceAxes<V>(m, frame), normal);
    else
      return FaceAxes<V>(m, frame);
  };
  if (zone.curved) return complete_gradient(zone.tables.tangential, u, axes, grad);
  const auto straight = axes(0);
  complete_gradient(
      zone.tables.tangential, u, [&](int) { return straight; }, grad);
}

/// y(g) = sum_h phi(g) . M^-1 phi(h) w_h x(h): the lifting of x on a face, evaluated on that face.
template <int P, int N, class V>
RKDG_CALL void side_lifting(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, Way way, const V (&x)[P + 1][N],
                            V (&y)[P + 1][N]) {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  constexpr int NG = P + 1;
  if (!zone.curved) {
    small_gemm<false, NG, NG>(zone.tables.face_lift, NG, x, y);
    const V inverse = V(Real(1)) / gather<V>(zone.jacobian, side.cell);
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < NG; ++g) RKDG_UNROLL
    for (int n = 0; n < N; ++n) y[g][n] *= inverse;
    return;
  }
  RKDG_UNROLL_DEVICE
  for (int g = 0; g < NG; ++g) {
    V sum[N];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) sum[n] = V(Real(0));
    RKDG_UNROLL_DEVICE
    for (int h = 0; h < NG; ++h) {
      const int entry = way == Way::along ? g * NG + h : (NG - 1 - g) * NG + (NG - 1 - h);
      const V a = gather<V>(zone.face_lift, (side.slot * I(NG * NG) + I(entry)) * I(zone.padded) + side.cell);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[n] += a * x[h][n];
    }
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) y[g][n] = sum[n];
  }
}

/// side_traces() for the space that a zone has.
template <int P, Frame F, int N, class V>
RKDG_FN void zone_traces(const ZoneView<RealOf<V>>& zone, const RealOf<V>* state, const SideCells<V>& side, Way way,
                         int first_variable, bool gradient, V (&u)[P + 1][N], V (&grad)[space_dim][P + 1][N],
                         const V* normal) {
  switch (zone.space) {
    case Space::triangle_P:
      return side_traces<Space::triangle_P, P, F>(zone, state, side, way, first_variable, gradient, u, grad, normal);
    case Space::quadrilateral_P:
      return side_traces<Space::quadrilateral_P, P, F>(zone, state, side, way, first_variable, gradient, u, grad,
                                                       normal);
    case Space::quadrilateral_Q:
      return side_traces<Space::quadrilateral_Q, P, F>(zone, state, side, way, first_variable, gradient, u, grad,
                                                       normal);
  }
}

/// Cell and local face of the lanes in a zone; lanes elsewhere get the zone's first cell and face, which can be read.
template <class V>
RKDG_FN SideCells<V> side_in_zone(MaskOf<V> here, IndexOf<V> code, IndexOf<V> cell) {
  using I = IndexOf<V>;
  return {select(here, cell, I(0)), select(here, code & I(face_slots - 1), I(0))};
}

/// Calls visit(zone, lanes in that zone, whether these are all lanes) for each zone that occurs among `code`.
template <class V, class Real, class Visit>
RKDG_FN void for_each_zone(const ZonesView<Real>& zones, IndexOf<V> code, Visit&& visit) {
  const IndexOf<V> of = code >> 2;
  for (int z = 0; z < zones.count; ++z) {
    const MaskOf<V> here = of == IndexOf<V>(z);
    if (!any(here)) continue;
    const bool whole = all(here);
    visit(zones.zone[z], here, whole);
    if (whole) return;
  }
}

/// side_traces() on the side whose zone and face are given by `code` (all lanes non-negative).
template <int P, Frame F = Frame::cartesian, class Eq, int N, class V>
RKDG_CALL void traces(const Scheme<Eq>& scheme, const RealOf<V>* state, IndexOf<V> code, IndexOf<V> cell, Way way,
                      int first_variable, bool gradient, V (&u)[P + 1][N], V (&grad)[space_dim][P + 1][N],
                      const V* normal = nullptr) {
  for_each_zone<V>(scheme.zones, code, [&](const auto& zone, MaskOf<V> here, bool whole) {
    const SideCells<V> side = side_in_zone<V>(here, code, cell);
    if (whole) return zone_traces<P, F>(zone, state, side, way, first_variable, gradient, u, grad, normal);
    V part_u[P + 1][N], part_grad[space_dim][P + 1][N];
    zone_traces<P, F>(zone, state, side, way, first_variable, gradient, part_u, part_grad, normal);
    for (int g = 0; g <= P; ++g)
      for (int n = 0; n < N; ++n) {
        u[g][n] = select(here, part_u[g][n], u[g][n]);
        if (gradient)
          for (int d = 0; d < space_dim; ++d) grad[d][g][n] = select(here, part_grad[d][g][n], grad[d][g][n]);
      }
  });
}

/// side_lifting() on the side whose zone and face are given by `code`.
template <int P, class Eq, int N, class V>
RKDG_CALL void lifting(const Scheme<Eq>& scheme, IndexOf<V> code, IndexOf<V> cell, Way way, const V (&x)[P + 1][N],
                       V (&y)[P + 1][N]) {
  for_each_zone<V>(scheme.zones, code, [&](const auto& zone, MaskOf<V> here, bool whole) {
    const SideCells<V> side = side_in_zone<V>(here, code, cell);
    if (whole) return side_lifting<P>(zone, side, way, x, y);
    V part[P + 1][N];
    side_lifting<P>(zone, side, way, x, part);
    for (int g = 0; g <= P; ++g)
      for (int n = 0; n < N; ++n) y[g][n] = select(here, part[g][n], y[g][n]);
  });
}

/// Unit normals out of the cells given by `code`, and |J_f|, at the points of their faces.
template <int P, class Eq, class V>
RKDG_CALL void face_geometry(const Scheme<Eq>& scheme, IndexOf<V> code, IndexOf<V> cell, V (&normal)[P + 1][space_dim],
                             V (&length)[P + 1]) {
  using I = IndexOf<V>;
  for_each_zone<V>(scheme.zones, code, [&](const auto& zone, MaskOf<V> here, bool) {
    const auto [at, face] = side_in_zone<V>(here, code, cell);
    RKDG_UNROLL_DEVICE
    for (int g = 0; g <= P; ++g) {
      const I point = zone.curved ? face * I(P + 1) + I(g) : face;
      V value[space_dim + 1];
      for (int i = 0; i <= space_dim; ++i)
        value[i] = gather<V>(zone.face, (point * I(space_dim + 1) + I(i)) * I(zone.padded) + at);
      if (!zone.curved) value[space_dim] = value[space_dim] * gather<V>(zone.jacobian, at);
      for (int d = 0; d < space_dim; ++d) normal[g][d] = select(here, value[d], normal[g][d]);
      length[g] = select(here, value[space_dim], length[g]);
    }
  });
}

/// Adds int phi_k x ds over the face (affine cells: / det J) to the variables from first_variable on of a state array:
/// `x` contains |J_f|, `Add` is how lanes add.
template <Space S, int P, class Add, int N, class V>
RKDG_CALL void side_project(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, Way way, int first_variable,
                            MaskOf<V> active, const V (&x)[P + 1][N], RealOf<V>* array) {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  constexpr int NK = Element<S, P>::n_modes, NG = P + 1;
  Real* base = array + zone.state_begin;
  const I offset = zone.layout.cell(side.cell);
  V scale(Real(1));
  if (!zone.curved) scale = V(Real(1)) / gather<V>(zone.jacobian, side.cell);
  for (int k = 0; k < NK; ++k) {
    V sum[N];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) sum[n] = V(Real(0));
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < NG; ++g) {
      const V phi = lookup<V>(zone.tables.side_lift[static_cast<int>(way)] + (k * NG + g) * face_slots, side.slot);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[n] += phi * x[g][n];
    }
    RKDG_UNROLL
    for (int n = 0; n < N; ++n)
      Add::add(base, offset + I(zone.layout.mode(first_variable + n, k)), scale * sum[n], active);
  }
}

/// side_project() on the side whose zone and face are given by `code`, for the active lanes.
template <int P, class Add, class Eq, int N, class V>
RKDG_CALL void project(const Scheme<Eq>& scheme, IndexOf<V> code, IndexOf<V> cell, Way way, int first_variable,
                       MaskOf<V> active, const V (&x)[P + 1][N], RealOf<V>* array) {
  for_each_zone<V>(scheme.zones, code, [&](const auto& zone, MaskOf<V> here, bool) {
    const SideCells<V> side = side_in_zone<V>(here, code, cell);
    const MaskOf<V> lanes = here & active;
    switch (zone.space) {
      case Space::triangle_P:
        return side_project<Space::triangle_P, P, Add>(zone, side, way, first_variable, lanes, x, array);
      case Space::quadrilateral_P:
        return side_project<Space::quadrilateral_P, P, Add>(zone, side, way, first_variable, lanes, x, array);
      case Space::quadrilateral_Q:
        return side_project<Space::quadrilateral_Q, P, Add>(zone, side, way, first_variable, lanes, x, array);
    }
  });
}

/// eta of the cells given by `code`.
template <class V, class Eq>
RKDG_FN V eta_of(const Scheme<Eq>& scheme, IndexOf<V> code) {
  V eta(scheme.eta[0]);
  for (int z = 1; z < scheme.zones.count; ++z) eta = select((code >> 2) == IndexOf<V>(z), V(scheme.eta[z]), eta);
  return eta;
}

}  // namespace dg
