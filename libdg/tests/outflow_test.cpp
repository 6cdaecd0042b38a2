#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "fixed_step_options.hpp"
#include "libdg/core/errors.hpp"
#include "support.hpp"

namespace dg {
namespace {

constexpr double gamma = 1.4;

SolverOptions options(int degree, double pressure) {
  SolverOptions o = test::fixed_step_options(degree);
  o.boundaries = test::on_all_sides(BoundaryType::outflow_nonreflecting);
  for (auto& b : o.boundaries) b.pressure = pressure;
  return o;
}

Mesh2 curved_mesh(int n) { return test::hybrid_mesh({.n = n, .order = 2, .curved = 0.03, .periodic = false}); }

TEST_CASE("A uniform flow at the pressure outside leaves curved cells as it is", "[outflow]") {
  for (const int degree : {0, 1, 3}) {
    for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q}) {
      INFO("degree " << degree);
      SolverOptions o = options(degree, 0.7);
      o.quads = quads;
      auto solver = make_solver(curved_mesh(4), o);
      const auto flow = [](double, double, double) { return std::array{1.2, 0.5, -0.25, 0.7}; };
      solver->set_state(flow);
      solver->advance(50, 1e9);
      for (const double error : solver->errors(flow).linf) CHECK(error < 1e-11);
    }
  }
}

/// Mean over a boundary of the convective flux of momentum along its normal, at rest the pressure there.
double pressure_on(const Solver& solver, const std::string& boundary) {
  double sum = 0, length = 0;
  for (const auto& point : solver.surface(boundary)) {
    for (int d = 0; d < 2; ++d) sum += point.weight * point.convective[d] * point.normal[d];
    length += point.weight;
  }
  return sum / length;
}

TEST_CASE("The pressure at an outflow falls at half the rate of the incoming wave", "[outflow]") {
  // At rest, p' = rho c (J+ - J-) / 2 with the outgoing J+ as it is, and dJ-/dt = K p' / (rho c): p' goes as exp(-K t /
  // 2), until the wave from the other side arrives.
  constexpr double outside = 1 / gamma, excess = 1e-4, relaxation = 0.5, from = 0.3, to = 0.8;
  for (const int degree : {1, 2, 3}) {
    INFO("degree " << degree);
    SolverOptions o = options(degree, outside);
    for (auto& b : o.boundaries) {
      b.relaxation = relaxation;
      if (b.name != "right") b.type = BoundaryType::wall_slip;
    }
    auto solver = make_solver(curved_mesh(8), o);
    solver->set_state([](double, double, double) { return std::array{1.0, 0.0, 0.0, outside * (1 + excess)}; });
    solver->advance(100000, from);
    const double first = pressure_on(*solver, "right") - outside;
    solver->advance(100000, to);
    const double second = pressure_on(*solver, "right") - outside;
    CHECK(std::log(first / second) / (to - from) == Approx(relaxation / 2).epsilon(0.02));
  }
}

TEST_CASE("Spots of heat leave as through a boundary that knows them", "[outflow]") {
  // Pressure and velocity of a gas of varying density stay uniform.
  const auto flow = [](double x, double y, double t) {
    const double density = 1 + 0.1 * std::sin(2 * std::numbers::pi * (x - 0.5 * t)) * std::cos(4 * y);
    return std::array{density, 0.5, 0.0, 0.7};
  };
  const auto errors_with = [&](BoundaryType outflow, int n) {
    SolverOptions o = options(2, 0.7);
    o.quads = QuadSpace::Q;
    o.boundaries[0].type = BoundaryType::exact;
    o.boundaries[1].type = outflow;
    o.boundaries[2].type = o.boundaries[3].type = BoundaryType::wall_slip;
    auto solver = make_solver(curved_mesh(n), o);
    solver->set_boundary_data(flow, true);
    solver->set_state(flow);
    solver->advance(100000, 0.5);
    return solver->errors(flow).l2;
  };
  const auto coarse = errors_with(BoundaryType::outflow_nonreflecting, 6),
             fine = errors_with(BoundaryType::outflow_nonreflecting, 12), known = errors_with(BoundaryType::exact, 12);
  for (const int variable : {0, 1, 3}) {
    INFO("variable " << variable);
    CHECK(std::log2(coarse[variable] / fine[variable]) > 2.5);
    CHECK(fine[variable] < 1.3 * known[variable]);
  }
}

TEST_CASE("An outflow that does not reflect needs explicit steps", "[outflow]") {
  SolverOptions o = options(1, 0.7);
  o.fixed_dt = 0;
  o.newton = true;
  CHECK_THROWS_AS(make_solver(test::hybrid_mesh({.n = 2, .periodic = false}), o), InputError);
}

TEST_CASE("A source that draws the state fast to another one shortens the step", "[outflow]") {
  SolverOptions o = test::fixed_step_options(2);
  o.fixed_dt = 0;
  o.cfl = 1;
  auto solver = make_solver(test::hybrid_mesh({.n = 4}), o);
  solver->set_state(test::smooth_flow_at);
  const double free = solver->time_step_limit(), rate = 40 / free;
  solver->set_source_rate(rate);
  // dt of SSP-RK3 for du/dt = -u: 2.5127; 1 / dt is the sum of both limits.
  CHECK(1 / solver->time_step_limit() == Approx(1 / free + rate / 2.5127).epsilon(1e-3));
}

}  // namespace
}  // namespace dg
