/// The cells that lanes hold while a filter works on them: their coefficients, and their averages over physical space.
#pragma once

#include "libdg/kernels/kernel_context.hpp"
#include "libdg/time/filters/cell_sizes.hpp"
#include "libdg/time/filters/filter_view.hpp"
#include "libdg/time/filters/team_sums.hpp"

namespace dg {

/// Most points of a line, and coefficients of a variable in a cell: hexahedra with Q^7.
inline constexpr int most_line_points = 8, most_coefficients = 512;

/// Conservation is that of the integral with det J. The members of a team share the coefficients of each variable.
template <class Eq, class Sizes, int T, class V>
struct FilteredCells {
  using Real = RealOf<V>;
  static constexpr int n_var = Eq::n_var;

  const ZoneView<Real>& zone;
  const ZoneFilterView<Real>& tables;
  Team<T, V> team;
  Real* base;  ///< first coefficient of the first cell
  Index first;

  RKDG_FN FilteredCells(const ZoneView<Real>& zone_, const ZoneFilterView<Real>& tables_, Real* state, Index first_,
                        const Team<T, V>& team_)
      : zone(zone_),
        tables(tables_),
        team(team_),
        base(state + zone_.state_begin + zone_.layout.cell(std::int64_t(first_))),
        first(first_) {}

  /// Whether there is no cell of the mesh, but padding, whose state a device does not keep. Lanes of a CPU hold copies
  /// of a cell there, which are filtered with it.
  RKDG_FN MaskOf<V> is_padding() const {
    if constexpr (LaneTraits<V>::width == 1)
      return first >= zone.cells;
    else
      return V(Real(0)) > V(Real(0));
  }

  RKDG_FN V coefficient(int n, int i) const { return load<V>(base + zone.layout.mode(n, i)); }
  RKDG_FN void set(int n, int i, V value) const { store(base + zone.layout.mode(n, i), value); }

  RKDG_FN int size() const { return Sizes::coefficients > 0 ? Sizes::coefficients : tables.coefficients; }
  RKDG_FN int groups() const { return Sizes::groups > 0 ? Sizes::groups : tables.groups; }
  RKDG_FN int faces() const { return Sizes::faces > 0 ? Sizes::faces : tables.faces; }

  /// Calls visit(group, i) for the coefficients of this member, group by group.
  template <class Visit>
  RKDG_FN void each_own(const Visit& visit) const {
    if constexpr (Sizes::coefficients > 0) {
      constexpr bool by_groups = Sizes::groups > 1;
      constexpr int shared = by_groups ? Sizes::groups : Sizes::coefficients;  // among the team, step by step
      RKDG_UNROLL
      for (int first_of_step = 0; first_of_step < shared; first_of_step += T) {
        const int own = first_of_step + team.rank;
        if (shared % T != 0 && own >= shared) continue;
        RKDG_UNROLL
        for (int i = 0; i < Sizes::coefficients; i += shared) visit(by_groups ? own : 0, own + i);
      }
    } else {
      const bool by_groups = groups() > 1;
      const int shared = by_groups ? groups() : size();
      for (int own = team.rank; own < shared; own += T)
        for (int i = 0; i < size(); i += shared) visit(by_groups ? own : 0, own + i);
    }
  }

  /// The average of psi_i over the cells.
  RKDG_FN V weight(int i) const {
    return zone.curved ? load<V>(tables.weight + std::int64_t(i) * zone.padded + first) : V(tables.weight[i]);
  }
  /// Whether the average over a cell is a multiple of coefficient 0.
  RKDG_FN bool has_constant_first() const { return !zone.curved && groups() == size(); }

  /// Of all variables, by size.
  RKDG_FN V largest_coefficient() const {
    V largest(Real(0));
    each_own([&](int, int i) {
      for (int n = 0; n < n_var; ++n) largest = maximum(largest, absolute(coefficient(n, i)));
    });
    return maximum_over(team, largest);
  }

  RKDG_FN void find_average(V (&average)[n_var]) const {
    if (has_constant_first()) {
      for (int n = 0; n < n_var; ++n) average[n] = weight(0) * coefficient(n, 0);
      return;
    }
    for (V& a : average) a = V(Real(0));
    each_own([&](int group, int i) {
      if (!zone.curved && group > 0) return;
      const V w = weight(i);
      for (int n = 0; n < n_var; ++n) average[n] += w * coefficient(n, i);
    });
    for (V& a : average) a = sum_over(team, a);
  }

