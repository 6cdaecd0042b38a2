/// How the cells of a zone are worked on: along lines where their space allows it, by dense matrices elsewhere.
#pragma once

#include "libdg/kernels/integrands/curved_sum_factorised_cell_work_3d.hpp"
#include "libdg/kernels/integrands/sum_factorised_cell_work_2d.hpp"
#include "libdg/kernels/integrands/sum_factorised_cell_work_3d.hpp"
#include "libdg/kernels/integrands/sum_factorised_prism_work.hpp"

namespace dg {

/// Along lines.
template <class Eq, Space S, int P, class V>
using SumFactorisedCellWork = std::conditional_t<
    dim_of(S) == 2, SumFactorisedCellWork2D<Eq, P, V>,
    std::conditional_t<S == Space::prism_Q, SumFactorisedPrismWork<Eq, P, V>, SumFactorisedCellWork3D<Eq, P, V>>>;

/// Calls visit.operator()<Work>().
template <class Eq, Space S, int P, bool Curved, int T, class V, class Visit>
RKDG_FN void with_cell_work(const ZoneView<RealOf<V>>& zone, const Visit& visit) {
  if constexpr (T == 1 && has_sum_factorisation<S, P, V> && (!Curved || S == Space::hexahedron_Q)) {
    using Lines =
        std::conditional_t<Curved, CurvedSumFactorisedCellWork3D<Eq, P, V>, SumFactorisedCellWork<Eq, S, P, V>>;
    if (Lines::fits(zone)) return visit.template operator()<Lines>();
  }
  visit.template operator()<CellWork<Eq, S, P, Curved, T, V>>();
}

}  // namespace dg
