/// Integrals over the domain of what the equations make of a state and its gradient, such as energies.
///
/// Equations that have such say how many, `n_integrals`. They compute them by integrals(u, w, g, values) from a state
/// u, its point w and its gradient g[d]. The gradient is that of the polynomials themselves, without liftings.
#pragma once

#include <array>

#include "libdg/kernels/integrands/in_cell.hpp"
#include "libdg/kernels/integrands/sum_cells.hpp"

namespace dg {

template <int n_var>
class StateSums;

template <class Eq>
constexpr int integral_count() {
  if constexpr (requires { Eq::n_integrals; })
    return Eq::n_integrals;
  else
    return 0;
}

template <class Eq>
using FlowIntegrals = std::array<double, integral_count<Eq>()>;
template <class Eq>
using FlowSums = StateSums<integral_count<Eq>()>;

/// The integrals over the cells of a zone that the lanes hold, as sums of which only PointSums::integral counts.
template <class Eq, Space S, int P, bool Curved>
struct IntegrateCells {
  using Real = typename Eq::Real;
  static constexpr int n_var = integral_count<Eq>();
  static constexpr int dim = Eq::dim, NK = Element<S, P>::n_modes;

  KernelContext<Eq> context;
  const Real* state;
  int zone_number;

  template <class V>
  RKDG_FN PointSums<V, n_var> operator()(Index first) const {
    const ZoneView<Real>& zone = context.zones.zone[zone_number];
    const TablesView<Real>& t = zone.tables;
    const Real* base = state + zone.state_begin + zone.layout.cell(std::int64_t(first));
    V c[NK][Eq::n_var];
    for (int n = 0; n < Eq::n_var; ++n)
      for (int k = 0; k < NK; ++k) c[k][n] = load<V>(base + zone.layout.mode(n, k));
    const V zero(Real(0));
    const auto& here = in_cells<V>(context.equations, zone, first);
    PointSums<V, n_var> sums;
    sums.bad = zero;
    for (int i = 0; i < n_var; ++i) sums.integral[i] = sums.square[i] = sums.largest[i] = zero;
    for (int q = 0; q < t.n_points; ++q) {
      V u[1][Eq::n_var], g[dim][Eq::n_var], values[n_var];
      small_gemm<false, 1, NK>(t.interpolate + q * NK, NK, c, u);
      gradient(zone, first, q, c, g);
      here.integrals(u[0], here.point(u[0]), g, values);
      const V det = load<V>(zone.jacobian + (Curved ? std::int64_t(q) * zone.padded : 0) + first);
      const V weight = Curved ? V(t.weights[q]) / det : V(t.weights[q]) * det;
      for (int i = 0; i < n_var; ++i) sums.integral[i] += weight * values[i];
    }
    return sums;
  }

 private:
  template <class V>
  RKDG_FN static void gradient(const ZoneView<Real>& zone, Index first, int q, const V (&c)[NK][Eq::n_var],
                               V (&g)[dim][Eq::n_var]) {
    const TablesView<Real>& t = zone.tables;
    for (int d = 0; d < dim; ++d)
      for (int n = 0; n < Eq::n_var; ++n) g[d][n] = V(Real(0));
    for (int r = 0; r < dim; ++r) {
      V along[1][Eq::n_var];
      small_gemm<false, 1, NK>(t.differentiate + (r * t.n_stored + q) * NK, NK, c, along);
      for (int d = 0; d < dim; ++d) {
        V m = load<V>(zone.metric + std::int64_t((Curved ? q * dim * dim : 0) + r * dim + d) * zone.padded + first);
        if constexpr (Curved) m *= load<V>(zone.jacobian + std::int64_t(q) * zone.padded + first);
        for (int n = 0; n < Eq::n_var; ++n) g[d][n] += m * along[0][n];
      }
    }
  }
};

}  // namespace dg
