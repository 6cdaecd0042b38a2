#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "quadrature/rule.hpp"
#include "quadrature/tests/moments.hpp"

namespace {

using dg::QuadratureRule;
using dg::test::rule_moment;
using dg::test::triangle_moment;

/// Whether the rule has the point (x, y), to rounding, with the weight `weight`.
bool has_point(const QuadratureRule<2>& rule, double x, double y, double weight) {
  for (int q = 0; q < rule.size(); ++q) {
    const double distance = std::hypot(rule.points[q][0] - x, rule.points[q][1] - y);
    if (distance < 1e-15 && rule.weights[q] == weight) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("The exact moments of the triangle agree with hand-computed ones", "[quadrature]") {
  CHECK(triangle_moment(0, 0) == Approx(2.0));
  CHECK(triangle_moment(1, 0) == Approx(-2.0 / 3.0));
  CHECK(triangle_moment(0, 1) == Approx(-2.0 / 3.0));
  CHECK(triangle_moment(1, 1) == Approx(0.0).margin(1e-18));
  CHECK(triangle_moment(2, 0) == Approx(2.0 / 3.0));
  CHECK(triangle_moment(2, 1) == Approx(-2.0 / 15.0));
}

TEST_CASE("Triangle rules are exact for every monomial up to their degree, not beyond", "[quadrature]") {
  for (int degree = 0; degree <= dg::max_triangle_degree; ++degree) {
    CAPTURE(degree);
    const QuadratureRule<2> rule = dg::triangle_rule(degree);
    REQUIRE(rule.degree >= degree);
    for (int a = 0; a <= rule.degree; ++a) {
      for (int b = 0; a + b <= rule.degree; ++b) {
        CAPTURE(a, b);
        CHECK(std::abs(rule_moment(rule, a, b) - triangle_moment(a, b)) < 2e-15);
      }
    }
    long double error_beyond = 0;
    for (int a = 0; a <= rule.degree + 1; ++a) {
      const int b = rule.degree + 1 - a;
      error_beyond = std::max(error_beyond, std::abs(rule_moment(rule, a, b) - triangle_moment(a, b)));
    }
    CHECK(error_beyond > 1e-8);
  }
}

TEST_CASE("Triangle rules have as few points as the best published symmetric ones", "[quadrature]") {
  constexpr std::array<int, 16> points{1, 1, 3, 6, 6, 7, 12, 15, 16, 19, 25, 28, 33, 37, 42, 49};
  for (int degree = 0; degree <= dg::max_triangle_degree; ++degree) {
    CAPTURE(degree);
    const QuadratureRule<2> rule = dg::triangle_rule(degree);
    CHECK(rule.size() == points[degree]);
    CHECK(rule.points.size() == rule.weights.size());
  }
}

TEST_CASE("Triangle rules have positive weights and points strictly inside", "[quadrature]") {
  for (int degree = 0; degree <= dg::max_triangle_degree; ++degree) {
    CAPTURE(degree);
    const QuadratureRule<2> rule = dg::triangle_rule(degree);
    for (int q = 0; q < rule.size(); ++q) {
      const auto [x, y] = rule.points[q];
      CAPTURE(q, x, y);
      CHECK(rule.weights[q] > 0);
      CHECK(x > -1);
      CHECK(y > -1);
      CHECK(x + y < 0);
    }
  }
}

TEST_CASE("Triangle rules are invariant under the symmetries of the triangle", "[quadrature]") {
  for (int degree = 0; degree <= dg::max_triangle_degree; ++degree) {
    CAPTURE(degree);
    const QuadratureRule<2> rule = dg::triangle_rule(degree);
    for (int q = 0; q < rule.size(); ++q) {
      const auto [x, y] = rule.points[q];
      CAPTURE(q, x, y);
      // A reflection and a rotation, in barycentric coordinates (l1, l2) <-> (l2, l1) and (l0, l1, l2) -> (l1, l2, l0),
      // generate the group.
      CHECK(has_point(rule, y, x, rule.weights[q]));
      CHECK(has_point(rule, y, -1 - x - y, rule.weights[q]));
    }
  }
}

TEST_CASE("A triangle rule beyond the tables is refused", "[quadrature]") {
  CHECK_THROWS_AS(dg::triangle_rule(-1), std::out_of_range);
  CHECK_THROWS_AS(dg::triangle_rule(dg::max_triangle_degree + 1), std::out_of_range);
}
