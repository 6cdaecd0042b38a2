/// The kernels of the filters of a gas, in the order in which a stage is filtered.
#pragma once

#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/launch/device_shape.hpp"
#include "libdg/time/filters/oscillations.hpp"

namespace dg {

/// Keeps the cells of a zone positive, and finds the averages that the sensor reads.
template <class Eq>
struct KeepPositive {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  Scheme<Eq> scheme;
  FilterView<Real> filters;
  Real* state;
  int zone_number;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    const ZoneView<Real>& zone = scheme.zones.zone[zone_number];
    const FilteredCells<Eq, V> cells(zone, filters.zone[zone_number], state, first);
    if (filters.keeps_positive) keep_positive(cells, scheme.equations);
    if (!filters.damps) return;
    Real* averages = filters.averages + zone.cell_begin + first;
    store(averages, cells.average(0));
    for (int f = 0; f < cells.tables.faces; ++f)
      store(averages + std::int64_t(1 + f) * filters.cells, cells.face_average(0, f));
  }
};

/// Damps the cells of a zone that the sensor finds. Precondition: averages of all cells, ghosts included.
template <class Eq>
struct DampOscillations {
  using Real = typename Eq::Real;
  static constexpr DeviceShape shape{};

  Scheme<Eq> scheme;
  FilterView<Real> filters;
  Real* state;
  const Real* dt;  ///< as in Stage
  bool local_dt;
  int zone_number;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    const ZoneView<Real>& zone = scheme.zones.zone[zone_number];
    const FilteredCells<Eq, V> cells(zone, filters.zone[zone_number], state, first);
    const V gate = oscillation_gate<V>(filters, cells.tables, zone, first);
    store(filters.strength + zone.cell_begin + first, gate);
    if (!any(gate > V(Real(0)))) return;
    const V step = local_dt ? load<V>(dt + zone.cell_begin + first) : V(*dt);
    damp_oscillations(cells, scheme.equations, gate, step);
    if (filters.keeps_positive) keep_positive(cells, scheme.equations);
  }
};

}  // namespace dg
