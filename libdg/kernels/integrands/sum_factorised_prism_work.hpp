/// CellWork for straight prisms with Q by sum factorisation. It takes matrices of the triangle at each point of the
/// line, and operators along the line for each mode of the triangle (element/prism_lines.hpp).
#pragma once

#include "libdg/backend/inline_lambda.hpp"
#include "libdg/element/prism_lines.hpp"
#include "libdg/kernels/integrands/cell_modes.hpp"
#include "libdg/kernels/integrands/even_odd_flux.hpp"

namespace dg {

template <class Eq, int P, class V>
struct SumFactorisedPrismWork : CellModes<Eq, Space::prism_Q, P, 1, V> {
  using Real = RealOf<V>;
  using Lane = V;
  using Modes = CellModes<Eq, Space::prism_Q, P, 1, V>;
  using Modes::dim, Modes::n_var, Modes::N, Modes::u, Modes::rate;
  using Tables = PrismLines<Real, P>;
  static constexpr int NL = P + 1, NT = Tables::NT;

  /// Whether the zone has no more volume points than the matrices know.
  RKDG_FN static bool fits(const ZoneView<Real>& zone) {
    constexpr int block = Element<Space::prism_Q, P>::block, points = EvenOddBlocks<2, P>::points * NL;
    return zone.tables.n_points == (points + block - 1) / block * block;
  }

  const LineMatrices<Real, NL>& line = line_matrices<Real, NL>();
  const Tables& tables = prism_lines<Real, P>();
  V field[NL][NT][N];       ///< T-modes at the points of the line
  V along[dim][NL][NT][N];  ///< of grad u and the liftings of its jumps along the reference directions
  V sum[NL][NT][N];         ///< of the rate, but for what goes along the line
  V at_end[2][NT][N];       ///< T-modes of the inward fluxes through the triangles,
  V jump_at_end[2][NT][N];  ///< and of the jumps there

  RKDG_FN explicit SumFactorisedPrismWork(const Team<1, V>& team_) : Modes(team_) {}

  /// Starts with the modes at hand.
  RKDG_FN void clear() {
    find_field();
    each_line([&](int i, int n) RKDG_INLINE {
      RKDG_UNROLL
      for (int q = 0; q < NL; ++q) sum[q][i][n] = along[0][q][i][n] = along[1][q][i][n] = V(Real(0));
    });
  }

  /// All that traces need.
  RKDG_FN void find_field() {
    each_line([&](int i, int n) RKDG_INLINE {
      V x[NL];
      RKDG_UNROLL
      for (int j = 0; j < NL; ++j) x[j] = u[modes.place[j][i]][n];
      line.to_points(x);
      RKDG_UNROLL
      for (int q = 0; q < NL; ++q) field[q][i][n] = x[q];
    });
  }

  /// T-modes on triangle f of what `end` makes of the values on the lines.
  RKDG_FN void at_triangle(int f, const Real (&end)[NL], V (&t)[NT][N]) const {
    each_line([&](int i, int n) RKDG_INLINE {
      V x = end[NL - 1] * field[f == 0 ? 0 : NL - 1][i][n];
      RKDG_UNROLL
      for (int q = 1; q < NL; ++q) x += end[NL - 1 - q] * field[f == 0 ? q : NL - 1 - q][i][n];
      t[i][n] = x;
    });
  }

