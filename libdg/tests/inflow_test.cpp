#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>

#include "fixed_step_options.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/solver/bad_data.hpp"
#include "support.hpp"

namespace dg {
namespace {

using test::hybrid_mesh;

constexpr double speed = 0.4, temperature = 0.95;

/// On the left a turbulent inflow, elsewhere the state that is known.
SolverOptions options(int degree) {
  SolverOptions o = test::fixed_step_options(degree);
  o.gas.viscous = true;
  o.gas.viscosity = 0.001;
  o.boundaries = test::on_all_sides(BoundaryType::exact);
  auto& left = *std::ranges::find(o.boundaries, "left", &BoundaryCondition::name);
  left.type = BoundaryType::inflow_velocity;
  left.from_data = true;
  return o;
}

Mesh2 curved_mesh() { return hybrid_mesh({.n = 4, .order = 2, .curved = 0.03, .periodic = false}); }

std::array<double, 4> stream(double, double, double) { return {1.4 * 0.7 / temperature, speed, 0.0, 0.7}; }

/// Velocity and temperature at all points.
std::shared_ptr<const Formulas> mean() {
  ExpressionGraph graph;
  std::vector<NodeId> nodes;
  for (const double value : {speed, 0.0, temperature, 1.0}) nodes.push_back(graph.number(value));
  return std::make_shared<const Formulas>(graph, nodes);
}

TurbulentInflow<2> turbulence(std::array<double, 3> stresses, double length = 0.2) {
  TurbulentInflow<2> inflow;
  inflow.statistics = [=](const std::array<double, 2>&) { return InflowStatistics<2>{{speed, 0.0}, stresses, length}; };
  inflow.convection = {speed, 0.0};
  return inflow;
}

std::unique_ptr<Solver> started(const SolverOptions& o, const TurbulentInflow<2>* inflow) {
  auto solver = make_solver(curved_mesh(), o);
  solver->set_boundary_data(stream, false);
  solver->set_boundary_data("left", mean());
  if (inflow) solver->set_turbulent_inflow("left", *inflow);
  solver->set_state(stream);
  return solver;
}

TEST_CASE("An inflow without stresses leaves a uniform stream as it is, to the bits of one without turbulence") {
  for (const int degree : {0, 1, 2}) {
    const auto still = turbulence({0, 0, 0});
    auto with = started(options(degree), &still), without = started(options(degree), nullptr);
    for (auto* solver : {&with, &without}) (*solver)->advance(50, 1e9);
    for (const double error : with->errors(stream).linf) CHECK(error < 1e-11);
    CHECK(with->coefficients() == without->coefficients());
  }
}

TEST_CASE("A turbulent inflow disturbs the stream, the more the larger its stresses") {
  double last = 0;
  for (const double stress : {1e-8, 1e-6, 1e-4}) {
    const auto inflow = turbulence({stress, stress, 0});
    auto solver = started(options(2), &inflow);
    solver->advance(100, 1e9);
    const double disturbance = solver->errors(stream).l2[1];
    if (last > 0) CHECK(disturbance / last == Approx(10).epsilon(0.1));  // linear
    CHECK(disturbance > 1e-6);
    last = disturbance;
  }
}

TEST_CASE("A run with a turbulent inflow goes on in another solver to the last bit") {
  const auto inflow = turbulence({0.002, 0.001, -0.0005});
  auto whole = started(options(2), &inflow), first = started(options(2), &inflow);
  whole->advance(40, 1e9);
  first->advance(17, 1e9);
  auto second = started(options(2), &inflow);
  second->set_time(first->time());
  second->set_coefficients(first->coefficients());
  second->advance(23, 1e9);
  CHECK(second->time() == whole->time());
  CHECK(second->coefficients() == whole->coefficients());
  // Another seed is another flow.
  auto seeded = inflow;
  seeded.seed = 2;
  auto other = started(options(2), &seeded);
  other->advance(40, 1e9);
  CHECK(other->coefficients() != whole->coefficients());
}

TEST_CASE("A turbulent inflow that is given again takes the place of the one before, and data end it") {
  const auto strong = turbulence({0.01, 0.01, 0}), weak = turbulence({0.002, 0.001, -0.0005}, 0.3);
  auto solver = started(options(1), &strong), expected = started(options(1), &weak);
  solver->set_turbulent_inflow("left", weak);
  solver->advance(10, 1e9);
  expected->advance(10, 1e9);
  CHECK(solver->coefficients() == expected->coefficients());
  solver->set_boundary_data("left", mean());
  expected = started(options(1), nullptr);
  expected->set_state(stream);
  solver->set_state(stream);
  solver->advance(10, 1e9);
  expected->advance(10, 1e9);
  CHECK(solver->coefficients() == expected->coefficients());
}

TEST_CASE("A turbulent inflow is taken in implicit steps") {
  SolverOptions o = options(1);
  o.scheme = TimeScheme::esdirk3;
  o.fixed_dt = 0.01;
  const auto inflow = turbulence({0.002, 0.001, -0.0005});
  auto implicit = started(o, &inflow);
  SolverOptions small = options(1);
  small.fixed_dt = 0.001;
  auto explicit_steps = started(small, &inflow);
  implicit->advance(10, 1e9);
  explicit_steps->advance(100, 1e9);
  const auto a = implicit->coefficients(), b = explicit_steps->coefficients();
  const auto start = started(small, &inflow)->coefficients();
  double difference = 0, change = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, std::abs(a[i] - b[i]));
    change = std::max(change, std::abs(b[i] - start[i]));
  }
  CHECK(difference < 0.05 * change);
}

TEST_CASE("Turbulence without meaning is refused, with its place") {
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  for (const auto& bad : {turbulence({0.01, 0.01, 0.011}), turbulence({-0.01, 0.01, 0}), turbulence({0.01, 0.01, 0}, 0),
                          turbulence({0.01, 0.01, 0}, -1), turbulence({0.01, 0.01, 0}, not_a_number),
                          turbulence({not_a_number, 0.01, 0})}) {
    auto solver = started(options(1), nullptr);
    try {
      solver->set_turbulent_inflow("left", bad);
      FAIL("no error");
    } catch (const BadDataError<2>& error) {
      CHECK(curved_mesh().boundary_names[error.bad.boundary] == "left");
      CHECK(error.bad.x[0] == Approx(0).margin(1e-12));
    }
  }
  auto solver = started(options(1), nullptr);
  auto inflow = turbulence({0.01, 0.01, 0});
  inflow.period[1] = 0.5;  // two eddies are 2 * 0.2 * 4 / 3
  CHECK_THROWS_AS(solver->set_turbulent_inflow("left", inflow), InputError);
  inflow.period[1] = 0.55;
  CHECK_NOTHROW(solver->set_turbulent_inflow("left", inflow));
  CHECK_THROWS_AS(solver->set_turbulent_inflow("right", inflow), InputError);
  CHECK_THROWS_AS(solver->set_turbulent_inflow("nowhere", inflow), InputError);
  SolverOptions o = options(1);
  o.fixed_dt = 0;
  o.newton = true;
  auto steady = started(o, nullptr);
  CHECK_THROWS_AS(steady->set_turbulent_inflow("left", inflow), InputError);
}

}  // namespace
}  // namespace dg
