#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "data_on_sides.hpp"
#include "libdg/solver/bad_data.hpp"
#include "moving_flow.hpp"
#include "support.hpp"

namespace dg {
namespace {

using test::MovingFlow;

constexpr int steps = 20;

/// The state after some steps from the moving flow at t = 0.25, with data that `give` sets.
template <class Give>
std::vector<double> run(const SolverOptions& o, const Give& give) {
  const Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = 2, .curved = 0.04, .periodic = false});
  auto solver = make_solver(mesh, o);
  solver->set_time(0.25);
  solver->set_state(test::moving_flow);
  give(*solver);
  REQUIRE(solver->advance(steps, 1e300).steps == steps);
  return solver->coefficients();
}

TEST_CASE("A state from formulas has the bits of that from a function of the same values") {
  SolverOptions o = test::options_of_sides(BoundaryType::exact);
  o.degree = test::serial_options().degree;
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 2, .curved = 0.03, .periodic = false});
  const auto formulas = MovingFlow().data(BoundaryType::wall_adiabatic);  // any four values
  const auto by = [&](const auto& state) {
    const auto solver = make_solver(mesh, o);
    solver->set_time(0.3);
    solver->set_state(state);
    return solver->coefficients();
  };
  const std::vector<double> wanted = by([&](double x, double y, double t) {
    const std::array<double, 2> at{x, y};
    std::array<double, 4> w;
    formulas->evaluate<2>(std::span(&at, 1), t, w.data());
    return w;
  });
  CHECK(by(formulas) == wanted);
}

TEST_CASE("Formulas and functions of the same data give the same run") {
  const SolverOptions o = test::options_of_sides(BoundaryType::exact);
  const auto by_function = run(o, [](Solver& s) {
    s.set_boundary_data(test::moving_flow, true);
    s.set_source(
        [](double x, double y, double t) {
          const auto [rho, u, v, p] = test::moving_flow(x, y, t);
          return std::array{0.01 * v, 0.02 * rho, 0.03 * v * rho, 0.04 * v};
        },
        true);
  });
  const auto by_formulas = run(o, [](Solver& s) {
    test::set_on_all_sides(s, MovingFlow().conservative());
    s.set_source(MovingFlow().source());
  });
  CHECK(test::relative_difference(by_formulas, by_function) < 1e-13);

  // They count: neither vanishes, nor stands still.
  const auto no_source = run(o, [](Solver& s) { s.set_boundary_data(test::moving_flow, true); });
  const auto standing = run(o, [](Solver& s) { s.set_boundary_data(test::moving_flow, false); });
  CHECK(test::relative_difference(no_source, by_function) > 1e-6);
  CHECK(test::relative_difference(standing, no_source) > 1e-6);
}

TEST_CASE("After steps of any scheme residuals and forces see the data of their time") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = 2, .curved = 0.04, .periodic = false});
  for (const auto scheme : {TimeScheme::ssprk3, TimeScheme::ssprk54, TimeScheme::rk4}) {
    INFO("scheme " << static_cast<int>(scheme));
    SolverOptions o = test::options_of_sides(BoundaryType::exact);
    o.scheme = scheme;
    const auto make = [&](double t) {
      auto solver = make_solver(mesh, o);
      solver->set_time(t);
      test::set_on_all_sides(*solver, MovingFlow().conservative());
      solver->set_source(MovingFlow().source());
      return solver;
    };
    const auto stepped = make(0.25);
    stepped->set_state(test::moving_flow);
    REQUIRE(stepped->advance(3, 1e300).steps == 3);
    const auto set = make(stepped->time());
    set->set_coefficients(stepped->coefficients());
    const auto after = stepped->residual_norms(), wanted = set->residual_norms();
    CHECK(after.l2 == wanted.l2);
    CHECK(after.linf == wanted.linf);
    CHECK(stepped->force("top").pressure == set->force("top").pressure);

    const auto before = make(0.25);  // then the data were others, and it shows
    before->set_coefficients(stepped->coefficients());
    CHECK(before->residual_norms().l2 != wanted.l2);
    CHECK(before->force("top").pressure != set->force("top").pressure);
  }
}

TEST_CASE("A guard that is no longer positive ends the steps, with its boundary, point and time") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = 2, .curved = 0.04, .periodic = false});
  const auto right = std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), "right");
  for (const auto scheme : {TimeScheme::ssprk3, TimeScheme::rk4, TimeScheme::esdirk3}) {
    INFO("scheme " << static_cast<int>(scheme));
    SolverOptions o = test::options_of_sides(BoundaryType::exact);
    o.scheme = scheme;
    o.precision = Precision::double_precision;
    auto solver = make_solver(mesh, o);
    solver->set_time(0.25);
    solver->set_state(test::moving_flow);
    test::set_on_all_sides(*solver, MovingFlow().conservative());
    solver->set_boundary_data("right", MovingFlow().until(0.3));
    try {
      for (int n = 0; n < 10000; ++n) solver->advance(1, 1e300);
      FAIL("no error");
    } catch (const BadDataError<2>& error) {
      CHECK(error.bad.boundary == right - mesh.boundary_names.begin());
      CHECK(error.bad.x[1] > 0);
      CHECK(error.bad.t >= 0.3);
      CHECK(solver->time() < 0.3);  // the state is that of the last step
      CHECK(solver->find_bad_cell().cell == -1);
    }
  }
}

