/// What a face gives to the cells on one side of it: integrals against their modes, added to a state array.
#pragma once

#include "libdg/kernels/integrands/side_cells.hpp"

namespace dg {

/// Adds int phi_k x ds over the face (affine cells: / det J) to the variables from first_variable on of a state array:
/// `x` contains |J_f|, `Add` is how lanes add.
template <Space S, class FE, class Add, int N, class V>
RKDG_CALL void side_project(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, PointOrder order,
                            int first_variable, MaskOf<V> active, const V (&x)[FE::n_points][N], RealOf<V>* array) {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  constexpr int NK = Element<S, FE::degree>::n_modes, NG = FE::n_points;
  const Real* lift = zone.tables.faces[FE::kind].side_lift[static_cast<int>(order)];
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
      const V phi = at_slot<FE, V>(lift + (k * NG + g) * code_slots(FE::cell_dim), side.slot);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) sum[n] += phi * x[g][n];
    }
    RKDG_UNROLL
    for (int n = 0; n < N; ++n)
      Add::add(base, offset + I(zone.layout.mode(first_variable + n, k)), scale * sum[n], active);
  }
}

/// side_project() for the space that a zone has.
template <class FE, class Add, int N, class V>
RKDG_FN void zone_project(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, PointOrder order,
                          int first_variable, MaskOf<V> active, const V (&x)[FE::n_points][N], RealOf<V>* array) {
  with_space_of<FE>(zone,
                    [&]<Space S>() { side_project<S, FE, Add>(zone, side, order, first_variable, active, x, array); });
}

/// side_project() on the side whose zone and face are given by `code`, for the active lanes.
template <class FE, class Add, class Eq, int N, class V>
RKDG_CALL void project(const Scheme<Eq>& scheme, IndexOf<V> code, IndexOf<V> cell, PointOrder order, int first_variable,
                       MaskOf<V> active, const V (&x)[FE::n_points][N], RealOf<V>* array) {
  for_each_zone<FE, V>(scheme.zones, code, [&](const auto& zone, MaskOf<V> here, bool) {
    const SideCells<V> side = side_in_zone<FE, V>(zone, here, code, cell);
    zone_project<FE, Add>(zone, side, order, first_variable, here & active, x, array);
  });
}

}  // namespace dg
