/// What a run watches of a state, summed over the points of each cell: integrals, norms and whether it is a gas.
#pragma once

#include "libdg/kernels/engines/small_gemm.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

/// Sums over the quadrature points of cells, by variable.
template <class V, int n_var>
struct PointSums {
  V integral[n_var], square[n_var];  ///< of u and u^2 over the area
  V largest[n_var];                  ///< |u|; NaN where there is one
  V bad;                             ///< points where the state is none
};

/// Entries of a PointSums as an array of numbers: those that add, and after them those of which the largest counts.
constexpr int added_sums(int n_var) { return 2 * n_var + 1; }
constexpr int point_sums(int n_var) { return added_sums(n_var) + n_var; }

/// Sums over the points of the cells of a zone that the lanes hold.
template <class Eq, Space S, int P, bool Curved>
struct SumCells {
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var;

  KernelContext<Eq> context;
  const Real* state;
  int zone_number;

  template <class V>
  RKDG_FN PointSums<V, n_var> operator()(Index first) const {
    constexpr int NK = Element<S, P>::n_modes;
    const ZoneView<Real>& zone = context.zones.zone[zone_number];
    const TablesView<Real>& t = zone.tables;
    const Real* base = state + zone.state_begin + zone.layout.cell(std::int64_t(first));
    V c[NK][n_var];
    for (int n = 0; n < n_var; ++n)
      for (int k = 0; k < NK; ++k) c[k][n] = load<V>(base + zone.layout.mode(n, k));
    PointSums<V, n_var> sums;
    sums.bad = V(Real(0));
    for (int n = 0; n < n_var; ++n) sums.integral[n] = sums.square[n] = sums.largest[n] = V(Real(0));
    constexpr int M = points_together<V>;
    int q = 0;
    for (; q + M <= t.n_points; q += M) add_points<M>(zone, first, q, c, sums);
    for (; q < t.n_points; ++q) add_points<1>(zone, first, q, c, sums);
    if constexpr (Curved) integrate(zone, first, c, sums.integral);
    return sums;
  }

 private:
  /// Points taken at once: a cell of many modes reads its coefficients from memory once for so many points.
  template <class V>
  static constexpr int points_together = LaneTraits<V>::width == 1 ? 8 : rows_at_once;

  /// Adds points q .. q + M.
  template <int M, int NK, class V>
  RKDG_FN void add_points(const ZoneView<Real>& zone, Index first, int q, const V (&c)[NK][n_var],
                          PointSums<V, n_var>& sums) const {
    const TablesView<Real>& t = zone.tables;
    V u[M][n_var];
    gemm_rows<false, M, NK, rows_of(NK), n_var, V>(t.interpolate + q * NK, NK, c, u);
    for (int m = 0; m < M; ++m) {
      const V det = load<V>(zone.jacobian + (Curved ? std::int64_t(q + m) * zone.padded : 0) + first);
      add(u[m], Curved ? V(t.weights[q + m]) / det : V(t.weights[q + m]) * det, sums);
    }
  }

  /// Integrals that the rule of a curved cell would not find exactly.
  template <int NK, class V>
  RKDG_FN static void integrate(const ZoneView<Real>& zone, Index first, const V (&c)[NK][n_var],
                                V (&integral)[n_var]) {
    for (int n = 0; n < n_var; ++n) integral[n] = V(Real(0));
    for (int k = 0; k < NK; ++k) {
      const V moment = load<V>(zone.moments + std::int64_t(k) * zone.padded + first);
      for (int n = 0; n < n_var; ++n) integral[n] += moment * c[k][n];
    }
  }

  template <class V>
  RKDG_FN void add(const V (&u)[n_var], V weight, PointSums<V, n_var>& sums) const {
    const V zero(Real(0)), one(Real(1));
    for (int n = 0; n < n_var; ++n) {
      const V e = absolute(u[n]);
      sums.integral[n] += weight * u[n];
      sums.square[n] += weight * e * e;
      sums.largest[n] = select(e <= sums.largest[n], sums.largest[n], e);
    }
    sums.bad += select(context.equations.admissible(u, context.equations.point(u)), zero, one);
  }
};

}  // namespace dg
