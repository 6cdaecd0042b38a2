#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "quadrature/rule.hpp"

namespace dg {
namespace {

using Real = long double;

struct LegendreValues {
  Real value;     // P_n(x)
  Real previous;  // P_{n-1}(x)
};

LegendreValues legendre(int n, Real x) {
  Real previous = 1, value = x;
  if (n == 0) return {1, 0};
  for (int k = 1; k < n; ++k) {
    const Real next = ((2 * k + 1) * x * value - k * previous) / (k + 1);
    previous = value;
    value = next;
  }
  return {value, previous};
}

/// Newton's method from `x`; `step` returns f/f'.
template <class Step>
Real newton_root(Real x, const Step& step) {
  constexpr int max_steps = 50;
  const Real tolerance = 8 * std::numeric_limits<Real>::epsilon();
  for (int k = 0; k < max_steps; ++k) {
    const Real correction = step(x);
    x -= correction;
    if (std::abs(correction) <= tolerance) return x;
  }
  assert(false && "Newton's method converges quadratically from the asymptotic roots");
  return x;
}

/// i-th largest root of P_n, i < n/2, from Tricomi's asymptotic root.
Real legendre_root(int n, int i) {
  const Real start = std::cos(std::numbers::pi_v<Real> * (i + Real(0.75)) / (n + Real(0.5)));
  return newton_root(start, [n](Real x) {
    const auto [value, previous] = legendre(n, x);
    return value * (1 - x * x) / (n * (previous - x * value));
  });
}

/// i-th largest root, 1 <= i < m/2, of P'_m, by way of (1-x^2) P''_m = 2x P'_m - m(m+1) P_m; from Parter's asymptotic
/// root.
Real legendre_extremum(int m, int i) {
  const Real pi = std::numbers::pi_v<Real>;
  const Real start = std::cos((i + Real(0.25)) * pi / m - 3 / (8 * m * pi * (i + Real(0.25))));
  return newton_root(start, [m](Real x) {
    const auto [value, previous] = legendre(m, x);
    const Real scaled_derivative = m * (previous - x * value);  // (1-x^2) P'_m
    return scaled_derivative * (1 - x * x) / (2 * x * scaled_derivative - m * (m + 1) * (1 - x * x) * value);
  });
}

/// Rule from its points in (0, 1], largest first, mirrored, so that it is symmetric to the last bit.
template <class Point, class Weight>
QuadratureRule<1> symmetric_rule(int n, int degree, const Point& point, const Weight& weight) {
  QuadratureRule<1> rule;
  rule.degree = degree;
  rule.points.resize(n);
  rule.weights.resize(n);
  for (int i = 0; i < (n + 1) / 2; ++i) {
    const Real x = 2 * i + 1 == n ? Real(0) : point(i);
    rule.points[i][0] = static_cast<double>(-x);
    rule.points[n - 1 - i][0] = static_cast<double>(x);
    rule.weights[i] = rule.weights[n - 1 - i] = static_cast<double>(weight(x));
  }
  return rule;
}

}  // namespace

QuadratureRule<1> gauss_legendre(int n) {
  if (n < 1) throw std::out_of_range("gauss_legendre: " + std::to_string(n) + " points, at least 1 is needed");
  const auto point = [n](int i) { return legendre_root(n, i); };
  const auto weight = [n](Real x) {
    const auto [value, previous] = legendre(n, x);
    const Real scaled_derivative = n * (previous - x * value);
    return 2 * (1 - x * x) / (scaled_derivative * scaled_derivative);
  };
  return symmetric_rule(n, 2 * n - 1, point, weight);
}

QuadratureRule<1> gauss_lobatto(int n) {
  if (n < 2) throw std::out_of_range("gauss_lobatto: " + std::to_string(n) + " points, at least 2 are needed");
  const int m = n - 1;
  const auto point = [m](int i) { return i == 0 ? Real(1) : legendre_extremum(m, i); };
  const auto weight = [n, m](Real x) {
    const Real value = legendre(m, x).value;
    return 2 / (n * Real(m) * value * value);
  };
  return symmetric_rule(n, 2 * n - 3, point, weight);
}

}  // namespace dg
