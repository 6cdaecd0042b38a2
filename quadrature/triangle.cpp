#include <array>
#include <span>
#include <stdexcept>
#include <string>

#include "quadrature/rule.hpp"

namespace dg {
namespace {

using Real = long double;

enum class OrbitKind { s3, s21, s111 };

/// Points with the permutations of (a, b, c) as barycentric coordinates, a = b for S21; `weight` is that of each point.
struct Orbit {
  OrbitKind kind;
  Real weight, a, b;
};

struct OrbitRange {
  int degree, first, count;
};

// Generated from data/*.txt: `constexpr Orbit triangle_orbits[]`, and `constexpr OrbitRange triangle_rules[]` by
// degree.
#include "triangle_orbits.inc"

const OrbitRange& smallest_rule(int degree) {
  for (const OrbitRange& rule : triangle_rules) {
    if (rule.degree >= degree) return rule;
  }
  throw std::out_of_range("triangle_rule: no rule of degree " + std::to_string(degree));
}

/// Appends the point with barycentric coordinates (l0, l1, l2) = (1 - l1 - l2, l1, l2).
void add_point(QuadratureRule<2>& rule, Real l1, Real l2, Real weight) {
  rule.points.push_back({static_cast<double>(2 * l1 - 1), static_cast<double>(2 * l2 - 1)});
  rule.weights.push_back(static_cast<double>(weight));
}

void add_orbit(QuadratureRule<2>& rule, const Orbit& orbit) {
  const Real a = orbit.a, b = orbit.b, c = 1 - a - b;
  switch (orbit.kind) {
    case OrbitKind::s3:
      add_point(rule, a, b, orbit.weight);
      return;
    case OrbitKind::s21:
      for (const auto& [l1, l2] : std::array<std::array<Real, 2>, 3>{{{a, a}, {c, a}, {a, c}}}) {
        add_point(rule, l1, l2, orbit.weight);
      }
      return;
    case OrbitKind::s111:
      for (const auto& [l1, l2] :
           std::array<std::array<Real, 2>, 6>{{{a, b}, {b, a}, {b, c}, {c, b}, {c, a}, {a, c}}}) {
        add_point(rule, l1, l2, orbit.weight);
      }
      return;
  }
}

}  // namespace

QuadratureRule<2> triangle_rule(int degree) {
  if (degree < 0 || degree > max_triangle_degree) {
    throw std::out_of_range("triangle_rule: degree " + std::to_string(degree) + " is outside 0.." +
                            std::to_string(max_triangle_degree));
  }
  const OrbitRange& range = smallest_rule(degree);
  QuadratureRule<2> rule;
  rule.degree = range.degree;
  for (const Orbit& orbit : std::span(triangle_orbits).subspan(range.first, range.count)) add_orbit(rule, orbit);
  return rule;
}

}  // namespace dg