  /// As CellWork has them.
  template <class FE>
  RKDG_FN void trace(const ZoneView<Real>& zone, int f, V (&values)[FE::n_points][N]) const {
    if constexpr (FE::shape == FaceShape::triangle)
      to_triangle<FE>(zone, f, line.end_from_points, values);
    else
      to_side(tables.edge[f], values);
  }
  template <class FE>
  RKDG_FN void trace_normal(const ZoneView<Real>& zone, int f, V (&derivatives)[FE::n_points][N]) const {
    if constexpr (FE::shape == FaceShape::triangle)
      to_triangle<FE>(zone, f, line.end_slope_from_points, derivatives);
    else
      to_side(tables.edge_slope[f], derivatives);
  }
  template <class FE>
  RKDG_FN void add_flux(const ZoneView<Real>& zone, int f, const V (&h)[FE::n_points][N]) {
    if constexpr (FE::shape == FaceShape::triangle)
      from_triangle<FE>(zone, f, h, at_end[f]);
    else
      for (int q = 0; q < NL; ++q) small_gemm<true, NT, NL>(tables.edge_project[f][0], NL, h + q * NL, sum[q]);
  }
  template <class FE>
  RKDG_FN void lift(const ZoneView<Real>& zone, int f, const V (&x)[FE::n_points][N]) {
    if constexpr (FE::shape == FaceShape::triangle) {
      from_triangle<FE>(zone, f, x, jump_at_end[f]);
    } else {
      const Real* normal = zone.tables.faces[FE::kind].normal + f * dim;
      for (int q = 0; q < NL; ++q) {
        V lifted[NT][N];
        small_gemm<false, NT, NL>(tables.edge_project[f][0], NL, x + q * NL, lifted);
        for (int d = 0; d < 2; ++d) {
          if (normal[d] == Real(0)) continue;
          for (int i = 0; i < NT; ++i) RKDG_UNROLL
          for (int n = 0; n < N; ++n) along[d][q][i][n] += normal[d] * lifted[i][n];
        }
      }
    }
  }
  template <class FE>
  RKDG_FN static void lift_to_face(const ZoneView<Real>& zone, const V (&x)[FE::n_points][N],
                                   V (&on_face)[FE::n_points][N]) {
    constexpr int NG = FE::n_points;
    if constexpr (FE::shape == FaceShape::triangle) {
      small_gemm<false, NG, NG>(zone.tables.faces[FE::kind].face_lift, FE::stored_points, x, on_face);
    } else {
      const Real* edge_lift = prism_lines<Real, P>().edge_lift[0];
      for (int q = 0; q < NL; ++q) small_gemm<false, NL, NL>(edge_lift, NL, x + q * NL, on_face + q * NL);
    }
  }

  /// Adds the derivatives of the state to the liftings.
  RKDG_FN void finish_gradient(const ZoneView<Real>&) {
    for (int q = 0; q < NL; ++q)
      for (int i = 0; i < NT; ++i)
        for (int l = i + 1; l < NT; ++l)
          for (int d = 0; d < 2; ++d) RKDG_UNROLL
    for (int n = 0; n < N; ++n) along[d][q][i][n] += tables.derivative[d][i][l] * field[q][l][n];
    each_line([&](int i, int n) RKDG_INLINE {
      V x[NL], y[NL];
      RKDG_UNROLL
      for (int q = 0; q < NL; ++q) x[q] = field[q][i][n];
      line.derivative(x, -jump_at_end[0][i][n], jump_at_end[1][i][n], y);
      RKDG_UNROLL
      for (int q = 0; q < NL; ++q) along[2][q][i][n] = y[q];
    });
  }

  /// Integrates the volume by parts, and the triangles with it; calls between(i) before piece i of volume_pieces.
  static constexpr int volume_pieces = NL;
  template <class Between = CallNothing>
  RKDG_FN void volume_integral(const ZoneView<Real>& zone, const Eq& equations, Index first,
                               const Between& between = {}) {
    const auto& here = in_cells<V>(equations, zone, first);
    V m[dim * dim], upward[NL][NT][N];
    RKDG_UNROLL
    for (int i = 0; i < dim * dim; ++i) m[i] = load<V>(zone.metric + std::int64_t(i) * zone.padded + first);
    for (int q = 0; q < NL; ++q) {
      between(q);
      at_line_point(here, m, q, upward[q]);
    }
    each_line([&](int i, int n) RKDG_INLINE {
      V x[NL], y[NL];
      RKDG_UNROLL
      for (int q = 0; q < NL; ++q) x[q] = upward[q][i][n];
      line.weak(x, at_end[0][i][n], at_end[1][i][n], y);
      RKDG_UNROLL
      for (int q = 0; q < NL; ++q) y[q] += sum[q][i][n];
      line.to_modes(y);
      RKDG_UNROLL
      for (int j = 0; j < NL; ++j) rate[modes.place[j][i]][n] = y[j];
    });
  }

  RKDG_FN void finish(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first) {
    this->add_source(zone, stage, first);
    this->update(zone, stage, first);
  }

 private:
  static constexpr PrismModes<P> modes{};
  using EvenOdd = EvenOddVolume<Real, 2, P>;
  static constexpr int NE = EvenOdd::NE, NO = EvenOdd::NO, QP = EvenOdd::QP, QM = EvenOdd::QM;
  static constexpr const auto& parts = even_odd_modes<2, P>;

  /// Calls visit(T-mode, variable).
  template <class Visit>
  RKDG_FN static void each_line(const Visit& visit) {
    for (int i = 0; i < NT; ++i)
      for (int n = 0; n < N; ++n) visit(i, n);
  }

