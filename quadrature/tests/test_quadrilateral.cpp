#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "quadrature/rule.hpp"
#include "quadrature/tests/moments.hpp"

using dg::test::quadrilateral_moment;
using dg::test::rule_moment;

TEST_CASE("Quadrilateral rules are exact to the degree in each direction", "[quadrature]") {
  for (int degree = 0; degree <= 16; ++degree) {
    CAPTURE(degree);
    const dg::QuadratureRule<2> rule = dg::quadrilateral_rule(degree);
    const int n = degree / 2 + 1;
    REQUIRE(rule.size() == n * n);
    REQUIRE(rule.points.size() == rule.weights.size());
    CHECK(rule.degree == 2 * n - 1);
    for (int q = 0; q < rule.size(); ++q) {
      CHECK(rule.weights[q] > 0);
      CHECK(std::abs(rule.points[q][0]) < 1);
      CHECK(std::abs(rule.points[q][1]) < 1);
    }
    for (int a = 0; a <= rule.degree; ++a) {
      for (int b = 0; b <= rule.degree; ++b) {
        CAPTURE(a, b);
        CHECK(std::abs(rule_moment(rule, a, b) - quadrilateral_moment(a, b)) < 2e-15);
      }
    }
    CHECK(std::abs(rule_moment(rule, rule.degree + 1, 0) - quadrilateral_moment(rule.degree + 1, 0)) > 1e-6);
    CHECK(std::abs(rule_moment(rule, 0, rule.degree + 1) - quadrilateral_moment(0, rule.degree + 1)) > 1e-6);
  }
}

TEST_CASE("Rules of few points are exact to their total degree and not beyond, and symmetric", "[quadrature]") {
  const int sizes[] = {1, 1, 4, 4, 9, 9, 12, 12, 20, 20, 28, 28, 49};
  for (int degree = 0; degree <= 12; ++degree) {
    CAPTURE(degree);
    const dg::QuadratureRule<2> rule = dg::total_degree_quadrilateral_rule(degree);
    REQUIRE(rule.size() == sizes[degree]);
    REQUIRE(rule.points.size() == rule.weights.size());
    CHECK(rule.degree >= degree);
    for (int q = 0; q < rule.size(); ++q) {
      CHECK(rule.weights[q] > 0);
      CHECK(std::abs(rule.points[q][0]) < 1);
      CHECK(std::abs(rule.points[q][1]) < 1);
    }
    for (int a = 0; a <= rule.degree; ++a) {
      for (int b = 0; a + b <= rule.degree; ++b) {
        CAPTURE(a, b);
        CHECK(std::abs(rule_moment(rule, a, b) - quadrilateral_moment(a, b)) < 2e-15);
        CHECK(std::abs(rule_moment(rule, a, b) - rule_moment(rule, b, a)) < 2e-15);
      }
    }
    CHECK(std::abs(rule_moment(rule, rule.degree + 1, 0) - quadrilateral_moment(rule.degree + 1, 0)) > 1e-6);
  }
  CHECK_THROWS_AS(dg::total_degree_quadrilateral_rule(-1), std::out_of_range);
}

TEST_CASE("The first coordinate of a quadrilateral rule runs fastest", "[quadrature]") {
  const dg::QuadratureRule<1> line = dg::gauss_legendre(3);
  const dg::QuadratureRule<2> rule = dg::quadrilateral_rule(5);
  REQUIRE(rule.size() == 9);
  for (int q = 0; q < 9; ++q) {
    CHECK(rule.points[q][0] == line.points[q % 3][0]);
    CHECK(rule.points[q][1] == line.points[q / 3][0]);
  }
}

TEST_CASE("A quadrilateral rule of negative degree is refused", "[quadrature]") {
  CHECK_THROWS_AS(dg::quadrilateral_rule(-1), std::out_of_range);
}
