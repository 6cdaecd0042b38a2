/// What is added to the diffusivity of cells, as by a subgrid model, for the size of a step.
///
/// It is the largest of a sample of points of the volume rule. So to size a step of a cell with many points takes no
/// longer than a stage. The gradient is that of the polynomials, without liftings.
#pragma once

#include "libdg/kernels/integrands/in_cell.hpp"

namespace dg {

/// Points that are looked at, spread over the rule by steps that have no common period with its rows.
inline constexpr int sampled_points = 8;
RKDG_FN int sampled_point(int i, int points) {
  constexpr int step = 618, whole = 1000;  // the golden section
  return points <= sampled_points ? i
                                  : static_cast<int>((2 * i + 1) * std::int64_t(step) * points / (2 * whole)) % points;
}

/// Of the cells first, ... of a zone with straight or curved cells, whose modes lie at `base`.
template <class V, class Eq>
RKDG_FN V added_diffusivity(const ZoneView<RealOf<V>>& zone, const Eq& equations, const RealOf<V>* base, Index first) {
  using Real = RealOf<V>;
  constexpr int dim = Eq::dim, n_var = Eq::n_var;
  const TablesView<Real>& t = zone.tables;
  const int modes = zone.coefficients / n_var, points = t.n_points < sampled_points ? t.n_points : sampled_points;
  const auto& here = in_cells<V>(equations, zone, first);
  V largest(Real(0));
  for (int i = 0; i < points; ++i) {
    const int q = sampled_point(i, t.n_points);
    V u[n_var], along[dim][n_var], g[dim][n_var];
    for (int n = 0; n < n_var; ++n) {
      u[n] = V(Real(0));
      for (int r = 0; r < dim; ++r) along[r][n] = V(Real(0));
    }
    for (int k = 0; k < modes; ++k)
      for (int n = 0; n < n_var; ++n) {
        const V c = load<V>(base + zone.layout.mode(n, k));
        u[n] += V(t.interpolate[q * modes + k]) * c;
        for (int r = 0; r < dim; ++r) along[r][n] += V(t.differentiate[(r * t.n_stored + q) * modes + k]) * c;
      }
    const V scale = zone.curved ? load<V>(zone.jacobian + std::int64_t(q) * zone.padded + first) : V(Real(1));
    for (int d = 0; d < dim; ++d) {
      V m[dim];
      for (int r = 0; r < dim; ++r) {
        const int row = (zone.curved ? q * dim * dim : 0) + r * dim + d;
        m[r] = scale * load<V>(zone.metric + std::int64_t(row) * zone.padded + first);
      }
      for (int n = 0; n < n_var; ++n) {
        g[d][n] = m[0] * along[0][n];
        for (int r = 1; r < dim; ++r) g[d][n] += m[r] * along[r][n];
      }
    }
    const auto w = equations.point(u);
    typename Eq::template Derivative<V> derivatives[dim];
    for (int d = 0; d < dim; ++d) derivatives[d] = equations.derivative(u, w, g[d]);
    largest = maximum(largest, here.added_diffusivity(derivatives));
  }
  return largest;
}

}  // namespace dg
