#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "quadrature/rule.hpp"

namespace {

using Extended = boost::multiprecision::cpp_bin_float_50;

/// Points of the rules, by degree: those of Witherden and Vincent, but for 59 at degree 9.
const std::map<int, int> counts{{1, 1}, {2, 4}, {3, 8}, {5, 14}, {6, 24}, {7, 35}, {8, 46}, {9, 61}, {10, 81}};

struct Point {
  Extended weight;
  std::array<Extended, 4> place;
};

std::vector<Point> read_rule(int degree) {
  std::ifstream file(std::string(RULE_DATA) + "/tetrahedron_" + std::to_string(degree) + ".txt");
  REQUIRE(file);
  std::vector<Point> rule;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line);
    std::string kind, weight;
    std::array<std::string, 4> l;
    words >> kind >> weight >> l[0] >> l[1] >> l[2] >> l[3];
    std::array<Extended, 4> place;
    for (std::size_t i = 0; i < 4; ++i) place[i] = Extended(l[i]);
    std::sort(place.begin(), place.end());
    do {
      rule.push_back({Extended(weight), place});
    } while (std::next_permutation(place.begin(), place.end()));
  }
  return rule;
}

/// Integral of l0^a l1^b l2^c over a tetrahedron of volume 4/3: 8 a! b! c! / (a + b + c + 3)!.
Extended exact_moment(int a, int b, int c) {
  Extended moment = 8;
  int divisor = 0;
  for (const int n : {a, b, c})
    for (int k = 1; k <= n; ++k) moment *= Extended(k) / ++divisor;
  return moment / ((divisor + 1) * (divisor + 2) * (divisor + 3));
}

}  // namespace

TEST_CASE("The data files of tetrahedra hold solutions of the moment equations to 30 digits", "[quadrature]") {
  for (const auto& [degree, points] : counts) {
    CAPTURE(degree);
    const std::vector<Point> rule = read_rule(degree);
    REQUIRE(static_cast<int>(rule.size()) == points);
    for (int a = 0; a <= degree; ++a)
      for (int b = 0; a + b <= degree; ++b)
        for (int c = 0; a + b + c <= degree; ++c) {
          CAPTURE(a, b, c);
          Extended sum = 0;
          for (const auto& [weight, l] : rule) sum += weight * pow(l[0], a) * pow(l[1], b) * pow(l[2], c);
          CHECK(abs(sum - exact_moment(a, b, c)) < Extended("1e-30"));
        }
  }
}

TEST_CASE("Tetrahedron rules are symmetric, and have the points of their data files", "[quadrature]") {
  for (int degree = 0; degree <= dg::max_symmetric_tetrahedron_degree; ++degree) {
    CAPTURE(degree);
    const auto rule = dg::tetrahedron_rule(degree);
    CHECK(rule.size() == counts.lower_bound(degree)->second);
    CHECK(rule.degree == counts.lower_bound(degree)->first);
    for (const auto& x : rule.points)
      for (const auto& same : {std::array{x[1], x[0], x[2]}, std::array{x[0], x[2], x[1]},
                               std::array{-2 - x[0] - x[1] - x[2], x[1], x[2]}}) {
        const auto found = std::find_if(rule.points.begin(), rule.points.end(), [&](const auto& y) {
          return std::abs(y[0] - same[0]) + std::abs(y[1] - same[1]) + std::abs(y[2] - same[2]) < 1e-14;
        });
        REQUIRE(found != rule.points.end());
        CHECK(rule.weights[static_cast<std::size_t>(found - rule.points.begin())] ==
              rule.weights[static_cast<std::size_t>(&x - rule.points.data())]);
      }
  }
}

TEST_CASE("A tetrahedron rule is not exact one degree higher", "[quadrature]") {
  for (const auto& [degree, points] : counts) {
    CAPTURE(degree);
    const auto rule = dg::tetrahedron_rule(degree);
    double worst = 0;
    for (int a = 0; a <= degree + 1; ++a)
      for (int b = 0; a + b <= degree + 1; ++b)
        for (int c = 0; a + b + c <= degree + 1; ++c) {
          double sum = 0;
          for (int q = 0; q < rule.size(); ++q)
            sum += rule.weights[q] * std::pow((1 + rule.points[q][0]) / 2, a) *
                   std::pow((1 + rule.points[q][1]) / 2, b) * std::pow((1 + rule.points[q][2]) / 2, c);
          worst = std::max(worst, std::abs(sum - static_cast<double>(exact_moment(a, b, c))));
        }
    CHECK(worst > 1e-8);
  }
}
