/// CellWork for curved hexahedra with Q^p by sum factorisation, where the mass inverse is a factor at each point:
/// solid_line_cell_work.hpp with metrics at the points.
///
/// A jump is lifted along the lines that it ends, in the direction of the normal there. What has been integrated stays
/// at the points until the mass matrix has been solved.
#pragma once

#include "libdg/element/line_ends.hpp"
#include "libdg/kernels/integrands/solid_line_cell_work.hpp"

namespace dg {

template <class Eq, int P, class V>
struct CurvedSolidLineCellWork : SolidLineCellWork<Eq, P, V> {
  using Base = SolidLineCellWork<Eq, P, V>;
  using Real = RealOf<V>;
  using Base::dim, Base::n_var, Base::rate, Base::NL, Base::NF, Base::lines, Base::points;
  using Base::field, Base::jump, Base::line, Base::sides;

  const EndLifting<Real, NL> lifting{};

  RKDG_FN static bool fits(const ZoneView<Real>& zone) { return Base::fits(zone) && zone.point_mass; }

  RKDG_FN explicit CurvedSolidLineCellWork(const Team<1, V>& team_) : Base(team_) {}

  static constexpr int volume_pieces = Base::volume_pieces;
  template <class Between = CallNothing>
  RKDG_FN void volume_integral(const ZoneView<Real>& zone, const Eq& equations, Index first,
                               const Between& between = {}) {
    V along[dim][n_var][points], normal[NF][dim][lines];
    if (equations.viscous) {
      read_normals(zone, first, normal);
      for (int n = 0; n < n_var; ++n) {
        differentiate<0>(n, along[0][n]);
        differentiate<1>(n, along[1][n]);
        differentiate<2>(n, along[2][n]);
      }
    }
    for (int i = 0; i < points; ++i) {
      this->expect_part(zone, first, i);
      if (i % NL == 0) between(i / NL);
      V m[dim * dim], w[n_var], g[dim][n_var], f[dim][n_var];
      RKDG_UNROLL
      for (int j = 0; j < dim * dim; ++j)
        m[j] = load<V>(zone.metric + std::int64_t(i * dim * dim + j) * zone.padded + first);
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) w[n] = field[n][i];
      if (equations.viscous) find_gradient(zone, first, i, m, along, normal, g);
      reference_flux<false>(equations, m, w, g, f);
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
  /// n |J_f| of all faces, by the lines across that their points lie on.
  RKDG_FN void read_normals(const ZoneView<Real>& zone, Index first, V (&normal)[NF][dim][lines]) const {
    for (int f = 0; f < NF; ++f)
      for (int g = 0; g < lines; ++g) {
        const OwnFaceLines& face = sides.own[f];
        const int at = face.first_line + g % NL * face.line_step[0] + g / NL * face.line_step[1];
        const auto entry = [&](int i) RKDG_INLINE {
          return load<V>(zone.face + std::int64_t((f * lines + g) * (dim + 1) + i) * zone.padded + first);
        };
        const V length = entry(dim);
        RKDG_UNROLL
        for (int d = 0; d < dim; ++d) normal[f][d][at] = length * entry(d);
      }
  }

  template <int D>
  RKDG_FN void differentiate(int n, V (&along)[points]) const {
    Base::template each_line<D>([&](int first, int) RKDG_INLINE {
      V x[NL], g[NL];
      Base::template read_line<D>(field[n] + first, x);
      line.derivative(x, V(Real(0)), V(Real(0)), g);
      Base::template write_line<D>(g, along + first);
    });
  }

  /// grad u + R at a point, along x, y and z.
  RKDG_FN void find_gradient(const ZoneView<Real>& zone, Index first, int point, const V (&m)[dim * dim],
                             const V (&along)[dim][n_var][points], const V (&normal)[NF][dim][lines],
                             V (&g)[dim][n_var]) const {
    const V inverse = load<V>(zone.jacobian + std::int64_t(point) * zone.padded + first),
            inverse_mass = load<V>(zone.point_mass + std::int64_t(point) * zone.padded + first);
    const int at[dim] = {point % NL, point / NL % NL, point / lines};
    const int line_at[dim] = {at[2] * NL + at[1], at[2] * NL + at[0], at[1] * NL + at[0]};
    RKDG_UNROLL
    for (int n = 0; n < n_var; ++n) {
      V slope[dim];
      RKDG_UNROLL
      for (int r = 0; r < dim; ++r) slope[r] = inverse * along[r][n][point];
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) g[d][n] = m[d] * slope[0] + m[dim + d] * slope[1] + m[2 * dim + d] * slope[2];
    }
    RKDG_UNROLL
    for (int r = 0; r < dim; ++r) RKDG_UNROLL
    for (int end = 0; end < 2; ++end) {
      const int f = sides.face_at[r][end], number = line_at[r];
      const V factor = inverse_mass * V(lifting.of_first[end == 0 ? at[r] : NL - 1 - at[r]]);
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) {
        const V a = factor * normal[f][d][number];
        RKDG_UNROLL
        for (int n = 0; n < n_var; ++n) g[d][n] += a * jump[f][n][number];
      }
    }
  }

  /// Adds the moments of a source, as values at the points.
  RKDG_FN void add_source(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first, int n) {
    const Real* from = stage.source + zone.state_begin + zone.layout.cell(std::int64_t(first));
    V source[points];
    for (int i = 0; i < points; ++i) source[i] = load<V>(from + zone.layout.mode(n, Base::tensor_modes.place[i]));
    Base::along_all(source, [&](V(&x)[NL]) RKDG_INLINE { line.to_points(x); });
    for (int i = 0; i < points; ++i) field[n][i] += source[i];
  }
};

}  // namespace dg
