/// CellWork for affine quadrilaterals with Q^p, by sum factorisation: operators act along one direction after the other
/// (element/line_matrices.hpp; Orszag, J. Comput. Phys. 37, 1980).
///
/// The state is held by its values at the points of the volume rule as well. What a face leaves, a flux or the lifting
/// of a jump, is non-zero only at the points in line with its own. It is kept until the volume is integrated.
#pragma once

#include <cstddef>

#include "libdg/kernels/integrands/cell_work.hpp"
#include "libdg/kernels/integrands/sum_factorised_side_2d.hpp"

namespace dg {

template <class Eq, int P, class V>
struct SumFactorisedCellWork2D : CellModes<Eq, Space::quadrilateral_Q, P, 1, V> {
  using Real = RealOf<V>;
  using Lane = V;
  using Modes = CellModes<Eq, Space::quadrilateral_Q, P, 1, V>;
  using Modes::dim, Modes::n_var, Modes::N, Modes::u, Modes::rate;
  static constexpr int NL = P + 1, NF = 4;

  /// Whether the zone has no more volume points than the operators along a line know.
  RKDG_FN static bool fits(const ZoneView<Real>& zone) { return zone.tables.n_points == NL * NL; }

  const LineMatrices<Real, NL>& line = line_matrices<Real, NL>();
  V field[n_var][NL][NL];  ///< [j][i]: at x_i, y_j
  /// Inward fluxes and jumps at the points of faces, which are counted along x or y.
  V flux[NF][n_var][NL], jump[NF][n_var][NL];

  RKDG_FN explicit SumFactorisedCellWork2D(const Team<1, V>& team_) : Modes(team_) {}

  /// Starts with the modes at hand.
  RKDG_FN void clear() { find_field(); }

  /// All that traces need.
  RKDG_FN void find_field() {
    for (int n = 0; n < n_var; ++n) {
      RKDG_UNROLL
      for (int b = 0; b < NL; ++b) RKDG_UNROLL
      for (int a = 0; a < NL; ++a) field[n][b][a] = u[tensor_mode(a, b)][n];
      along_both(field[n], [&](V(&x)[NL]) { line.to_points(x); });
    }
  }

  /// As CellWork has them.
  template <class FE>
  RKDG_FN void trace(const ZoneView<Real>&, int f, V (&values)[NL][N]) const {
    to_face(f, line.end_from_points, values);
  }
  template <class FE>
  RKDG_FN void trace_normal(const ZoneView<Real>&, int f, V (&derivatives)[NL][N]) const {
    to_face(f, line.end_slope_from_points, derivatives);
  }
  template <class FE>
  RKDG_FN void add_flux(const ZoneView<Real>&, int f, const V (&h)[NL][N]) {
    keep(f, h, flux[f]);
  }
  template <class FE>
  RKDG_FN void lift(const ZoneView<Real>&, int f, const V (&x)[NL][N]) {
    keep(f, x, jump[f]);
  }
  template <class FE>
  RKDG_FN static void lift_to_face(const ZoneView<Real>&, const V (&x)[NL][N], V (&on_face)[NL][N]) {
    lift_along_lines<NL>(x, on_face);
  }
  RKDG_FN void finish_gradient(const ZoneView<Real>&) {}

  /// Integrates the volume by parts, and the faces with it; calls between(i) before piece i of volume_pieces.
  static constexpr int volume_pieces = NL;
  template <class Between = CallNothing>
  RKDG_FN void volume_integral(const ZoneView<Real>& zone, const Eq& equations, Index first,
                               const Between& between = {}) {
    const auto& here = in_cells<V>(equations, zone, first);
    V m[dim * dim], along[dim][n_var][NL][NL];
    RKDG_UNROLL
    for (int i = 0; i < dim * dim; ++i) m[i] = load<V>(zone.metric + std::int64_t(i) * zone.padded + first);
    for (int n = 0; n < n_var; ++n) {
      if (equations.viscous)
        differentiate(n, along[0][n], along[1][n]);
      else
        clear_derivatives(along[0][n], along[1][n]);
    }
    for (int j = 0; j < NL; ++j) {
      between(j);
      for (int i = 0; i < NL; ++i) {
        V w[n_var], g[dim][n_var], f[dim][n_var];
        RKDG_UNROLL
        for (int n = 0; n < n_var; ++n) {
          w[n] = field[n][j][i];
          RKDG_UNROLL
          for (int d = 0; d < dim; ++d) g[d][n] = along[d][n][j][i];
        }
        reference_flux(here, m, w, g, f);
        RKDG_UNROLL
        for (int n = 0; n < n_var; ++n) RKDG_UNROLL
        for (int d = 0; d < dim; ++d) along[d][n][j][i] = f[d][n];
      }
    }
    for (int n = 0; n < n_var; ++n) project(n, along[0][n], along[1][n]);
  }

