#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <string>

#include "quadrature/rule.hpp"

namespace dg {
namespace {

using Real = long double;

/// Points with the permutations of `barycentric` as barycentric coordinates; `weight` is that of each point.
struct Orbit {
  Real weight;
  std::array<Real, 4> barycentric;
};

struct OrbitRange {
  int degree, first, count;
};

// Generated from data/*.txt: `constexpr Orbit tetrahedron_orbits[]`, and `constexpr OrbitRange tetrahedron_rules[]` by
// degree.
#include "tetrahedron_orbits.inc"

void add_orbit(QuadratureRule<3>& rule, const Orbit& orbit) {
  auto l = orbit.barycentric;
  std::sort(l.begin(), l.end());
  do {
    rule.points.push_back(
        {static_cast<double>(2 * l[0] - 1), static_cast<double>(2 * l[1] - 1), static_cast<double>(2 * l[2] - 1)});
    rule.weights.push_back(static_cast<double>(orbit.weight));
  } while (std::next_permutation(l.begin(), l.end()));
}

/// Gauss-Legendre rule exact to `degree`.
QuadratureRule<1> line_rule(int degree) { return gauss_legendre(degree / 2 + 1); }

/// Product of Gauss-Legendre rules in collapsed coordinates, which multiply by (1 - b) / 2 and ((1 - c) / 2)^2.
QuadratureRule<3> collapsed_rule(int degree) {
  const auto first = line_rule(degree), second = line_rule(degree + 1), third = line_rule(degree + 2);
  QuadratureRule<3> rule;
  rule.degree = degree;
  for (int k = 0; k < third.size(); ++k)
    for (int j = 0; j < second.size(); ++j)
      for (int i = 0; i < first.size(); ++i) {
        const double a = first.points[i][0], b = second.points[j][0], c = third.points[k][0];
        const double t = (1 - c) / 2, s = (1 - b) / 2 * t;
        rule.points.push_back({(1 + a) * s - 1, (1 + b) * t - 1, c});
        rule.weights.push_back(first.weights[i] * second.weights[j] * third.weights[k] * s * t);
      }
  return rule;
}

}  // namespace

QuadratureRule<3> tetrahedron_rule(int degree) {
  if (degree < 0) throw std::out_of_range("tetrahedron_rule: degree " + std::to_string(degree) + " is negative");
  for (const OrbitRange& range : tetrahedron_rules) {
    if (range.degree < degree) continue;
    QuadratureRule<3> rule;
    rule.degree = range.degree;
    for (const Orbit& orbit : std::span(tetrahedron_orbits).subspan(range.first, range.count)) add_orbit(rule, orbit);
    return rule;
  }
  return collapsed_rule(degree);
}

}  // namespace dg
