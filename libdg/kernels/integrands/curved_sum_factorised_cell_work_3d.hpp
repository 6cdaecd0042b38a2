/// CellWork for curved hexahedra with Q^p by sum factorisation, where the mass inverse is a factor at each point:
/// sum_factorised_cell_work_3d.hpp with metrics at the points.
///
/// What has been integrated stays at the points until the mass matrix has been solved.
#pragma once

#include "libdg/kernels/integrands/sum_factorised_cell_work_3d.hpp"

namespace dg {

template <class Eq, int P, class V>
struct CurvedSumFactorisedCellWork3D : SumFactorisedCellWork3D<Eq, P, V> {
  using Base = SumFactorisedCellWork3D<Eq, P, V>;
  using Real = RealOf<V>;
  using Base::dim, Base::n_var, Base::NL, Base::points;
  using Base::field, Base::line;

  RKDG_FN static bool fits(const ZoneView<Real>& zone) { return Base::fits(zone) && zone.point_mass; }

  RKDG_FN explicit CurvedSumFactorisedCellWork3D(const Team<1, V>& team_) : Base(team_) {}

  RKDG_FN void volume_integral(const ZoneView<Real>& zone, const Eq& equations, Index first) {
    const auto& here = in_cells<V>(equations, zone, first);
    V along[dim][n_var][points];
    this->find_gradient(equations.viscous, along);
    for (int i = 0; i < points; ++i) {
      this->prefetch_part(zone, first, i);
      V m[dim * dim], w[n_var], g[dim][n_var], f[dim][n_var];
      RKDG_UNROLL
      for (int j = 0; j < dim * dim; ++j)
        m[j] = load<V>(zone.metric + std::int64_t(i * dim * dim + j) * zone.padded + first);
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) w[n] = field[n][i];
      const V inverse = load<V>(zone.jacobian + std::int64_t(i) * zone.padded + first);
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) RKDG_UNROLL
      for (int d = 0; d < dim; ++d) g[d][n] = inverse * along[d][n][i];
      reference_flux(here, m, w, g, f);
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) RKDG_UNROLL
      for (int d = 0; d < dim; ++d) along[d][n][i] = f[d][n];
    }
    for (int n = 0; n < n_var; ++n) this->sum_weak(n, along[0][n], along[1][n], along[2][n], field[n]);
  }

  RKDG_FN void finish(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first) {
    for (int n = 0; n < n_var; ++n) {
      if (stage.source) add_source(zone, stage, first, n);
      for (int i = 0; i < points; ++i) field[n][i] *= load<V>(zone.point_mass + std::int64_t(i) * zone.padded + first);
      this->to_modes(n, field[n]);
    }
    this->update(zone, stage, first);
  }

 private:
  /// Adds the moments of a source, as values at the points.
  RKDG_FN void add_source(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first, int n) {
    const Real* from = stage.source + zone.state_begin + zone.layout.cell(std::int64_t(first));
    V source[points];
    for (int i = 0; i < points; ++i) source[i] = load<V>(from + zone.layout.mode(n, Base::tensor_modes.place[i]));
    along_all_lines<NL>(source, [&](V(&x)[NL]) RKDG_INLINE { line.to_points(x); });
    for (int i = 0; i < points; ++i) field[n][i] += source[i];
  }
};

}  // namespace dg
