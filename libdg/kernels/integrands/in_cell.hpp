/// Equations as they are in a cell, for those that depend on it (DependsOnCell); others are as they were.
///
/// Point data of equations: what a cell says of its points, which is ZoneView::cell_value so far.
#pragma once

#include <limits>

#include "libdg/kernels/integrands/side_cells.hpp"

namespace dg {

/// In the cells first, first + 1, ... of a zone.
template <class V, class Eq>
RKDG_FN decltype(auto) in_cells(const Eq& equations, [[maybe_unused]] const ZoneView<RealOf<V>>& zone,
                                [[maybe_unused]] Index first) {
  if constexpr (DependsOnCell<Eq>)
    return equations.in_cell(load<V>(zone.cell_value + first));
  else
    return (equations);
}

/// In the cells on a side of faces, whose zones `code` says (all lanes non-negative).
template <class FE, class V, class Eq>
RKDG_FN decltype(auto) on_side(const KernelContext<Eq>& context, [[maybe_unused]] IndexOf<V> code,
                               [[maybe_unused]] IndexOf<V> cell) {
  if constexpr (DependsOnCell<Eq>) {
    using I = IndexOf<V>;
    V value(RealOf<V>(0));
    for_each_zone<FE, V>(context.zones, code, [&](const auto& zone, MaskOf<V> here, bool) {
      value = select(here, gather<V>(zone.cell_value, select(here, cell, I(0))), value);
    });
    return context.equations.in_cell(value);
  } else {
    return (context.equations);
  }
}

/// In the cell of a thread beside its face.
template <class Eq>
RKDG_FN decltype(auto) beside_face(const KernelContext<Eq>& context, [[maybe_unused]] Index code,
                                   [[maybe_unused]] Index cell) {
  if constexpr (DependsOnCell<Eq>)
    return context.equations.in_cell(context.zones.zone[zone_of<Eq::dim>(code)].cell_value[cell]);
  else
    return (context.equations);
}

/// The equations on both sides of faces: references, or what depends on the cells.
template <class Located>
struct SideEquations {
  Located minus, plus;
};

/// Those that do not depend on cells.
template <class Eq>
RKDG_FN SideEquations<const Eq&> on_both_sides(const Eq& equations) {
  return {equations, equations};
}

/// The same of cells on both sides by their codes, as on_side() has them.
template <class FE, class V, class Eq>
RKDG_FN auto on_both_sides(const KernelContext<Eq>& context, IndexOf<V> minus_code, IndexOf<V> minus,
                           IndexOf<V> plus_code, IndexOf<V> plus) {
  using Located = decltype(on_side<FE, V>(context, minus_code, minus));
  return SideEquations<Located>{on_side<FE, V>(context, minus_code, minus), on_side<FE, V>(context, plus_code, plus)};
}

/// The same of a thread; on a boundary, both are the cell inside.
template <bool Boundary, class Eq, class Indices>
RKDG_FN auto beside_both(const KernelContext<Eq>& context, const Indices& at) {
  using Located = decltype(beside_face(context, at.minus_code, at.minus));
  return SideEquations<Located>{
      beside_face(context, at.minus_code, at.minus),
      beside_face(context, Boundary ? at.minus_code : at.plus_code, Boundary ? at.minus : at.plus)};
}

/// The same of straight faces between cells of a zone, of degree P, with the width of the filter as
/// ZoneView::cell_value. It follows from `|J_f| / det J` of both sides and what directions of the reference face have
/// of the gradient. Their cross product has the size `1 / |J_f|`. Precondition: the equations take no other number of a
/// cell.
template <int P, class Eq, class V, class Tangents>
RKDG_FN auto on_straight_sides(const Eq& equations, [[maybe_unused]] const ZoneView<RealOf<V>>& zone,
                               [[maybe_unused]] const Tangents& tangents, [[maybe_unused]] const V (&length)[2]) {
  if constexpr (DependsOnCell<Eq>) {
    using Real = RealOf<V>;
    const auto& t = tangents.t;
    V square(Real(0));
    if constexpr (Eq::dim == 2) {
      square = t[0][0] * t[0][0];
    } else {
      RKDG_UNROLL
      for (int d = 0; d < 3; ++d) {
        const V x = t[0][(d + 1) % 3] * t[1][(d + 2) % 3] - t[0][(d + 2) % 3] * t[1][(d + 1) % 3];
        square += x * x;
      }
    }
    const Real mode_0 = zone.tables.interpolate[0];  // the constant 1 / sqrt(volume of the reference cell)
    const auto width = [&](int side) {
      V of_lanes(Real(0));
      const V inverse = V(mode_0 * mode_0) * length[side] * square_root(square);
      for (int lane = 0; lane < LaneTraits<V>::width; ++lane)
        set_lane(
            of_lanes, lane,
            power(lane_of(inverse, lane) + std::numeric_limits<Real>::min(), Real(-1) / Real(Eq::dim)) / Real(P + 1));
      return of_lanes;
    };
    return SideEquations<decltype(equations.in_cell(length[0]))>{equations.in_cell(width(0)),
                                                                 equations.in_cell(width(1))};
  } else {
    return on_both_sides(equations);
  }
}

}  // namespace dg
