#include "libdg/element/prism_fragments.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "fragment_product.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/element/prism_modes.hpp"
#include "quadrature/rule.hpp"

namespace dg::test {
namespace {

using Point = std::array<double, 3>;

constexpr double flat = 0.70710678118654752440;  // the first polynomial of the line

/// Values of all modes and their derivatives at a point.
std::array<std::vector<double>, 4> basis_at(int degree, const Point& x) {
  std::array<std::vector<double>, 4> f;
  for (auto& values : f) values.resize(mode_count(Space::prism_Q, degree));
  evaluate_basis<3>(Space::prism_Q, degree, x, f[0], {f[1], f[2], f[3]});
  return f;
}

TEST_CASE("Points of upright faces are found by edge and place on the line") {
  for (const int p : {2, 3, 4}) {
    const auto t = make_tables<double, 3>(Space::prism_Q, p, 2 * p);
    const auto f = make_prism_fragments(t);
    const auto line = gauss_legendre(p + 1);
    for (int edge = 0; edge < prism_edges; ++edge)
      for (int place = 0; place <= p; ++place)
        for (int i = 0; i <= p; ++i) {
          const auto& points = t.faces[1].points[edge];
          const int number = edge * prism_edge_stride(p) + i, row = quarters * prism_edge_slots(p);
          const Point& x = points[f.points[place * row + number]];
          const Point& below = points[f.points[number]];
          CHECK(x[0] == Approx(below[0]).margin(1e-14));
          CHECK(x[1] == Approx(below[1]).margin(1e-14));
          CHECK(x[2] == Approx(line.points[place][0]).margin(1e-14));
        }
  }
}

TEST_CASE("Fragments of a prism's triangle interpolate, differentiate and project") {
  for (const int p : {2, 3, 4}) {
    INFO("degree " << p);
    const auto f = make_prism_fragments(make_tables<double, 3>(Space::prism_Q, p, 2 * p));
    const auto rule = triangle_rule(2 * p);
    const std::vector<int> number = prism_modes_by_line(p);
    const int modes = total_degree_count(2, p), slots = slot_count(modes), points = prism_triangle_points(p);
    REQUIRE(rule.size() == points);
    const auto c = numbers(modes, 0.2);
    for (int i = 0; i < points; ++i) {
      const auto phi = basis_at(p, {rule.points[i][0], rule.points[i][1], 0.5});
      double exact[3] = {};
      for (int t = 0; t < modes; ++t)
        for (int d = 0; d < 3; ++d) exact[d] += c[t] * phi[d][number[t]] / flat;
      const int slot = i / quarters, q = i % quarters, size = slots * warp_lanes;
      CHECK(product(f.value.data() + slot / 2 * size, c, slots, q)[slot % 2] == Approx(exact[0]).margin(1e-12));
      for (int d = 0; d < 2; ++d)
        CHECK(product(f.slope.data() + slot * size, c, slots, q)[d] == Approx(exact[1 + d]).margin(1e-11));
    }
    const auto x = numbers(points, 0.4), y = numbers(points, 0.9);
    for (int t = 0; t < modes; ++t) {
      double exact[2] = {}, sum[2] = {};
      for (int i = 0; i < points; ++i) {
        const auto phi = basis_at(p, {rule.points[i][0], rule.points[i][1], 0.5});
        exact[0] += rule.weights[i] * x[i] * phi[0][number[t]] / flat;
        exact[1] += rule.weights[i] * (x[i] * phi[1][number[t]] + y[i] * phi[2][number[t]]) / flat;
      }
      const int pairs = factor_pairs(slots), slot = t / quarters, q = t % quarters;
      for (int s = 0; s < slot_count(points); ++s) {
        std::vector<double> row(x.begin() + quarters * s, x.begin() + quarters * (s + 1));
        const int at = (s * pairs + slot / 2) * warp_lanes;
        sum[0] += product(f.project.data() + at, row, 1, q)[slot % 2];
        row.insert(row.end(), y.begin() + quarters * s, y.begin() + quarters * (s + 1));
        sum[1] += product(f.project_slope.data() + 2 * at, row, 2, q)[slot % 2];
      }
      for (int i = 0; i < 2; ++i) CHECK(sum[i] == Approx(exact[i]).margin(1e-12));
    }
  }
}

}  // namespace
}  // namespace dg::test
