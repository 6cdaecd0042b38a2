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
  static constexpr int most_faces = Eq::dim == 2 ? 4 : 6;

  Scheme<Eq> scheme;
  FilterView<Real> filters;
  Real* state;
  int zone_number;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    const ZoneView<Real>& zone = scheme.zones.zone[zone_number];
    const FilteredCells<Eq, V> cells(zone, filters.zone[zone_number], state, first);
    V averages[1 + most_faces];
    for (V& a : averages) a = V(Real(0));
    const auto add_mode = [&](int k, const V(&c)[Eq::n_var]) {
      for (int f = 0; f < most_faces; ++f)
        if (f < cells.tables.faces) averages[1 + f] += V(cells.tables.face_average[f * cells.tables.modes + k]) * c[0];
    };
    MaskOf<V> unknown = V(Real(0)) < V(Real(1));  // lanes whose averages are not those of the modes that were read
    if (filters.keeps_positive) unknown = keep_positive(cells, scheme.equations, add_mode);
    if (!filters.damps) return;
    // Sums by another piece of code may round otherwise: no lane's must depend on what happens in others.
    if (any(unknown))
      for (int f = 0; f < cells.tables.faces; ++f)
        averages[1 + f] = select(unknown, cells.face_average(0, f), averages[1 + f]);
    averages[0] = cells.average(0);
    for (int i = 0; i <= most_faces; ++i)
      if (i <= cells.tables.faces)
        store(filters.averages + std::int64_t(i) * filters.cells + zone.cell_begin + first, averages[i]);
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
    if (filters.keeps_positive) keep_positive(cells, scheme.equations, [](int, const V(&)[Eq::n_var]) {});
  }
};

}  // namespace dg
