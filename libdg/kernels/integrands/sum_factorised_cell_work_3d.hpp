/// CellWork for affine hexahedra with Q^p by sum factorisation: sum_factorised_cell_work_2d.hpp in 3-D.
#pragma once

#include <cstddef>
#include <type_traits>

#include "libdg/backend/inline_lambda.hpp"
#include "libdg/element/hexahedron_lines.hpp"
#include "libdg/kernels/integrands/cell_modes.hpp"
#include "libdg/kernels/integrands/in_cell.hpp"
#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/integrands/sum_factorised_side_2d.hpp"

namespace dg {

template <class Eq, int P, class V>
struct SumFactorisedCellWork3D : CellModes<Eq, Space::hexahedron_Q, P, 1, V> {
  using Real = RealOf<V>;
  using Lane = V;
  using Modes = CellModes<Eq, Space::hexahedron_Q, P, 1, V>;
  using Modes::dim, Modes::n_var, Modes::N, Modes::u, Modes::rate;
  static constexpr int NL = P + 1, lines = NL * NL, points = NL * lines, NF = 6;
  /// Of prefetch(): two beside each face; the last, which is asked for before the volume, is taken in parts at its
  /// points.
  static constexpr int pieces = 2 * NF + 1;

  /// Whether the zone has no more volume points than the operators along a line know.
  RKDG_FN static bool fits(const ZoneView<Real>& zone) { return zone.tables.n_points == points; }

  const LineMatrices<Real, NL>& line = line_matrices<Real, NL>();
  const HexahedronLines<Real, NL>& sides = hexahedron_lines<Real, NL>();
  V field[n_var][points];  ///< at the points of the volume rule
  /// Inward fluxes and jumps at the points of faces, by the lines across that they lie on.
  V flux[NF][n_var][lines], jump[NF][n_var][lines];

  RKDG_FN explicit SumFactorisedCellWork3D(const Team<1, V>& team_) : Modes(team_) {}

  RKDG_FN void prefetch(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first, int piece) {
    if (piece == pieces - 1)
      stage_ = &stage;
    else
      this->template prefetch_piece<parts>(zone, stage, first, piece);
  }

  /// Starts with the modes at hand.
  RKDG_FN void clear() {
    for (int n = 0; n < n_var; ++n) {
      RKDG_UNROLL
      for (int i = 0; i < points; ++i) field[n][i] = u[tensor_modes.place[i]][n];
      along_all_lines<NL>(field[n], [&](V(&x)[NL]) RKDG_INLINE { line.to_points(x); });
    }
  }

  /// As CellWork has them.
  template <class FE>
  RKDG_FN void trace(const ZoneView<Real>&, int f, V (&values)[lines][N]) const {
    to_face(f, line.end_from_points, values);
  }
  template <class FE>
  RKDG_FN void trace_normal(const ZoneView<Real>&, int f, V (&derivatives)[lines][N]) const {
    to_face(f, line.end_slope_from_points, derivatives);
  }
  template <class FE>
  RKDG_FN void add_flux(const ZoneView<Real>&, int f, const V (&h)[lines][N]) {
    keep(f, h, flux[f]);
  }
  template <class FE>
  RKDG_FN void lift(const ZoneView<Real>&, int f, const V (&x)[lines][N]) {
    keep(f, x, jump[f]);
  }
  template <class FE>
  RKDG_FN static void lift_to_face(const ZoneView<Real>&, const V (&x)[lines][N], V (&on_face)[lines][N]) {
    lift_along_lines<NL>(x, on_face);
  }
  RKDG_FN void finish_gradient(const ZoneView<Real>&) {}

  /// Integrates the volume by parts, and the faces with it.
  RKDG_FN void volume_integral(const ZoneView<Real>& zone, const Eq& equations, Index first) {
    const auto& here = in_cells<V>(equations, zone, first);
    V m[dim * dim], along[dim][n_var][points];
    RKDG_UNROLL
    for (int i = 0; i < dim * dim; ++i) m[i] = load<V>(zone.metric + std::int64_t(i) * zone.padded + first);
    find_gradient(equations.viscous, along);
    for (int i = 0; i < points; ++i) {
      prefetch_part(zone, first, i);
      V w[n_var], g[dim][n_var], f[dim][n_var];
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) {
        w[n] = field[n][i];
        RKDG_UNROLL
        for (int d = 0; d < dim; ++d) g[d][n] = along[d][n][i];
      }
      reference_flux(here, m, w, g, f);
      RKDG_UNROLL
      for (int n = 0; n < n_var; ++n) RKDG_UNROLL
      for (int d = 0; d < dim; ++d) along[d][n][i] = f[d][n];
    }
    for (int n = 0; n < n_var; ++n) {
      V sum[points];
      sum_weak(n, along[0][n], along[1][n], along[2][n], sum);
      to_modes(n, sum);
    }
  }

  RKDG_FN void finish(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first) {
    this->add_source(zone, stage, first);
    this->update(zone, stage, first);
  }

 protected:
  static constexpr TensorModes3D<NL> tensor_modes{};

