/// One-dimensional operators, of which those of Q^p on the reference square are tensor products.
///
/// With phi_a the orthonormal Legendre polynomials, mode (a, b) is `phi_a(x) phi_b(y)`. Point (i, j) of the volume rule
/// has the coordinates x_i and x_j of the Gauss-Legendre rule with as many points. Then integrals of products of two
/// polynomials of degree p are exact. The points on a face lie in line with those of the volume. A polynomial is given
/// by its values as well as by its modes. So what is to be projected may be added up at the points.
///
/// Points i and N - 1 - i mirror each other. In sums and differences of the values there, each matrix falls into two of
/// half the size (Solomonoff, J. Comput. Phys. 98, 1992): a third fewer products.
#pragma once

#include <cmath>

#include "libdg/backend/config.hpp"
#include "quadrature/rule.hpp"

namespace dg {

/// Number of mode (a, b) in the order of element/basis.hpp.
constexpr int tensor_mode(int a, int b) { return a > b ? a * a + b : b * b + b + a; }

/// Mode (a, b, c) of Q^p on hexahedra in the order of element/basis.hpp, for [c][b][a].
template <int N>
struct TensorModes3D {
  short place[N * N * N];

  constexpr TensorModes3D() : place{} {
    short mode = 0;
    for (int q = 0; q < N; ++q)
      for (int total = q; total <= 3 * q; ++total)
        for (int c = 0; c <= q; ++c)
          for (int b = 0; b <= q; ++b) {
            const int a = total - c - b;
            if (a >= 0 && a <= q && (a == q || b == q || c == q)) place[(c * N + b) * N + a] = mode++;
          }
  }
};

/// A matrix applied to values at N points, plus what numbers at both ends leave there. Mirrored, derivatives change
/// their sign.
template <class Real, int N>
struct LineDerivative {
  static constexpr int half = N / 2, with_middle = (N + 1) / 2;

  Real of_sum[with_middle][with_middle], of_difference[with_middle][with_middle];  ///< [i][l]
  Real end_sum[with_middle], end_difference[with_middle];                          ///< [i]

  /// y = the matrix times x plus what the numbers at -1 and 1 leave.
  template <class V>
  RKDG_FN void operator()(const V (&x)[N], V first, V last, V (&y)[N]) const {
    V sum[with_middle], difference[with_middle];
    RKDG_UNROLL
    for (int l = 0; l < half; ++l) {
      sum[l] = x[l] + x[N - 1 - l];
      difference[l] = x[l] - x[N - 1 - l];
    }
    if (N % 2 == 1) sum[half] = x[half];
    const V both = last + first, across = last - first;
    RKDG_UNROLL
    for (int i = 0; i < with_middle; ++i) {
      V even = end_sum[i] * both;
      RKDG_UNROLL
      for (int l = 0; l < half; ++l) even += of_difference[i][l] * difference[l];
      if (i == half) {
        y[half] = even;
        continue;
      }
      V odd = end_difference[i] * across;
      RKDG_UNROLL
      for (int l = 0; l < with_middle; ++l) odd += of_sum[i][l] * sum[l];
      y[i] = even + odd;
      y[N - 1 - i] = even - odd;
    }
  }
};

/// The operators for N points and as many modes.
template <class Real, int N>
struct LineMatrices {
  static constexpr int half = N / 2, with_middle = (N + 1) / 2;

  Real value[with_middle][N];    ///< [i][a]: phi_a(x_i)
  Real project[N][with_middle];  ///< [a][i]: w_i phi_a(x_i)
  /// d / dx at the points; a number at an end leaves its lifting, the sum over a of phi_a(x_i) phi_a there.
  LineDerivative<Real, N> derivative;
  Real entry[N][N];  ///< of that matrix, [i][l], for single points
  /// For all phi of degree p, y_i w_i phi(x_i) adds up to x_l w_l phi'(x_l) and the numbers at the ends times phi
  /// there.
  LineDerivative<Real, N> weak;
  Real weight[with_middle];  ///< w_i
  // At 1; what stands for -1 is mirrored, and derivatives point out of the line at both ends.
  Real end_value[N], end_slope[N];                    ///< [a]: phi_a and its derivative
  Real end_from_points[N], end_slope_from_points[N];  ///< [i]: a polynomial and its derivative from its values

  /// Modes to values at points.
  template <class V>
  RKDG_FN void to_points(V (&x)[N]) const {
    V even[with_middle], odd[with_middle];
    RKDG_UNROLL
    for (int i = 0; i < with_middle; ++i) {
      even[i] = odd[i] = V(Real(0));
      RKDG_UNROLL
      for (int a = 0; a < N; a += 2) even[i] += value[i][a] * x[a];
      RKDG_UNROLL
      for (int a = 1; a < N && i < half; a += 2) odd[i] += value[i][a] * x[a];
    }
    RKDG_UNROLL
    for (int i = 0; i < half; ++i) {
      x[i] = even[i] + odd[i];
      x[N - 1 - i] = even[i] - odd[i];
    }
    if (N % 2 == 1) x[half] = even[half];
  }

