/// Damps oscillations at shocks and contacts: modes of degree d decay as dc/dt = -d sigma c in cells that a sensor
/// finds.
///
/// The sensor compares jumps of the density with its variation: r = max |[rho]| / (max |rho_neighbour - rho| + 1e-3
/// rho), with averages over cells and over faces. Other equations name the variable in place of the density. Where the
/// flow is resolved, r is of the order h^p; beside a discontinuity of any strength it is of order 1. The rate follows
/// from the gate g, which rises from 0 to 1 between gate_begin and gate_end of r:
///
///     sigma = damping_rate * g * (|u| + c) / h
///
/// The decay is that of implicit Euler over the stage's dt. Of a gas, units and rotations change nothing but rounding,
/// and a boost only the rate, by |u|. Averages stay. After the damping of Peng, Sun and Wu, Math. Comp. 94 (2025) 1147,
/// which acts everywhere and measures jumps against the variation over the whole domain.
#pragma once

#include "libdg/time/filters/positivity.hpp"

namespace dg {

inline constexpr double variation_floor = 1e-3, damping_rate = 3;
/// At degree 1, jumps and the variation fall alike with h at a smooth extremum.
constexpr double gate_begin(int degree) { return degree == 1 ? 0.9 : 0.6; }
constexpr double gate_end(int degree) { return 2 * gate_begin(degree); }

/// The gate of the cells `first`... of a zone.
///
/// Where what is sensed may be zero, jumps that are rounding of the other variables do not count: `largest` is the
/// largest coefficient of all variables in the cell.
template <class Eq, int T, class V>
RKDG_FN V oscillation_gate(const FilterView<RealOf<V>>& filters, const ZoneFilterView<RealOf<V>>& tables,
                           const ZoneView<RealOf<V>>& zone, Index first, const Team<T, V>& team,
                           [[maybe_unused]] V largest) {
  using Real = RealOf<V>;
  const V zero(Real(0)), one(Real(1));
  const Real* own = filters.averages + std::int64_t(filters.cell_stride) * (zone.cell_begin + first);
  const V average = load<V>(own);
  V jump = zero, variation = zero;
  for (int f = team.rank; f < tables.faces; f += T) {
    const std::int64_t entry = std::int64_t(f) * zone.padded + first;
    const V here = load<V>(own + std::int64_t(1 + f) * filters.value_stride);
    const V there = gather<V>(filters.averages, load_index<V>(tables.face_behind + entry));
    const V average_there = gather<V>(filters.averages, load_index<V>(tables.cell_behind + entry));
    jump = maximum(jump, absolute(there - here));
    variation = maximum(variation, absolute(average_there - average));
  }
  jump = maximum_over(team, jump);
  variation = maximum_over(team, variation);
  V variation_or_floor = variation + V(Real(variation_floor)) * absolute(average);
  if constexpr (!SensesPositive<Eq>)
    variation_or_floor += V(100 * std::numeric_limits<Real>::epsilon()) * largest + V(std::numeric_limits<Real>::min());
  const V ratio = jump / variation_or_floor;
  const V gate = (ratio - V(filters.gate_begin)) * V(Real(1) / (filters.gate_end - filters.gate_begin));
  return minimum(maximum(gate, zero), one);
}

template <class Eq, class Sizes, int T, class V>
RKDG_FN void damp_oscillations(const FilteredCells<Eq, Sizes, T, V>& cells, const Eq& equations, V gate, V dt) {
  using Real = RealOf<V>;
  V average[Eq::n_var];
  cells.find_average(average);
  const V speed = equations.wave_speed(equations.point(average));
  const V decay = V(Real(damping_rate)) * gate * dt * speed * load<V>(cells.zone.inverse_length + cells.first);
  const auto damped = gate > V(Real(0));
  // The wave speed of an average that is no state is no number.
  const V rate = select(damped, decay, V(Real(0)));
  cells.damp(damped, average, [&](V degree) { return V(Real(1)) / (V(Real(1)) + degree * rate); });
}

}  // namespace dg
