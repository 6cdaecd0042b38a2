/// The cells that lanes hold while a filter works on them: their modes, and their averages over physical space.
#pragma once

#include "libdg/kernels/scheme.hpp"
#include "libdg/time/filters/filter_view.hpp"

namespace dg {

/// A state is by modes; conservation is that of the integral with det J, which ZoneView::moments gives for curved
/// cells.
template <class Eq, class V>
struct FilteredCells {
  using Real = RealOf<V>;
  static constexpr int n_var = Eq::n_var;

  const ZoneView<Real>& zone;
  const ZoneFilterView<Real>& tables;
  Real* base;  ///< first coefficient of the first cell
  Index first;

  RKDG_FN FilteredCells(const ZoneView<Real>& zone_, const ZoneFilterView<Real>& tables_, Real* state, Index first_)
      : zone(zone_),
        tables(tables_),
        base(state + zone_.state_begin + zone_.layout.cell(std::int64_t(first_))),
        first(first_) {}

  RKDG_FN V mode(int n, int k) const { return load<V>(base + zone.layout.mode(n, k)); }
  RKDG_FN void set_mode(int n, int k, V value) const { store(base + zone.layout.mode(n, k), value); }

  /// The value of mode 0, which is constant.
  RKDG_FN V constant() const { return V(zone.tables.interpolate[0]); }

  /// int phi_k dx / int phi_0 dx. Precondition: the cells are curved; in others all but mode 0 have no integral.
  RKDG_FN V moment(int k) const {
    return load<V>(zone.moments + std::int64_t(k) * zone.padded + first) / load<V>(zone.moments + first);
  }

  RKDG_FN V average(int n) const {
    V sum = mode(n, 0);
    if (zone.curved)
      for (int k = 1; k < tables.modes; ++k) sum += moment(k) * mode(n, k);
    return constant() * sum;
  }

  /// The value of a variable at one of the points.
  RKDG_FN V at(int n, int point) const { return sum_of_modes(n, tables.values + point * tables.modes); }

  /// The average of a variable over the reference face f.
  RKDG_FN V face_average(int n, int f) const { return sum_of_modes(n, tables.face_average + f * tables.modes); }

  /// Multiplies mode k by factor(k), for k > 0, and keeps the averages.
  template <class Factor>
  RKDG_FN void scale(const Factor& factor) const {
    for (int n = 0; n < n_var; ++n) {
      V lost(Real(0));
      for (int k = 1; k < tables.modes; ++k) {
        const V old = mode(n, k), scaled = factor(k) * old;
        if (zone.curved) lost += moment(k) * (old - scaled);
        set_mode(n, k, scaled);
      }
      if (zone.curved) set_mode(n, 0, mode(n, 0) + lost);
    }
  }

 private:
  RKDG_FN V sum_of_modes(int n, const Real* row) const {
    V sum(Real(0));
    for (int k = 0; k < tables.modes; ++k) sum += V(row[k]) * mode(n, k);
    return sum;
  }
};

}  // namespace dg
