#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "quadrature/rule.hpp"
#include "quadrature/tests/moments.hpp"

namespace {

using dg::QuadratureRule;
using dg::test::line_moment;
using dg::test::rule_moment;

constexpr double rounding = 1e-15;

/// P_n at x by its recurrence.
long double legendre(int n, long double x) {
  long double previous = 1, value = x;
  if (n == 0) return previous;
  for (int k = 1; k < n; ++k) {
    const long double next = ((2 * k + 1) * x * value - k * previous) / (k + 1);
    previous = value;
    value = next;
  }
  return value;
}

/// The rule applied to P_k; exactly 2 for k = 0 and 0 for k > 0 as long as the rule is exact. Unlike a high monomial,
/// P_k sees every point.
long double rule_on_legendre(const QuadratureRule<1>& rule, int k) {
  long double sum = 0;
  for (int q = 0; q < rule.size(); ++q) sum += rule.weights[q] * legendre(k, rule.points[q][0]);
  return sum;
}

void check_line_rule(const QuadratureRule<1>& rule, int points, int degree) {
  CAPTURE(points);
  REQUIRE(rule.size() == points);
  REQUIRE(rule.points.size() == rule.weights.size());
  CHECK(rule.degree == degree);
  for (int q = 0; q < points; ++q) {
    CAPTURE(q);
    CHECK(rule.weights[q] > 0);
    CHECK(std::abs(rule.points[q][0]) <= 1);
    CHECK(rule.points[q][0] == -rule.points[points - 1 - q][0]);
    CHECK(rule.weights[q] == rule.weights[points - 1 - q]);
    if (q > 0) CHECK(rule.points[q][0] > rule.points[q - 1][0]);
  }
  for (int a = 0; a <= degree; ++a) {
    CAPTURE(a);
    CHECK(std::abs(rule_moment(rule, a) - line_moment(a)) < rounding);
  }
}

/// Error of the rule on P_{degree+1}, which is at least of the order of 1 where the stated degree is not an
/// understatement.
double legendre_error_beyond(const QuadratureRule<1>& rule) {
  return static_cast<double>(std::abs(rule_on_legendre(rule, rule.degree + 1)));
}

}  // namespace

TEST_CASE("Gauss-Legendre rules are positive, symmetric and exact to 2n-1, not beyond", "[quadrature]") {
  for (int n = 1; n <= 80; ++n) {
    const QuadratureRule<1> rule = dg::gauss_legendre(n);
    check_line_rule(rule, n, 2 * n - 1);
    CHECK(rule.points.back()[0] < 1);
    CHECK(legendre_error_beyond(rule) > 0.1);
  }
}

TEST_CASE("Gauss-Lobatto rules hold both ends and are exact to 2n-3, not beyond", "[quadrature]") {
  for (int n = 2; n <= 80; ++n) {
    const QuadratureRule<1> rule = dg::gauss_lobatto(n);
    check_line_rule(rule, n, 2 * n - 3);
    CHECK(rule.points.front()[0] == -1);
    CHECK(rule.points.back()[0] == 1);
    CHECK(legendre_error_beyond(rule) > 0.1);
  }
}

TEST_CASE("Every Gauss point is the double next to a root", "[quadrature]") {
  // The polynomial whose roots are the points changes its sign within one double to either side of each of them.
  const auto changes_sign = [](double x, const auto& polynomial) {
    return polynomial(std::nextafter(x, -2.0)) * polynomial(std::nextafter(x, 2.0)) < 0;
  };
  for (int n = 1; n <= 64; ++n) {
    CAPTURE(n);
    const auto legendre_n = [n](double x) { return legendre(n, x); };
    for (const auto& point : dg::gauss_legendre(n).points) {
      if (point[0] != 0) CHECK(changes_sign(point[0], legendre_n));
    }
    const auto interior = [n](double x) { return legendre(n, x) - x * legendre(n + 1, x); };  // ~ (1-x^2) P'_{n+1}
    const QuadratureRule<1> lobatto = dg::gauss_lobatto(n + 2);
    for (int q = 1; q <= n; ++q) {
      if (lobatto.points[q][0] != 0) CHECK(changes_sign(lobatto.points[q][0], interior));
    }
  }
}

TEST_CASE("Small Gauss rules agree with their closed forms", "[quadrature]") {
  const auto legendre3 = dg::gauss_legendre(3);
  CHECK(legendre3.points[2][0] == Approx(std::sqrt(0.6)).epsilon(rounding));
  CHECK(legendre3.points[1][0] == 0);
  CHECK(legendre3.weights[0] == Approx(5.0 / 9.0).epsilon(rounding));
  CHECK(legendre3.weights[1] == Approx(8.0 / 9.0).epsilon(rounding));
  const auto lobatto4 = dg::gauss_lobatto(4);
  CHECK(lobatto4.points[2][0] == Approx(std::sqrt(0.2)).epsilon(rounding));
  CHECK(lobatto4.weights[0] == Approx(1.0 / 6.0).epsilon(rounding));
  CHECK(lobatto4.weights[1] == Approx(5.0 / 6.0).epsilon(rounding));
}

TEST_CASE("A line rule without enough points is refused", "[quadrature]") {
  CHECK_THROWS_AS(dg::gauss_legendre(0), std::out_of_range);
  CHECK_THROWS_AS(dg::gauss_legendre(-3), std::out_of_range);
  CHECK_THROWS_AS(dg::gauss_lobatto(1), std::out_of_range);
}
