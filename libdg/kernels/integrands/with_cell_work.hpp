/// How the cells of a zone are worked on: along lines where their space allows it, by dense matrices elsewhere.
#pragma once

#include "libdg/kernels/integrands/curved_solid_line_cell_work.hpp"
#include "libdg/kernels/integrands/line_cell_work.hpp"
#include "libdg/kernels/integrands/prism_line_cell_work.hpp"
#include "libdg/kernels/integrands/solid_line_cell_work.hpp"

namespace dg {

/// Along lines.
template <class Eq, Space S, int P, class V>
using LineWork = std::conditional_t<
    dim_of(S) == 2, LineCellWork<Eq, P, V>,
    std::conditional_t<S == Space::prism_Q, PrismLineCellWork<Eq, P, V>, SolidLineCellWork<Eq, P, V>>>;

/// Calls visit.operator()<Work>().
template <class Eq, Space S, int P, bool Curved, int T, class V, class Visit>
RKDG_FN void with_cell_work(const ZoneView<RealOf<V>>& zone, const Visit& visit) {
  if constexpr (T == 1 && has_lines<S, P, V> && (!Curved || S == Space::hexahedron_Q)) {
    using Lines = std::conditional_t<Curved, CurvedSolidLineCellWork<Eq, P, V>, LineWork<Eq, S, P, V>>;
    if (Lines::fits(zone)) return visit.template operator()<Lines>();
  }
  visit.template operator()<CellWork<Eq, S, P, Curved, T, V>>();
}

}  // namespace dg