  RKDG_FN void finish(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first) {
    this->add_source(zone, stage, first);
    this->update(zone, stage, first);
  }

 private:
  /// Faces run counter-clockwise from the bottom, the upper and the left one against the coordinates.
  RKDG_FN static constexpr bool reversed(int f) { return f >= NF / 2; }

  /// What `end` makes of the values on the lines across face f.
  RKDG_FN void to_face(int f, const Real (&end)[NL], V (&out)[NL][N]) const {
    const bool vertical = f % 2 == 1, upper = f == 1 || f == 2;
    const std::ptrdiff_t across = vertical ? 1 : NL, along = vertical ? NL : 1, inward = upper ? -across : across,
                         step = reversed(f) ? -along : along;
    const std::ptrdiff_t first = (upper ? (NL - 1) * across : 0) + (reversed(f) ? (NL - 1) * along : 0);
    for (int n = 0; n < N; ++n) {
      const V* outermost = &field[n][0][0] + first;
      RKDG_UNROLL
      for (int g = 0; g < NL; ++g) {
        V sum = end[NL - 1] * outermost[g * step];
        RKDG_UNROLL
        for (int i = 1; i < NL; ++i) sum += end[NL - 1 - i] * outermost[g * step + i * inward];
        out[g][n] = sum;
      }
    }
  }

  RKDG_FN static void keep(int f, const V (&x)[NL][N], V (&kept)[n_var][NL]) {
    RKDG_UNROLL
    for (int g = 0; g < NL; ++g) RKDG_UNROLL
    for (int n = 0; n < N; ++n) kept[n][reversed(f) ? NL - 1 - g : g] = x[g][n];
  }

  /// What stands for derivatives where nothing depends on them.
  RKDG_FN static void clear_derivatives(V (&along_x)[NL][NL], V (&along_y)[NL][NL]) {
    RKDG_UNROLL
    for (int j = 0; j < NL; ++j) RKDG_UNROLL
    for (int i = 0; i < NL; ++i) along_x[j][i] = along_y[j][i] = V(Real(0));
  }

  /// Derivatives of a variable in reference coordinates, with the liftings of all jumps.
  RKDG_FN void differentiate(int n, V (&along_x)[NL][NL], V (&along_y)[NL][NL]) const {
    RKDG_UNROLL
    for (int r = 0; r < NL; ++r) line.derivative(field[n][r], -jump[3][n][r], jump[1][n][r], along_x[r]);
    RKDG_UNROLL
    for (int r = 0; r < NL; ++r) {
      V x[NL], g[NL];
      RKDG_UNROLL
      for (int j = 0; j < NL; ++j) x[j] = field[n][j][r];
      line.derivative(x, -jump[0][n][r], jump[2][n][r], g);
      RKDG_UNROLL
      for (int j = 0; j < NL; ++j) along_y[j][r] = g[j];
    }
  }

  /// Rates of a variable from its fluxes along both directions and through the faces.
  RKDG_FN void project(int n, const V (&along_x)[NL][NL], const V (&along_y)[NL][NL]) {
    V sum[NL][NL];
    RKDG_UNROLL
    for (int j = 0; j < NL; ++j) line.weak(along_x[j], flux[3][n][j], flux[1][n][j], sum[j]);
    RKDG_UNROLL
    for (int i = 0; i < NL; ++i) {
      V y[NL], of_line[NL];
      RKDG_UNROLL
      for (int j = 0; j < NL; ++j) y[j] = along_y[j][i];
      line.weak(y, flux[0][n][i], flux[2][n][i], of_line);
      RKDG_UNROLL
      for (int j = 0; j < NL; ++j) sum[j][i] += of_line[j];
    }
    along_both(sum, [&](V(&x)[NL]) { line.to_modes(x); });
    RKDG_UNROLL
    for (int b = 0; b < NL; ++b) RKDG_UNROLL
    for (int a = 0; a < NL; ++a) rate[tensor_mode(a, b)][n] = sum[b][a];
  }
};

}  // namespace dg
