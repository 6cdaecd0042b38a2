/// Traces of Q on one side of a face of prisms by sum factorisation, for lanes whose cells have the face at different
/// places. Points are in the order of the cells themselves.
#pragma once

#include "libdg/backend/inline_lambda.hpp"
#include "libdg/backend/near_lanes.hpp"
#include "libdg/element/prism_lines.hpp"
#include "libdg/kernels/engines/small_gemm.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

template <class FE, int N, class V>
class SumFactorisedPrismSide {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  using C = ConstantOf<V>;
  static constexpr int P = FE::degree, NL = P + 1, NG = FE::n_points;
  using Tables = PrismLines<Real, P>;
  static constexpr int NT = Tables::NT, lines = FE::shape == FaceShape::triangle ? 1 : NL;

 public:
  /// For local faces `face` of cells whose first coefficient is at `offset` in the part of the state that begins at
  /// `base`: N variables from first_variable on.
  RKDG_FN SumFactorisedPrismSide(const ZoneView<Real>& zone, StateOf<V> base, I face, I offset, int first_variable)
      : tables_(prism_lines<Real, P>()),
        zone_(zone),
        number_(face - I(faces_of_kind(CellShape::prism, FE::kind).first)) {
    const NearLanes<V> modes_of_cells(offset);
    const C end = select(number_ == I(0), C(Real(-1)), C(Real(1)));
    for (int n = 0; n < N; ++n) {
      const auto from = base + std::int64_t(first_variable + n) * zone.layout.variable_stride;
      for (int i = 0; i < NT; ++i) {
        V x[NL];
        RKDG_UNROLL
        for (int j = 0; j < NL; ++j) x[j] = modes_of_cells(from + zone.layout.mode(0, modes.place[j][i]));
        contract(x, end, i, n);
      }
    }
  }

  /// Traces u and, if asked, derivatives along the normal of the reference face.
  RKDG_FN void traces(bool gradient, V (&u)[NG][N], V (&normal)[NG][N]) const {
    if constexpr (FE::shape == FaceShape::triangle) {
      const auto& at_face = tables_.triangles[zone_.tables.faces[0].weighted_points < FE::stored_points].at_face;
      for (int g = 0; g < NG; ++g)
        sums([&](int i, C& x, C& xn) RKDG_INLINE { x = xn = lookup<C>(at_face[g][i], number_); }, value_[0], slope_[0],
             gradient, u[g], normal[g]);
    } else {
      for (int q = 0; q < NL; ++q)
        for (int e = 0; e < NL; ++e)
          sums([&](int i, C& x, C& xn) RKDG_INLINE { lookup_pair(tables_.at_edge[e][i][0], number_, x, xn); },
               value_[q], value_[q], gradient, u[q * NL + e], normal[q * NL + e]);
    }
  }

 private:
  static constexpr PrismModes<P> modes{};
  const Tables& tables_;
  const ZoneView<Real>& zone_;
  I number_;               ///< of the face among those of its kind
  V value_[lines][NT][N];  ///< T-modes at the points of the line, of a triangle at its end,
  V slope_[1][NT][N];      ///< and those of the derivative along the line there

  /// Takes the modes along the line of one T-mode to its points, or to its end.
  RKDG_FN void contract(V (&x)[NL], C end, int i, int n) {
    const auto& line = line_matrices<Real, NL>();
    if constexpr (FE::shape == FaceShape::triangle) {
      V even[2]{V(Real(0)), V(Real(0))}, odd[2]{V(Real(0)), V(Real(0))};
      RKDG_UNROLL
      for (int j = 0; j < NL; ++j) {
        (j % 2 == 0 ? even : odd)[0] += line.end_value[j] * x[j];
        (j % 2 == 0 ? even : odd)[1] += line.end_slope[j] * x[j];
      }
      value_[0][i][n] = even[0] + end * odd[0];
      slope_[0][i][n] = even[1] + end * odd[1];
    } else {
      line.to_points(x);
      RKDG_UNROLL
      for (int q = 0; q < NL; ++q) value_[q][i][n] = x[q];
    }
  }

  /// At one point: `entry` gives T_i and what takes `b` to the derivative.
  template <class Entry>
  RKDG_FN static void sums(const Entry& entry, const V (&a)[NT][N], const V (&b)[NT][N], bool gradient, V (&u)[N],
                           V (&normal)[N]) {
    V sum[2][N];
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) sum[0][n] = sum[1][n] = V(Real(0));
    for (int i = 0; i < NT; ++i) {
      C x, xn;
      entry(i, x, xn);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        sum[0][n] += x * a[i][n];
        sum[1][n] += xn * b[i][n];
      }
    }
    RKDG_UNROLL
    for (int n = 0; n < N; ++n) {
      u[n] = sum[0][n];
      if (gradient) normal[n] = sum[1][n];
    }
  }
};

}  // namespace dg
