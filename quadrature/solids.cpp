#include <stdexcept>
#include <string>

#include "quadrature/rule.hpp"

namespace dg {
namespace {

/// Gauss-Legendre rule exact to `degree`.
QuadratureRule<1> line_rule(int degree, const char* name) {
  if (degree < 0) throw std::out_of_range(std::string(name) + ": degree " + std::to_string(degree) + " is negative");
  return gauss_legendre(degree / 2 + 1);
}

/// The points of a plane rule at each point of a line.
QuadratureRule<3> extruded(const QuadratureRule<2>& base, const QuadratureRule<1>& line, int degree) {
  QuadratureRule<3> rule;
  rule.degree = degree;
  for (int k = 0; k < line.size(); ++k)
    for (int q = 0; q < base.size(); ++q) {
      rule.points.push_back({base.points[q][0], base.points[q][1], line.points[k][0]});
      rule.weights.push_back(base.weights[q] * line.weights[k]);
    }
  return rule;
}

}  // namespace

QuadratureRule<3> tetrahedron_rule(int degree) {
  // Collapsing multiplies by (1 - b) / 2 and ((1 - c) / 2)^2.
  const auto first = line_rule(degree, "tetrahedron_rule"), second = line_rule(degree + 1, "tetrahedron_rule"),
             third = line_rule(degree + 2, "tetrahedron_rule");
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

QuadratureRule<3> prism_rule(int degree) {
  return extruded(triangle_rule(degree), line_rule(degree, "prism_rule"), degree);
}

QuadratureRule<3> hexahedron_rule(int degree) {
  return extruded(quadrilateral_rule(degree), line_rule(degree, "hexahedron_rule"), degree);
}

}  // namespace dg
