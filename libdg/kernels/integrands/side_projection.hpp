/// What a face gives to the cells on one side of it: integrals against their modes, added to a state array.
#pragma once

#include "libdg/kernels/integrands/side_cells.hpp"

namespace dg {

/// Calls give(k, int phi_k x ds) with the integrals over the reference face for every mode of the cells.
template <Space S, class FE, int N, class V, class Give>
RKDG_FN void side_moments(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, PointOrder order,
                          const V (&x)[FE::n_points][N], const Give& give) {
  using Real = RealOf<V>;
  constexpr int NK = Element<S, FE::degree>::n_modes, NG = FE::n_points;
  const Real* lift = zone.tables.faces[FE::kind].side_lift[static_cast<int>(order)];
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
    give(k, sum);
  }
}

/// Adds `scale` times what side_moments() finds to the variables from first_variable on of a state array; `Add` is how
/// lanes add.
template <Space S, class FE, class Add, int N, class V>
RKDG_CALL void side_project(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, PointOrder order,
                            int first_variable, MaskOf<V> active, V scale, const V (&x)[FE::n_points][N],
                            RealOf<V>* array) {
  const IndexOf<V> offset = zone.layout.cell(side.cell);
  side_moments<S, FE>(zone, side, order, x, [&](int k, const V(&sum)[N]) {
    RKDG_UNROLL
    for (int n = 0; n < N; ++n)
      Add::add(array + zone.state_begin, offset + IndexOf<V>(zone.layout.mode(first_variable + n, k)), scale * sum[n],
               active);
  });
}

/// Adds what side_moments() finds, times the components of the normal of the reference cell's face, to the arrays of
/// its directions.
template <Space S, class FE, class Add, int N, class V>
RKDG_CALL void side_project_lifting(const ZoneView<RealOf<V>>& zone, const SideCells<V>& side, PointOrder order,
                                    int first_variable, MaskOf<V> active, const V (&x)[FE::n_points][N],
                                    RealOf<V>* const (&arrays)[FE::cell_dim]) {
  constexpr int dim = FE::cell_dim;
  const IndexOf<V> offset = zone.layout.cell(side.cell);
  const RealOf<V>* table = zone.tables.faces[FE::kind].side_normal[static_cast<int>(order)];
  V normal[dim];
  MaskOf<V> counts[dim];
  RKDG_UNROLL
  for (int r = 0; r < dim; ++r) {
    normal[r] = at_slot<FE, V>(table + r * code_slots(dim), side.slot);
    counts[r] = active & (normal[r] * normal[r] > V(RealOf<V>(0)));
  }
  side_moments<S, FE>(zone, side, order, x, [&](int k, const V(&sum)[N]) {
    RKDG_UNROLL
    for (int r = 0; r < dim; ++r) RKDG_UNROLL
    for (int n = 0; n < N; ++n)
      Add::add(arrays[r] + zone.state_begin, offset + IndexOf<V>(zone.layout.mode(first_variable + n, k)),
               normal[r] * sum[n], counts[r]);
  });
}

/// Adds `int phi_k x ds` over a face (affine cells: `/ det J`) to a state array, for the active lanes. Its side has the
/// zone and face given by `code`; `x` contains |J_f|.
template <class FE, class Add, class Eq, int N, class V>
RKDG_CALL void project(const KernelContext<Eq>& context, IndexOf<V> code, IndexOf<V> cell, PointOrder order,
                       int first_variable, MaskOf<V> active, const V (&x)[FE::n_points][N], RealOf<V>* array) {
  for_each_zone<FE, V>(context.zones, code, [&](const auto& zone, MaskOf<V> here, bool) {
    const SideCells<V> side = side_in_zone<FE, V>(zone, here, code, cell);
    V scale(RealOf<V>(1));
    if (!zone.curved) scale = V(RealOf<V>(1)) / gather<V>(zone.jacobian, side.cell);
    with_space_of<FE>(zone, [&]<Space S>() {
      side_project<S, FE, Add>(zone, side, order, first_variable, here & active, scale, x, array);
    });
  });
}

/// Adds the modes of the lifting of the jumps x on a face along the reference directions to state arrays, likewise.
template <class FE, class Add, class Eq, int N, class V>
RKDG_CALL void project_lifting(const KernelContext<Eq>& context, IndexOf<V> code, IndexOf<V> cell, PointOrder order,
                               int first_variable, MaskOf<V> active, const V (&x)[FE::n_points][N],
                               RealOf<V>* const (&arrays)[FE::cell_dim]) {
  for_each_zone<FE, V>(context.zones, code, [&](const auto& zone, MaskOf<V> here, bool) {
    const SideCells<V> side = side_in_zone<FE, V>(zone, here, code, cell);
    with_space_of<FE>(zone, [&]<Space S>() {
      side_project_lifting<S, FE, Add>(zone, side, order, first_variable, here & active, x, arrays);
    });
  });
}

}  // namespace dg
