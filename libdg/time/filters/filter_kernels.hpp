/// The kernels of filters, in the order in which a stage is filtered.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/time/filters/oscillations.hpp"

namespace dg {

/// A function for few cells: on a device not inlined, so that what it holds takes no registers from the others.
#ifdef __CUDACC__
#define RKDG_RARE __device__ __noinline__
#else
#define RKDG_RARE inline
#endif

/// Threads of a device that share a cell, of which neighbouring ones read neighbouring coefficients: more of them where
/// a cell has many. Those that ran fastest at degree 3 (benchmarks/NOTES.md).
constexpr DeviceShape filter_shape(int coefficients) {
  if (coefficients > 0 && coefficients <= 16) return {.threads = 4, .blocks = 6};
  return {.threads = coefficients > 0 && coefficients <= 32 ? 2 : 4, .blocks = 4};
}

/// Keeps the cells of a zone positive; with Damps it also finds the averages that the sensor reads.
template <class Eq, class Sizes, bool Damps>
struct KeepPositive {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape = filter_shape(Sizes::coefficients);

  KernelContext<Eq> context;
  FilterView<Real> filters;
  Real* state;
  int zone_number;

  template <int T, class V>
  RKDG_FN void operator()(Index first, const Team<T, V>& team) const {
    const FilteredCells<Eq, Sizes, T, V> cells = cells_of(first, team);
    const CellSurvey<Eq, Sizes, Damps, T, V> survey(cells);
    V change(Real(0));
    if constexpr (HasPositiveStates<Eq>)
      if (filters.keeps_positive) {
        const auto untouched = cells.is_padding() | stays_as_it_is(survey, context.equations);
        if (team.any_of(!untouched)) change = scale(first, team, average_of(survey), untouched) - V(Real(1));
      }
    if (team.rank > 0) return;
    const Index cell = context.zones.zone[zone_number].cell_begin + first;
    store(filters.strength + cell, -change);
    if constexpr (Damps) {
      Real* averages = filters.averages + std::int64_t(filters.cell_stride) * cell;
      store(averages, survey.average[survey.sensed]);
      RKDG_UNROLL_DEVICE
      for (int f = 0; f < survey.most_faces; ++f)
        if (f < cells.faces())
          store(averages + std::int64_t(1 + f) * filters.value_stride,
                survey.face_average[f] + change * (survey.face_average[f] - survey.average[survey.sensed]));
    }
  }

 private:
  template <class V>
  struct Average {
    V value[Eq::n_var];
  };
  template <class Survey, class V = std::remove_const_t<std::remove_reference_t<decltype(Survey::average[0])>>>
  RKDG_FN static Average<V> average_of(const Survey& survey) {
    Average<V> average;
    for (int n = 0; n < Eq::n_var; ++n) average.value[n] = survey.average[n];
    return average;
  }

  template <int T, class V>
  RKDG_FN FilteredCells<Eq, Sizes, T, V> cells_of(Index first, const Team<T, V>& team) const {
    return {context.zones.zone[zone_number], filters.zone[zone_number], state, first, team};
  }

  template <int T, class V>
  RKDG_RARE V scale(Index first, Team<T, V> team, Average<V> average, MaskOf<V> untouched) const {
    return scale_to_positive(cells_of(first, team), context.equations, average.value, untouched);
  }
};

/// Damps the cells of a zone that the sensor finds. Precondition: averages of all cells, ghosts included.
template <class Eq, class Sizes>
struct DampOscillations {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{.threads = 4, .blocks = 8};

  KernelContext<Eq> context;
  FilterView<Real> filters;
  Real* state;
  const Real* dt;  ///< as in Stage
  bool local_dt;
  int zone_number;

  template <int T, class V>
  RKDG_FN void operator()(Index first, const Team<T, V>& team) const {
    const ZoneView<Real>& zone = context.zones.zone[zone_number];
    const FilteredCells<Eq, Sizes, T, V> cells(zone, filters.zone[zone_number], state, first, team);
    V largest(Real(0));
    if constexpr (!SensesPositive<Eq>) largest = cells.largest_coefficient();
    const V gate = select(cells.is_padding(), V(Real(0)),
                          oscillation_gate<Eq>(filters, filters.zone[zone_number], zone, first, team, largest));
    if (!team.any_of(gate > V(Real(0)))) return;
    Real* strength = filters.strength + zone.cell_begin + first;
    if (team.rank == 0) store(strength, maximum(load<V>(strength), gate));
    damp(first, team, gate);
  }

 private:
  template <int T, class V>
  RKDG_RARE void damp(Index first, Team<T, V> team, V gate) const {
    const ZoneView<Real>& zone = context.zones.zone[zone_number];
    const FilteredCells<Eq, Sizes, T, V> cells(zone, filters.zone[zone_number], state, first, team);
    const V step = local_dt ? load<V>(dt + zone.cell_begin + first) : V(*dt);
    damp_oscillations(cells, context.equations, gate, step);
    if constexpr (HasPositiveStates<Eq>) {
      if (!filters.keeps_positive) return;
      const CellSurvey<Eq, Sizes, false, T, V> survey(cells);
      const auto untouched = cells.is_padding() | stays_as_it_is(survey, context.equations);
      if (team.any_of(!untouched)) scale_to_positive(cells, context.equations, survey.average, untouched);
    }
  }
};

}  // namespace dg