  RKDG_FN const PrismTriangles<Real, P>& triangles(const ZoneView<Real>& zone) const {
    return tables.triangles[zone.tables.faces[0].weighted_points < PrismTriangles<Real, P>::NG];
  }

  /// at_triangle() at the points of the triangle.
  template <class FE>
  RKDG_FN void to_triangle(const ZoneView<Real>& zone, int f, const Real (&end)[NL], V (&out)[FE::n_points][N]) const {
    V t[NT][N];
    at_triangle(f, end, t);
    small_gemm<false, FE::n_points, NT>(triangles(zone).value[f][0], NT, t, out);
  }

  template <int NG>
  RKDG_FN void to_side(const Real (&edge)[NL][NT], V (&out)[NG][N]) const {
    for (int q = 0; q < NL; ++q) small_gemm<false, NL, NT>(edge[0], NT, field[q], out + q * NL);
  }

  template <class FE>
  RKDG_FN void from_triangle(const ZoneView<Real>& zone, int f, const V (&x)[FE::n_points][N], V (&t)[NT][N]) const {
    small_gemm<false, NT, FE::n_points>(triangles(zone).project[f][0], FE::stored_points, x, t);
  }

  /// Fluxes at the points of the triangle at point q of the line: adds those along it to `sum`, gives the others.
  template <class EqHere>
  RKDG_FN void at_line_point(const EqHere& equations, const V (&m)[dim * dim], int q, V (&upward)[NT][N]) {
    RKDG_UNROLL_DEVICE
    for (int i = 0; i < NT; ++i) RKDG_UNROLL
    for (int n = 0; n < N; ++n) upward[i][n] = V(Real(0));
    const EvenOdd& t = even_odd_volume<Real, 2, P>();
    for (const auto& pairs : t.pairs) add_pairs(equations, m, q, pairs, upward);
    for (const auto& on_mirror : t.on_mirror) add_on_mirror(equations, m, q, on_mirror, upward);
  }

  template <class EqHere>
  RKDG_FN void add_pairs(const EqHere& equations, const V (&m)[dim * dim], int q, const typename EvenOdd::PairBlock& t,
                         V (&upward)[NT][N]) {
    V at[2][QP][N], slope[2][dim][QP][N];
    const auto values = [&](const V(&x)[NT][N], V(*first)[N], V(*second)[N]) {
      values_at_pairs<2, P, QP>(t.value[0], t.value[0] + NE, NT, x, first, second);
    };
    values(field[q], at[0], at[1]);
    if (equations.viscous)
      for (int d = 0; d < dim; ++d) values(along[d][q], slope[0][d], slope[1][d]);
    for (int h = 0; h < 2; ++h) flux_beside_mirror<2>(equations, m, at[h], slope[h]);
    fold_pairs<true>(slope[0][0], slope[1][0]);
    for (int d = 1; d < dim; ++d) fold_pairs<false>(slope[0][d], slope[1][d]);
    multiply_to_listed<true, NE - 1, 2 * QP>(t.even_slope[1], parts.even + 1, slope[0][0], sum[q]);
    multiply_to_listed<true, NO, 2 * QP>(t.odd_slope[0], parts.odd, slope[1][0], sum[q]);
    multiply_to_listed<true, NE, QP>(t.even_weight[0], parts.even, slope[0][2], upward);
    multiply_to_listed<true, NO, QP>(t.odd_weight[0], parts.odd, slope[1][2], upward);
  }

  template <class EqHere>
  RKDG_FN void add_on_mirror(const EqHere& equations, const V (&m)[dim * dim], int q,
                             const typename EvenOdd::BlockOnMirror& t, V (&upward)[NT][N]) {
    V at[QM][N], slope[dim][QM][N];
    values_on_mirror<2, P, QM>(t.value[0], NE, field[q], at);
    if (equations.viscous)
      for (int d = 0; d < dim; ++d) values_on_mirror<2, P, QM>(t.value[0], NE, along[d][q], slope[d]);
    flux_beside_mirror<2>(equations, m, at, slope);
    multiply_to_listed<true, NE - 1, QM>(t.even_slope[1], parts.even + 1, slope[1], sum[q]);
    multiply_to_listed<true, NO, QM>(t.odd_slope[0], parts.odd, slope[0], sum[q]);
    multiply_to_listed<true, NE, QM>(t.even_weight[0], parts.even, slope[2], upward);
  }
};

}  // namespace dg
