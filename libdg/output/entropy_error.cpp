#include "libdg/output/entropy_error.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg {

double entropy_error(const Solver& solver, const Mesh2& mesh, int degree, double gamma,
                     const std::array<double, 4>& free_stream) {
  const double entropy = free_stream[3] / std::pow(free_stream[0], gamma);
  const int rule_degree = std::min(2 * degree + 2 * mesh.geometry_order, max_triangle_degree);
  const QuadratureRule<2> rules[] = {triangle_rule(rule_degree), quadrilateral_rule(rule_degree)};
  const CellMap<2> maps[] = {CellMap(CellShape::triangle, mesh.geometry_order, rules[0].points),
                             CellMap(CellShape::quadrilateral, mesh.geometry_order, rules[1].points)};
  const std::vector<double> values = solver.sample(rules[0].points, rules[1].points);
  double sum = 0.0, area = 0.0;
  auto u = values.begin();
  std::vector<Jacobian2> jacobians;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto shape = static_cast<std::size_t>(mesh.cell_shapes[cell]);
    jacobians.resize(rules[shape].points.size());
    maps[shape].evaluate(mesh, cell, {}, jacobians);
    for (std::size_t q = 0; q < jacobians.size(); ++q, u += 4) {
      const double pressure = (gamma - 1.0) * (u[3] - 0.5 * (u[1] * u[1] + u[2] * u[2]) / u[0]);
      const double error = pressure / std::pow(u[0], gamma) / entropy - 1.0;
      const double weight = rules[shape].weights[q] * determinant(jacobians[q]);
      sum += weight * error * error;
      area += weight;
    }
  }
  return std::sqrt(sum / area);
}

}  // namespace dg