  /// The values of all variables at one of the points.
  RKDG_FN void find_values(int point, V (&u)[n_var]) const {
    for (V& x : u) x = V(Real(0));
    const auto add = [&](V value, int i) {
      for (int n = 0; n < n_var; ++n) u[n] += value * coefficient(n, i);
    };
    const Real* row = tables.values + point * tables.entries;
    if (!tables.columns) {
      for (int i = 0; i < size(); ++i) add(V(row[i]), i);
      return;
    }
    const Index* columns = tables.columns + point * tables.entries;
    for (int e = 0; e < tables.entries; ++e) add(V(row[e]), static_cast<int>(columns[e]));
  }

  /// u <- u + (theta - 1) (u - average): cells with theta = 1 keep every bit.
  RKDG_FN void scale(const V (&average)[n_var], V theta) const {
    const V change = theta - V(Real(1));
    each_own([&](int group, int i) {
      for (int n = 0; n < n_var; ++n) {
        const V u = coefficient(n, i);
        set(n, i, u + change * (group == 0 ? u - V(tables.one) * average[n] : u));
      }
    });
    synchronise(team);
  }

  /// Multiplies the modes of degree d by factor(d), and keeps the averages; other cells than those of the mask keep
  /// every bit. Precondition: their factors are 1.
  template <class Factor>
  RKDG_FN void damp(MaskOf<V> damped, const V (&average)[n_var], const Factor& factor) const {
    if (has_lines())
      damp_by_lines(damped, factor);
    else
      each_own([&](int, int i) {
        const V f = factor(V(tables.degree[i]));
        for (int n = 0; n < n_var; ++n) set(n, i, f * coefficient(n, i));
      });
    synchronise(team);
    if (!zone.curved) return;
    V changed[n_var];
    find_average(changed);
    synchronise(team);
    each_own([&](int group, int i) {
      if (group > 0) return;
      for (int n = 0; n < n_var; ++n) {
        const V u = coefficient(n, i);
        set(n, i, select(damped, u + V(tables.one) * (average[n] - changed[n]), u));
      }
    });
    synchronise(team);
  }

 private:
  /// Whether coefficients are not of one degree each.
  RKDG_FN bool has_lines() const {
    if constexpr (Sizes::coefficients > 0) return Sizes::groups < Sizes::coefficients;
    return tables.line_points > 0;
  }
  RKDG_FN int line_points() const { return Sizes::line_points > 0 ? Sizes::line_points : tables.line_points; }

  /// Each member takes whole variables.
  template <class Factor>
  RKDG_FN void damp_by_lines(MaskOf<V> damped, const Factor& factor) const {
    V x[Sizes::coefficients > 0 ? Sizes::coefficients : most_coefficients];
    for (int n = team.rank; n < n_var; n += T) {
      for (int i = 0; i < size(); ++i) x[i] = coefficient(n, tables.line_place[i]);
      along_lines(x, tables.line_to_modes);
      for (int i = 0; i < size(); ++i) x[i] = factor(V(tables.degree[i])) * x[i];
      along_lines(x, tables.line_from_modes);
      for (int i = 0; i < size(); ++i) {
        const int place = tables.line_place[i];
        set(n, place, select(damped, x[i], coefficient(n, place)));
      }
    }
  }

  /// Applies the matrix of a line to all lines.
  RKDG_FN void along_lines(V* x, const Real* matrix) const {
    int step = tables.line_inner;
    for (int d = 0; d < tables.line_directions; ++d, step *= line_points())
      for (int begin = 0; begin < size(); begin += step * line_points())
        for (int i = begin; i < begin + step; ++i) along_line(x + i, step, matrix);
  }

  RKDG_FN void along_line(V* x, int step, const Real* matrix) const {
    V old[most_line_points];
    RKDG_UNROLL_DEVICE
    for (int a = 0; a < most_line_points; ++a)
      if (a < line_points()) old[a] = x[a * step];
    RKDG_UNROLL_DEVICE
    for (int a = 0; a < most_line_points; ++a) {
      if (a >= line_points()) continue;
      V sum(Real(0));
      RKDG_UNROLL_DEVICE
      for (int b = 0; b < most_line_points; ++b)
        if (b < line_points()) sum += V(matrix[a * line_points() + b]) * old[b];
      x[a * step] = sum;
    }
  }
};

}  // namespace dg
