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

/// The points of a 2-D rule at each point of a line.
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

QuadratureRule<3> prism_rule(int degree) {
  return extruded(triangle_rule(degree), line_rule(degree, "prism_rule"), degree);
}

QuadratureRule<3> hexahedron_rule(int degree) {
  return extruded(quadrilateral_rule(degree), line_rule(degree, "hexahedron_rule"), degree);
}

}  // namespace dg
