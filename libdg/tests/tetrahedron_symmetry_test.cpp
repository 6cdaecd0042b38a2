#include "libdg/element/tetrahedron_symmetry.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "libdg/element/basis.hpp"
#include "libdg/element/basis_change.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

using Point = std::array<double, 3>;

const std::vector<Point> some_points{{-0.7, -0.6, -0.4}, {0.1, -0.8, -0.5}, {-0.9, -0.2, -0.1}};

std::vector<double> symmetric_values(int degree, const Point& x) {
  std::vector<double> values(static_cast<std::size_t>(mode_count(Space::tetrahedron_P, degree)));
  evaluate_basis<3>(Space::tetrahedron_P, degree, x, values);
  change_basis_of_rows(make_basis_change(degree, StateBasis::symmetric_modes).to_modes, values.size(), values);
  return values;
}

TEST_CASE("Rotations of a tetrahedron by 180 degrees exchange its vertices two by two") {
  const std::vector<Point> vertices{{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  const int image[rotations][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  for (int i = 0; i < rotations; ++i)
    for (std::size_t v = 0; v < 4; ++v)
      for (std::size_t d = 0; d < 3; ++d)
        CHECK(rotated(i, vertices[v])[d] == Approx(vertices[static_cast<std::size_t>(image[i][v])][d]).margin(1e-15));
}

TEST_CASE("The face opposite vertex 0 comes to the one opposite the vertex to which that comes") {
  for (int i = 0; i < rotations; ++i) {
    const auto list = face_vertices(CellShape::tetrahedron, rotated_face(i));
    for (const int vertex : list) CHECK(vertex != i);
  }
}

TEST_CASE("Symmetric modes are orthonormal, and each keeps or changes its sign under a rotation by 180 degrees") {
  for (const int degree : {1, 2, 3, 4}) {
    const std::vector<double> modes = symmetric_modes(degree);
    const auto n = static_cast<std::size_t>(mode_count(Space::tetrahedron_P, degree));
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) {
        double product = 0;
        for (std::size_t k = 0; k < n; ++k) product += modes[a * n + k] * modes[b * n + k];
        CHECK(product == Approx(a == b ? 1 : 0).margin(1e-14));
      }
    int blocks = 0;
    for (int c = 0; c < rotations; ++c) blocks += block_mode_count(c, degree);
    CHECK(blocks == static_cast<int>(n));
    for (const Point& x : some_points) {
      const std::vector<double> here = symmetric_values(degree, x);
      for (int i = 0; i < rotations; ++i) {
        const std::vector<double> there = symmetric_values(degree, rotated(i, x));
        std::size_t mode = 0;
        for (int c = 0; c < rotations; ++c)
          for (int k = 0; k < block_mode_count(c, degree); ++k, ++mode)
            CHECK(there[mode] == Approx(rotation_sign(c, i) * here[mode]).margin(1e-13));
      }
    }
  }
}

TEST_CASE("A symmetric mode has modes of one degree, the first is the mean") {
  for (const int degree : {3, 4}) {
    const std::vector<double> modes = symmetric_modes(degree);
    const auto n = static_cast<std::size_t>(mode_count(Space::tetrahedron_P, degree));
    CHECK(modes[0] == Approx(1).margin(1e-15));
    for (std::size_t a = 0; a < n; ++a) {
      int degrees = 0;
      for (int q = 0; q <= degree; ++q) {
        bool any = false;
        for (int k = total_degree_count(3, q - 1); k < total_degree_count(3, q); ++k)
          any = any || std::abs(modes[a * n + static_cast<std::size_t>(k)]) > 1e-13;
        degrees += any;
      }
      CHECK(degrees == 1);
    }
  }
}

TEST_CASE("Orbits of a rule under rotations by 180 degrees integrate as the rule does") {
  for (const int degree : {3, 4}) {
    const auto rule = tetrahedron_rule(2 * degree);
    const auto orbits = find_orbits(rule.points, rule.weights);
    CHECK(static_cast<int>(orbits.size()) == rotation_orbits(degree));
    const auto f = [](const Point& x) { return std::exp(0.3 * x[0] - 0.2 * x[1] + 0.5 * x[2]); };
    double by_points = 0, by_orbits = 0;
    for (std::size_t q = 0; q < rule.points.size(); ++q) by_points += rule.weights[q] * f(rule.points[q]);
    for (const RotationOrbit& orbit : orbits)
      for (int i = 0; i < rotations; ++i) by_orbits += orbit.weight * f(rotated(i, orbit.point));
    CHECK(by_orbits == Approx(by_points).epsilon(1e-14));
  }
}

}  // namespace
}  // namespace dg
