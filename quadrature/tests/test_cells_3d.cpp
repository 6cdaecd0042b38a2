#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "quadrature/rule.hpp"

namespace {

using Rule = dg::QuadratureRule<3>;

double factorial(int n) { return std::tgamma(n + 1.0); }

/// Integral of l^a m^b n^c with l = (1 + x) / 2 and so on, by the rule.
double moment(const Rule& rule, int a, int b, int c) {
  double sum = 0;
  for (int q = 0; q < rule.size(); ++q) {
    const auto& x = rule.points[q];
    sum += rule.weights[q] * std::pow((1 + x[0]) / 2, a) * std::pow((1 + x[1]) / 2, b) * std::pow((1 + x[2]) / 2, c);
  }
  return sum;
}

void check(const std::function<Rule(int)>& make, const std::function<double(int, int, int)>& exact,
           const std::function<bool(const std::array<double, 3>&)>& inside) {
  for (int degree = 0; degree <= 12; ++degree) {
    CAPTURE(degree);
    const Rule rule = make(degree);
    REQUIRE(rule.points.size() == rule.weights.size());
    CHECK(rule.degree >= degree);
    for (int q = 0; q < rule.size(); ++q) {
      CHECK(rule.weights[q] > 0);
      CHECK(inside(rule.points[q]));
    }
    for (int a = 0; a <= degree; ++a)
      for (int b = 0; a + b <= degree; ++b)
        for (int c = 0; a + b + c <= degree; ++c) {
          CAPTURE(a, b, c);
          CHECK(std::abs(moment(rule, a, b, c) - exact(a, b, c)) < 1e-14);
        }
  }
  CHECK_THROWS_AS(make(-1), std::out_of_range);
}

bool in_cube(const std::array<double, 3>& x) { return std::abs(x[0]) < 1 && std::abs(x[1]) < 1 && std::abs(x[2]) < 1; }

}  // namespace

TEST_CASE("Tetrahedron rules are exact to their total degree", "[quadrature]") {
  check([](int degree) { return dg::tetrahedron_rule(degree); },
        [](int a, int b, int c) { return 8 * factorial(a) * factorial(b) * factorial(c) / factorial(a + b + c + 3); },
        [](const auto& x) { return in_cube(x) && x[0] + x[1] + x[2] < -1; });
}

TEST_CASE("Prism rules are exact to their total degree", "[quadrature]") {
  check([](int degree) { return dg::prism_rule(degree); },
        [](int a, int b, int c) { return 4 * factorial(a) * factorial(b) / factorial(a + b + 2) * 2 / (c + 1); },
        [](const auto& x) { return in_cube(x) && x[0] + x[1] < 0; });
}

TEST_CASE("Hexahedron rules are exact to their total degree", "[quadrature]") {
  check([](int degree) { return dg::hexahedron_rule(degree); },
        [](int a, int b, int c) { return 8.0 / ((a + 1) * (b + 1) * (c + 1)); }, in_cube);
}

TEST_CASE("Pyramid rules are exact to their total degree", "[quadrature]") {
  // In l = (1 + x) / 2 and so on, l and m run from 0 to 1 - n: 8 int (1 - n)^(a + b + 2) n^c / ((a + 1) (b + 1)).
  check([](int degree) { return dg::pyramid_rule(degree); },
        [](int a, int b, int c) {
          return 8 * factorial(a + b + 2) * factorial(c) / factorial(a + b + c + 3) / ((a + 1) * (b + 1));
        },
        [](const auto& x) { return in_cube(x) && x[0] + x[2] < 0 && x[1] + x[2] < 0; });
}

TEST_CASE("Pyramid rules are exact for products of collapsed coordinates, and no further", "[quadrature]") {
  // r = l / (1 - n), s = m / (1 - n): 8 int r^a s^b n^c (1 - n)^2 over the unit cube.
  for (int degree = 1; degree <= 12; ++degree) {
    const Rule rule = dg::pyramid_rule(degree);
    const auto error = [&](int a, int b, int c) {
      double sum = 0;
      for (int q = 0; q < rule.size(); ++q) {
        const auto& x = rule.points[q];
        const double n = (1 + x[2]) / 2, r = (1 + x[0]) / 2 / (1 - n), s = (1 + x[1]) / 2 / (1 - n);
        sum += rule.weights[q] * std::pow(r, a) * std::pow(s, b) * std::pow(n, c);
      }
      return std::abs(sum - 8 * factorial(c) * 2 / factorial(c + 3) / ((a + 1) * (b + 1)));
    };
    CHECK(error(degree, degree, degree) < 1e-14);
    const int beyond = degree / 2 * 2 + 2;
    CHECK(error(beyond, 0, 0) > 1e-9);
    CHECK(error(0, beyond, 0) > 1e-9);
    CHECK(error(0, 0, beyond) > 1e-11);
  }
}
