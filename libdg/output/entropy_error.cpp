#include "libdg/output/entropy_error.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "libdg/backend/reduce.hpp"
#include "libdg/core/exact_sum.hpp"
#include "libdg/output/gas_state.hpp"
#include "libdg/output/shape_rules.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
template <int Dim>
double entropy_error(const SolverOf<Dim>& solver, const Mesh<Dim>& mesh, int degree, double gamma, double density,
                     double pressure) {
  SelfCommunicator self;
  return entropy_error(OwnCells<Dim>{mesh, {}, self}, solver, degree, gamma, density, pressure);
}

template <int Dim>
double entropy_error(const OwnCells<Dim>& own, const SolverOf<Dim>& solver, int degree, double gamma, double density,
                     double pressure) {
  const Mesh<Dim>& mesh = own.mesh;
  const double entropy = pressure / std::pow(density, gamma);
  const auto rules = rules_of_shapes<Dim>(2 * degree + 2 * mesh.geometry_order);
  std::vector<CellMap<Dim>> maps;
  PointsOfShapes<Dim> points;
  for (const CellShape shape : spaced_shapes<Dim>) {
    const auto& of_shape = rules[shape_number(shape)].points;
    maps.emplace_back(shape, mesh.geometry_order, of_shape);
    points[shape_number(shape)] = of_shape;
  }
  const std::vector<double> values = solver.sample(points);
  std::array<ExactSum, 2> sums;  // of squares, and of the volume
  auto value = values.begin();
  std::vector<JacobianMatrix<Dim>> jacobians;
  for (Index cell = 0; cell < own.count(); ++cell) {
    const int shape = shape_number(mesh.cell_shapes[cell]);
    jacobians.resize(rules[shape].points.size());
    maps[shape].evaluate(mesh, cell, {}, jacobians);
    for (std::size_t q = 0; q < jacobians.size(); ++q, value += Dim + 2) {
      std::array<double, Dim + 2> u;
      std::copy_n(value, Dim + 2, u.begin());
      const double error = pressure_of(u, gamma) / std::pow(u[0], gamma) / entropy - 1.0;
      const double weight = rules[shape].weights[q] * determinant(jacobians[q]);
      sums[0].add(weight * error * error);
      sums[1].add(weight);
    }
  }
  reduce_sums(own.ranks, sums);
  return std::sqrt(sums[0].value() / sums[1].value());
}

template double entropy_error<2>(const OwnCells<2>&, const SolverOf<2>&, int, double, double, double);
template double entropy_error<2>(const SolverOf<2>&, const Mesh<2>&, int, double, double, double);
template double entropy_error<3>(const OwnCells<3>&, const SolverOf<3>&, int, double, double, double);
template double entropy_error<3>(const SolverOf<3>&, const Mesh<3>&, int, double, double, double);

}  // namespace dg
