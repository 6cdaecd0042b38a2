#include <stdexcept>
#include <string>

#include "quadrature/rule.hpp"

namespace dg {

QuadratureRule<2> quadrilateral_rule(int degree) {
  if (degree < 0) throw std::out_of_range("quadrilateral_rule: degree " + std::to_string(degree) + " is negative");
  const QuadratureRule<1> line = gauss_legendre(degree / 2 + 1);
  QuadratureRule<2> rule;
  rule.degree = line.degree;
  for (int j = 0; j < line.size(); ++j) {
    for (int i = 0; i < line.size(); ++i) {
      rule.points.push_back({line.points[i][0], line.points[j][0]});
      rule.weights.push_back(line.weights[i] * line.weights[j]);
    }
  }
  return rule;
}

}  // namespace dg