  /// Values at points to integrals with all modes.
  template <class V>
  RKDG_FN void to_modes(V (&x)[N]) const {
    V sum[with_middle], difference[with_middle];
    RKDG_UNROLL
    for (int i = 0; i < half; ++i) {
      sum[i] = x[i] + x[N - 1 - i];
      difference[i] = x[i] - x[N - 1 - i];
    }
    if (N % 2 == 1) sum[half] = x[half];
    RKDG_UNROLL
    for (int a = 0; a < N; a += 2) {
      x[a] = V(Real(0));
      RKDG_UNROLL
      for (int i = 0; i < with_middle; ++i) x[a] += project[a][i] * sum[i];
    }
    RKDG_UNROLL
    for (int a = 1; a < N; a += 2) {
      x[a] = V(Real(0));
      RKDG_UNROLL
      for (int i = 0; i < half; ++i) x[a] += project[a][i] * difference[i];
    }
  }
};

/// Calls apply(line) with each line of a field [j][i] along x, then with each along y.
template <class V, int N, class Apply>
RKDG_FN void along_both(V (&field)[N][N], const Apply& apply) {
  RKDG_UNROLL
  for (int j = 0; j < N; ++j) apply(field[j]);
  RKDG_UNROLL
  for (int i = 0; i < N; ++i) {
    V y[N];
    RKDG_UNROLL
    for (int j = 0; j < N; ++j) y[j] = field[j][i];
    apply(y);
    RKDG_UNROLL
    for (int j = 0; j < N; ++j) field[j][i] = y[j];
  }
}

/// Values and derivatives of the orthonormal Legendre polynomials at x, by P'_(n+1) = P'_(n-1) + (2 n + 1) P_n.
template <int N>
void evaluate_legendre(double x, double (&value)[N], double (&derivative)[N]) {
  double p[N + 1] = {1, x}, d[N + 1] = {0, 1};
  for (int n = 1; n + 1 < N; ++n) {
    p[n + 1] = ((2 * n + 1) * x * p[n] - n * p[n - 1]) / (n + 1);
    d[n + 1] = d[n - 1] + (2 * n + 1) * p[n];
  }
  for (int n = 0; n < N; ++n) {
    value[n] = std::sqrt(n + 0.5) * p[n];
    derivative[n] = std::sqrt(n + 0.5) * d[n];
  }
}

/// From a matrix [i][l] that changes its sign where both points are mirrored. A number at the last end leaves at x_i
/// what one at the first end leaves at the mirrored point.
template <class Real, int N>
LineDerivative<Real, N> make_line_derivative(const double (&matrix)[N][N], const double (&last)[N]) {
  LineDerivative<Real, N> d{};
  for (int i = 0; i < (N + 1) / 2; ++i) {
    for (int l = 0; l < (N + 1) / 2; ++l) {
      const double a = matrix[i][l], b = matrix[i][N - 1 - l];
      d.of_sum[i][l] = static_cast<Real>(l < N / 2 ? (a + b) / 2 : a);
      d.of_difference[i][l] = static_cast<Real>((a - b) / 2);
    }
    const double a = last[i], b = last[N - 1 - i];
    d.end_sum[i] = static_cast<Real>((a + b) / 2);
    d.end_difference[i] = static_cast<Real>((a - b) / 2);
  }
  return d;
}

template <class Real, int N>
LineMatrices<Real, N> make_line_matrices() {
  const auto rule = gauss_legendre(N);
  double value[N][N], slope[N][N], last[N], last_slope[N];
  for (int i = 0; i < N; ++i) evaluate_legendre(rule.points[i][0], value[i], slope[i]);
  evaluate_legendre(1, last, last_slope);
  double derivative[N][N] = {}, weak[N][N] = {}, end[N] = {}, end_slope[N] = {};
  for (int i = 0; i < N; ++i)
    for (int a = 0; a < N; ++a) {
      for (int l = 0; l < N; ++l) {
        derivative[i][l] += slope[i][a] * value[l][a] * rule.weights[l];
        weak[i][l] += slope[l][a] * value[i][a] * rule.weights[l];
      }
      end[i] += value[i][a] * last[a];
      end_slope[i] += value[i][a] * last_slope[a];
    }
  LineMatrices<Real, N> m;
  for (int i = 0; i < N; ++i)
    for (int l = 0; l < N; ++l) m.entry[i][l] = static_cast<Real>(derivative[i][l]);
  m.derivative = make_line_derivative<Real>(derivative, end);
  m.weak = make_line_derivative<Real>(weak, end);
  for (int i = 0; i < N; ++i) {
    m.end_value[i] = static_cast<Real>(last[i]);
    m.end_slope[i] = static_cast<Real>(last_slope[i]);
    m.end_from_points[i] = static_cast<Real>(rule.weights[i] * end[i]);
    m.end_slope_from_points[i] = static_cast<Real>(rule.weights[i] * end_slope[i]);
  }
  for (int i = 0; i < (N + 1) / 2; ++i) {
    m.weight[i] = static_cast<Real>(rule.weights[i]);
    for (int a = 0; a < N; ++a) {
      m.value[i][a] = static_cast<Real>(value[i][a]);
      m.project[a][i] = static_cast<Real>(rule.weights[i] * value[i][a]);
    }
  }
  return m;
}

/// The operators, computed once.
template <class Real, int N>
const LineMatrices<Real, N>& line_matrices() {
  static const LineMatrices<Real, N> matrices = make_line_matrices<Real, N>();
  return matrices;
}

}  // namespace dg