TEST_CASE("Data and sources that are not finite are errors from the start on") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = 2, .curved = 0.04, .periodic = false});
  auto solver = make_solver(mesh, test::options_of_sides(BoundaryType::exact));
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(solver->set_boundary_data(
                      [&](double, double y, double) {
                        return std::array{1.0, 0.0, y > 0.1 ? infinite : 0.0, 1.0};
                      },
                      false),
                  BadDataError<2>);
  try {
    solver->set_source([](double x, double, double) { return std::array{0.0, 0.0, std::sqrt(0.2 - x), 0.0}; }, false);
    FAIL("no error");
  } catch (const BadDataError<2>& error) {
    CHECK(error.bad.boundary == BadData<2>::source);
    CHECK(error.bad.x[0] > 0.2);
  }
}

TEST_CASE("A supersonic inflow and a far field whose state are formulas take it at each point and time") {
  // Whatever enters at once is what `exact` sets there.
  const auto exact =
      run(test::options_of_sides(BoundaryType::exact), [](Solver& s) { s.set_boundary_data(test::moving_flow, true); });
  SolverOptions o = test::options_of_sides(BoundaryType::supersonic_in);
  for (auto& b : o.boundaries) b.from_data = true;
  const auto given = run(o, [](Solver& s) { test::set_on_all_sides(s, MovingFlow().conservative()); });
  CHECK(test::relative_difference(given, exact) < 1e-13);
}

TEST_CASE("Constant formulas are the constants, on each type of boundary") {
  for (const auto type :
       {BoundaryType::farfield, BoundaryType::wall_adiabatic, BoundaryType::wall_isothermal,
        BoundaryType::wall_heat_flux, BoundaryType::outflow_pressure, BoundaryType::outflow_nonreflecting,
        BoundaryType::inflow_total, BoundaryType::inflow_velocity, BoundaryType::supersonic_in}) {
    INFO("type " << static_cast<int>(type));
    SolverOptions o = test::options_of_sides(BoundaryType::farfield);
    BoundaryCondition& b = o.boundaries[0];
    b.type = type;
    b.state = {1.1, {0.2, -0.1}, 0.8};
    b.velocity = {0.05, -0.04};
    b.temperature = 1.3;
    b.pressure = 0.75;
    b.heat_flux = 0.06;
    b.total_pressure = 1.05;
    b.total_temperature = 1.2;
    b.direction = {0.6, 0.8};
    const auto constants = run(o, [](Solver&) {});
    BoundaryCondition without_values;
    without_values.name = b.name;
    without_values.type = type;
    without_values.from_data = true;
    b = without_values;
    const double energy = 0.8 / 0.4 + 0.5 * 1.1 * (0.04 + 0.01);
    std::vector<double> data{1.1, 1.1 * 0.2, 1.1 * -0.1, energy};
    if (type == BoundaryType::wall_adiabatic || type == BoundaryType::wall_isothermal ||
        type == BoundaryType::inflow_velocity)
      data = {0.05, -0.04, 1.3, 1};
    if (type == BoundaryType::wall_heat_flux) data = {0.05, -0.04, 0.06, 1};
    if (type == BoundaryType::outflow_pressure || type == BoundaryType::outflow_nonreflecting) data = {0.75, 1, 1, 1};
    if (type == BoundaryType::inflow_total) data = {1.05, 1.2, 0.6, 0.8};
    ExpressionGraph graph;
    std::vector<NodeId> nodes;
    for (const double value : data) nodes.push_back(graph.number(value));
    const auto formulas =
        run(o, [&](Solver& s) { s.set_boundary_data(b.name, std::make_shared<const Formulas>(graph, nodes)); });
    CHECK(test::relative_difference(formulas, constants) < 1e-13);
  }
}

TEST_CASE("Data that a boundary is given again replace those it had") {
  SolverOptions o = test::options_of_sides(BoundaryType::wall_isothermal);
  for (auto& b : o.boundaries) b.from_data = true;
  const auto last = MovingFlow().data(BoundaryType::wall_isothermal), first = MovingFlow().conservative();
  const auto once = run(o, [&](Solver& s) { test::set_on_all_sides(s, last); });
  const auto again = run(o, [&](Solver& s) {
    s.set_boundary_data("top", last);
    test::set_on_all_sides(s, first);
    test::set_on_all_sides(s, last);
  });
  CHECK(again == once);
}

TEST_CASE("Data of one boundary leave the others alone, whatever the number of threads") {
  SolverOptions o = test::options_of_sides(BoundaryType::wall_isothermal);
  o.boundaries[3].from_data = true;  // top
  const auto give = [](Solver& s) { s.set_boundary_data("top", MovingFlow().data(BoundaryType::wall_isothermal)); };
  const auto one = run(o, give);
  o.threads = 2;
  CHECK(run(o, give) == one);
  o.boundaries[2].from_data = true;
  const auto both = run(o, [&](Solver& s) {
    give(s);
    s.set_boundary_data("bottom", MovingFlow().data(BoundaryType::wall_isothermal));
  });
  CHECK(test::relative_difference(both, one) > 1e-6);
}

}  // namespace
}  // namespace dg
