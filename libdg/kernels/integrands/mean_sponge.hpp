/// A sponge that draws the solution U to its own running mean: it adds strength (U_mean - U) to the rates.
///
/// `dU_mean/dt = (U - U_mean) / averaging time`: Pruett, Gatski, Grosch and Thacker, Phys. Fluids 15 (2003) 2127. The
/// mean takes the stages of the Runge-Kutta scheme beside the solution, and has its order. The strength varies within
/// cells, so the difference is found at the points of the rule of sources and then projected.
#pragma once

#include "libdg/kernels/integrands/stage_update.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

/// The cells of a zone that have a strength, in a list of their own, for lanes V of neighbours in it. All states but
/// the mean are state arrays, by modes.
template <class V>
struct MeanSponge {
  using Real = RealOf<V>;

  StateLayout layout;
  std::int64_t state_begin;
  std::int64_t mean_begin;  ///< of this zone in an array of means
  Index count;              ///< entries of the list: whole lanes, of which the last may repeat a cell
  Index modes, points, variables;
  const Index* cells;    ///< [entry] cell of the zone
  const Real* basis;     ///< [point][mode]
  const Real* strength;  ///< at place(entry, point, points), times the weight of the point (curved cells: and det J)
  Real inverse_time;     ///< 1 / averaging time

  /// Where one of so many numbers of an entry lies: those of lanes side by side.
  RKDG_FN std::int64_t place(Index entry, Index number, Index numbers) const {
    constexpr Index width = LaneTraits<V>::width;
    if constexpr (width == 1) return std::int64_t(number) * count + entry;
    return (std::int64_t(entry / width) * numbers + number) * width + entry % width;
  }
  /// Where mode k of variable n of an entry lies in a state, and in an array of means.
  RKDG_FN std::int64_t in_state(Index entry, int n, int k) const {
    return state_begin + layout.cell(std::int64_t(cells[entry])) + layout.mode(n, k);
  }
  RKDG_FN std::int64_t in_mean(Index entry, int n, int k) const {
    return mean_begin + place(entry, n * modes + k, variables * modes);
  }

  /// U_mean - U.
  RKDG_FN Real difference(Index entry, int n, int k, const Real* mean, const Real* state) const {
    return mean[in_mean(entry, n, k)] - state[in_state(entry, n, k)];
  }

  /// The strength times the difference at point q of the lanes of an entry, from its modes, so many numbers apart.
  RKDG_FN V source(Index entry, int q, const Real* differences, int apart) const {
    V sum(Real(0));
    for (Index k = 0; k < modes; ++k) sum += V(basis[q * modes + k]) * load<V>(differences + k * apart);
    return load<V>(strength + place(entry, q, points)) * sum;
  }

  /// The moment with basis function k, from these sources.
  RKDG_FN V moment(int k, const Real* sources, int apart) const {
    V sum(Real(0));
    for (Index q = 0; q < points; ++q) sum += V(basis[q * modes + k]) * load<V>(sources + q * apart);
    return sum;
  }

  /// Adds a moment to those of the source that the case has, if any.
  RKDG_FN void put_moment(Index entry, int n, int k, Real moment, const Real* of_case, Real* moments) const {
    const std::int64_t at = in_state(entry, n, k);
    moments[at] = of_case ? of_case[at] + moment : moment;
  }

  /// Takes the mean through a stage, whose arrays are means. A step of 0 leaves it as it is: a device may take some
  /// beyond the end of a run.
  RKDG_FN void advance(Index entry, int n, int k, const Stage<Real>& stage, const Real* state) const {
    const Real step = *stage.dt;
    if (!(step > Real(0))) return;
    const std::int64_t at = in_mean(entry, n, k);
    const Real mean = stage.in[at];
    Real next = stage.rate_weight * step * inverse_time * (state[in_state(entry, n, k)] - mean);
    update_stage(
        stage, [&](Real weight) RKDG_INLINE { next += weight * mean; },
        [&](int i, Real weight) RKDG_INLINE { next += weight * stage.history[i][at]; });
    stage.out[at] = next;
  }
};

}  // namespace dg
