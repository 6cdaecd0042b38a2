/// Exact moments of the reference cells, and the moments that a rule gives.
#pragma once

#include <cmath>

#include "quadrature/rule.hpp"

namespace dg::test {

/// Integral of x^a over [-1, 1].
inline long double line_moment(int a) { return a % 2 == 0 ? 2.0L / (a + 1) : 0.0L; }

/// Integral of x^a y^b over [-1, 1]^2.
inline long double quadrilateral_moment(int a, int b) { return line_moment(a) * line_moment(b); }

/// Integral of x^a y^b over the triangle (-1,-1), (1,-1), (-1,1).
///
/// Integrating y over [-1, -x] leaves the integral of x^a ((-x)^(b+1) - (-1)^(b+1))/(b+1) over [-1, 1].
inline long double triangle_moment(int a, int b) {
  const int sign = b % 2 == 0 ? -1 : 1;  // (-1)^(b+1)
  return sign * (line_moment(a + b + 1) - line_moment(a)) / (b + 1);
}

inline long double rule_moment(const QuadratureRule<1>& rule, int a) {
  long double sum = 0;
  for (int q = 0; q < rule.size(); ++q) {
    sum += rule.weights[q] * std::pow(static_cast<long double>(rule.points[q][0]), a);
  }
  return sum;
}

inline long double rule_moment(const QuadratureRule<2>& rule, int a, int b) {
  long double sum = 0;
  for (int q = 0; q < rule.size(); ++q) {
    sum += rule.weights[q] * std::pow(static_cast<long double>(rule.points[q][0]), a) *
           std::pow(static_cast<long double>(rule.points[q][1]), b);
  }
  return sum;
}

}  // namespace dg::test
