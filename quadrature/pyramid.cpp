#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "quadrature/rule.hpp"

namespace dg {
namespace {

using Real = long double;

/// Values of the Jacobi polynomials P_k^(2, 0), k = 0..n, at x.
std::vector<Real> jacobi_values(int n, Real x) {
  std::vector<Real> p{1};
  if (n > 0) p.push_back(2 * x + 1);
  for (int k = 1; k < n; ++k) {
    const Real m = k + 1, c = 2 * m + 2;
    p.push_back(((c - 1) * ((c - 2) * c * x + 4) * p[k] - 2 * (m + 1) * (m - 1) * c * p[k - 1]) /
                (2 * m * (m + 2) * (c - 2)));
  }
  return p;
}

/// The root of P_n^(2, 0) between two places of opposite signs, by bisection down to neighbouring numbers.
Real root_between(int n, Real low, Real high) {
  const bool rises = jacobi_values(n, low)[n] < 0;
  for (;;) {
    const Real middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    ((jacobi_values(n, middle)[n] < 0) == rises ? low : high) = middle;
  }
}

/// Gauss's rule with n points for the weight ((1 - x) / 2)^2, exact to degree 2n - 1.
QuadratureRule<1> apex_rule(int n) {
  // The roots of one degree lie between those of the degree below.
  std::vector<Real> roots;
  for (int degree = 1; degree <= n; ++degree) {
    std::vector<Real> ends{-1};
    ends.insert(ends.end(), roots.begin(), roots.end());
    ends.push_back(1);
    roots.clear();
    for (int i = 0; i < degree; ++i) roots.push_back(root_between(degree, ends[i], ends[i + 1]));
  }
  QuadratureRule<1> rule;
  rule.degree = 2 * n - 1;
  for (const Real x : roots) {
    const auto p = jacobi_values(n, x);
    Real sum = 0;  // of squares of the orthonormal polynomials: int P_k^2 ((1 - x) / 2)^2 = 2 / (2k + 3)
    for (int k = 0; k < n; ++k) sum += p[k] * p[k] * (2 * k + 3) / 2;
    rule.points.push_back({static_cast<double>(x)});
    rule.weights.push_back(static_cast<double>(1 / sum));
  }
  return rule;
}

}  // namespace

QuadratureRule<3> pyramid_rule(int degree) {
  if (degree < 0) throw std::out_of_range("pyramid_rule: degree " + std::to_string(degree) + " is negative");
  const auto across = quadrilateral_rule(degree);
  const auto upright = apex_rule(degree / 2 + 1);
  QuadratureRule<3> rule;
  rule.degree = degree;
  for (int k = 0; k < upright.size(); ++k)
    for (int q = 0; q < across.size(); ++q) {
      const double c = upright.points[k][0], half = (1 - c) / 2;
      rule.points.push_back({(1 + across.points[q][0]) * half - 1, (1 + across.points[q][1]) * half - 1, c});
      rule.weights.push_back(across.weights[q] * upright.weights[k]);
    }
  return rule;
}

}  // namespace dg
