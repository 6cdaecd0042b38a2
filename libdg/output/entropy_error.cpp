#include "apps/run/entropy_error.hpp"

#include <cmath>

#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg::app {

double entropy_error(const Problem& problem) {
  const Mesh2& mesh = problem.mesh;
  const double gamma = problem.c.solver.gas.gamma;
  const auto& infinity = problem.c.reference.freestream;
  const double entropy = infinity[3] / std::pow(infinity[0], gamma);
  const int degree = std::min(2 * problem.c.solver.degree + 2 * mesh.geometry_order, max_triangle_degree);
  const QuadratureRule<2> rules[] = {triangle_rule(degree), quadrilateral_rule(degree)};
  const CellMap maps[] = {CellMap(CellShape::triangle, mesh.geometry_order, rules[0].points),
                          CellMap(CellShape::quadrilateral, mesh.geometry_order, rules[1].points)};
  const std::vector<double> values = problem.solver->sample(rules[0].points, rules[1].points);
  double sum = 0.0;
  auto u = values.begin();
  std::vector<Jacobian2> jacobians;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto shape = static_cast<std::size_t>(mesh.cell_shapes[cell]);
    jacobians.resize(rules[shape].points.size());
    maps[shape].evaluate(mesh, cell, {}, jacobians);
    for (std::size_t q = 0; q < jacobians.size(); ++q, u += 4) {
      const double pressure = (gamma - 1.0) * (u[3] - 0.5 * (u[1] * u[1] + u[2] * u[2]) / u[0]);
      const double error = pressure / std::pow(u[0], gamma) / entropy - 1.0;
      sum += rules[shape].weights[q] * determinant(jacobians[q]) * error * error;
    }
  }
  return std::sqrt(sum / problem.area);
}

}  // namespace dg::app
