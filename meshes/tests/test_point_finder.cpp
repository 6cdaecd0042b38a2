#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "meshes/point_finder.hpp"

using namespace dg;

TEST_CASE("points are found within the tolerance and not beyond, also across the lines of the grid") {
  const double tolerance = 1e-6, width = 1000 * tolerance;
  std::vector<std::array<double, 2>> points;
  for (int i = -20; i <= 20; ++i) {
    for (int j = -20; j <= 20; ++j) points.push_back({i * width, j * width / 2});
  }
  PointFinder finder(points, points.size(), tolerance);
  for (std::size_t n = 0; n < points.size(); ++n) finder.insert(static_cast<Index>(n));
  for (std::size_t n = 0; n < points.size(); ++n) {
    for (const double angle : {0.1, 1.6, 2.9, 4.0, 5.5}) {
      const auto shifted = [&](double by) {
        return std::array{points[n][0] + by * std::cos(angle), points[n][1] + by * std::sin(angle)};
      };
      CHECK(finder.find(shifted(0.99 * tolerance)) == static_cast<Index>(n));
      CHECK(finder.find(shifted(1.01 * tolerance)) == -1);
    }
  }
}

TEST_CASE("many points in one square of the grid are told apart") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> within(0, 1);
  std::vector<std::array<double, 2>> points(200);
  for (auto& p : points) p = {within(random), within(random)};
  PointFinder finder(points, points.size(), 1e-3);
  for (std::size_t n = 0; n < points.size(); ++n) finder.insert(static_cast<Index>(n));
  for (int i = 0; i < 1000; ++i) {
    const std::array place{within(random), within(random)};
    bool is_near = false;
    for (const auto& p : points) is_near = is_near || std::hypot(p[0] - place[0], p[1] - place[1]) <= 1e-3;
    CHECK((finder.find(place) >= 0) == is_near);
  }
  for (const auto& p : points) CHECK(finder.find(p) >= 0);
}