  /// Asks for a part of the last piece, at a point.
  RKDG_FN void prefetch_part(const ZoneView<Real>& zone, Index first, int point) const {
    if (stage_) this->template prefetch_piece<parts>(zone, *stage_, first, pieces - 1 + point);
  }

  /// Calls visit(first point of the line, its number) for all lines along direction D.
  template <int D, class Visit>
  RKDG_FN static void each_line(const Visit& visit) {
    for (int q = 0; q < NL; ++q)
      for (int p = 0; p < NL; ++p) visit(line_begin<NL>(D, p, q), q * NL + p);
  }

  template <int D>
  RKDG_FN static void read_line(const V* from, V (&x)[NL]) {
    RKDG_UNROLL
    for (int i = 0; i < NL; ++i) x[i] = from[i * line_step<NL>(D)];
  }
  template <int D>
  RKDG_FN static void write_line(const V (&x)[NL], V* to) {
    RKDG_UNROLL
    for (int i = 0; i < NL; ++i) to[i * line_step<NL>(D)] = x[i];
  }

  /// Derivatives along the reference directions at the points, with the liftings of all jumps; zero if not viscous.
  RKDG_FN void find_gradient(bool viscous, V (&along)[dim][n_var][points]) const {
    for (int n = 0; n < n_var; ++n) {
      if (viscous) {
        differentiate<0>(n, along[0][n]);
        differentiate<1>(n, along[1][n]);
        differentiate<2>(n, along[2][n]);
        continue;
      }
      for (int d = 0; d < dim; ++d)
        for (int i = 0; i < points; ++i) along[d][n][i] = V(Real(0));
    }
  }

  /// What the fluxes along all directions and through the faces add to the rate of a variable, at the points.
  RKDG_FN void sum_weak(int n, const V (&x)[points], const V (&y)[points], const V (&z)[points],
                        V (&sum)[points]) const {
    add_weak<0, false>(n, x, sum);
    add_weak<1, true>(n, y, sum);
    add_weak<2, true>(n, z, sum);
  }

  /// The rates of a variable, from what they are at the points.
  RKDG_FN void to_modes(int n, V (&x)[points]) {
    along_all_lines<NL>(x, [&](V(&of_line)[NL]) RKDG_INLINE { line.to_modes(of_line); });
    RKDG_UNROLL
    for (int i = 0; i < points; ++i) rate[tensor_modes.place[i]][n] = x[i];
  }

 private:
  static constexpr int parts = pieces - 1 + points;
  const Stage<Real>* stage_ = nullptr;  ///< of which parts are still to be asked for

  /// What `end` makes of the values on the lines across face f.
  RKDG_FN void to_face(int f, const Real (&end)[NL], V (&out)[lines][N]) const {
    const OwnFaceLines& face = sides.own[f];
    const std::ptrdiff_t inward = face.inward, step = face.step[0];
    for (int n = 0; n < N; ++n)
      for (int g1 = 0; g1 < NL; ++g1) {
        const V* first = field[n] + face.first + g1 * face.step[1];
        RKDG_UNROLL
        for (int g0 = 0; g0 < NL; ++g0) {
          const V* outermost = first + g0 * step;
          V sum = end[NL - 1] * outermost[0];
          RKDG_UNROLL
          for (int i = 1; i < NL; ++i) sum += end[NL - 1 - i] * outermost[i * inward];
          out[g1 * NL + g0][n] = sum;
        }
      }
  }

  RKDG_FN void keep(int f, const V (&x)[lines][N], V (&kept)[n_var][lines]) const {
    const OwnFaceLines& face = sides.own[f];
    for (int g1 = 0; g1 < NL; ++g1)
      for (int g0 = 0; g0 < NL; ++g0) {
        const int at = face.first_line + g0 * face.line_step[0] + g1 * face.line_step[1];
        RKDG_UNROLL
        for (int n = 0; n < N; ++n) kept[n][at] = x[g1 * NL + g0][n];
      }
  }

  /// Derivatives of a variable in reference direction D, with the liftings of all jumps.
  template <int D>
  RKDG_FN void differentiate(int n, V (&along)[points]) const {
    const auto &lower = jump[sides.face_at[D][0]][n], &upper = jump[sides.face_at[D][1]][n];
    each_line<D>([&](int first, int number) RKDG_INLINE {
      V x[NL], g[NL];
      read_line<D>(field[n] + first, x);
      line.derivative(x, -lower[number], upper[number], g);
      write_line<D>(g, along + first);
    });
  }

  template <int D, bool Add>
  RKDG_FN void add_weak(int n, const V (&along)[points], V (&sum)[points]) const {
    const auto &lower = flux[sides.face_at[D][0]][n], &upper = flux[sides.face_at[D][1]][n];
    each_line<D>([&](int first, int number) RKDG_INLINE {
      V x[NL], of_line[NL];
      read_line<D>(along + first, x);
      line.weak(x, lower[number], upper[number], of_line);
      RKDG_UNROLL
      for (int i = 0; i < NL; ++i) {
        V& at = sum[first + i * line_step<NL>(D)];
        at = Add ? at + of_line[i] : of_line[i];
      }
    });
  }
};

}  // namespace dg
