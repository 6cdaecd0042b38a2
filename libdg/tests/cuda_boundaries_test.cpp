#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>

#include "support.hpp"

namespace dg {
namespace {

std::array<double, 4> stream(double x, double y, double) {
  return {1 + 0.1 * std::sin(x + 2 * y), 0.4, 0.1 * std::cos(x), 0.7};
}

/// Velocity and temperature of the inflow.
std::shared_ptr<const Formulas> mean() {
  ExpressionGraph graph;
  std::vector<NodeId> nodes;
  for (const double value : {0.4, 0.0, 0.95, 1.0}) nodes.push_back(graph.number(value));
  return std::make_shared<const Formulas>(graph, nodes);
}

/// Coefficients after some steps with a turbulent inflow on the left and modelled walls below and above.
std::vector<double> run(const Mesh2& mesh, int degree, Precision precision, BackendKind backend) {
  SolverOptions o;
  o.degree = degree;
  o.precision = precision;
  o.backend = backend;
  o.gas.viscosity = 0.001;
  o.cfl = 0.4;
  o.boundaries = {test::on("left", BoundaryType::inflow_velocity), test::on("right", BoundaryType::outflow_pressure),
                  test::on("bottom", BoundaryType::wall_modelled), test::on("top", BoundaryType::wall_modelled)};
  o.boundaries[0].from_data = true;
  o.boundaries[1].pressure = 0.7;
  o.boundaries[2].temperature = 0;
  auto solver = make_solver(mesh, o);
  TurbulentInflow<2> inflow;
  inflow.statistics = [](const std::array<double, 2>& x) {
    return InflowStatistics<2>{{0.4 + 0.1 * x[1], 0.0}, {0.002, 0.001 + 0.001 * x[1], -0.0005}, 0.1 + 0.2 * x[1]};
  };
  inflow.convection = {0.4, 0.0};
  inflow.period = {0.0, 1.0};
  solver->set_boundary_data("left", mean());
  solver->set_turbulent_inflow("left", inflow);
  solver->set_state(stream);
  REQUIRE(solver->advance(50, 1e300).steps == 50);
  REQUIRE(solver->find_bad_cell().cell == -1);
  return solver->coefficients();
}

TEST_CASE("Turbulent inflows and modelled walls on a device are what they are on the host") {
  for (const bool curved : {true, false})
    for (const int degree : test::built_degrees())
      for (const auto precision : test::built_precisions()) {
        if (degree == 0) continue;
        INFO("degree " << degree << ", curved " << curved);
        const Mesh2 mesh =
            test::hybrid_mesh({.n = 8, .order = curved ? 2 : 1, .curved = curved ? 0.03 : 0.0, .periodic = false});
        const double tolerance = precision == Precision::double_precision ? 1e-11 : 1e-4;
        CHECK(test::relative_difference(run(mesh, degree, precision, BackendKind::cuda),
                                        run(mesh, degree, precision, BackendKind::cpu)) < tolerance);
      }
}

}  // namespace
}  // namespace dg
