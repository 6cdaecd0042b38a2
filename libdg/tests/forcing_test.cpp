#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <vector>

#include "fixed_step_options.hpp"
#include "libdg/core/errors.hpp"
#include "meshes/build.hpp"
#include "support.hpp"

namespace dg {
namespace {

Forcing keeping(double mass_flow, int direction = 0) {
  Forcing forcing;
  forcing.direction = direction;
  forcing.mass_flow = mass_flow;
  return forcing;
}

Forcing constant(double force) {
  Forcing forcing;
  forcing.force = force;
  return forcing;
}

/// A channel of unit height between cold walls.
std::unique_ptr<Solver> channel(double mu, TimeScheme scheme = TimeScheme::ssprk3) {
  SolverOptions o = test::fixed_step_options(2);
  o.fixed_dt = 0;
  o.cfl = 0.5;
  o.scheme = scheme;
  o.gas.viscous = true;
  o.gas.viscosity = mu;
  Mesh2 mesh = test::hybrid_mesh({.n = 3, .periodic = false});
  o.boundaries = {test::on("bottom", BoundaryType::wall_isothermal), test::on("top", BoundaryType::wall_isothermal)};
  connect_periodic(mesh, "left", "right", "test");
  return make_solver(mesh, o);
}

double flux(const Solver& solver, int direction) { return solver.totals()[1 + direction]; }

TEST_CASE("the force corrects a flux under constant resistance within two intervals", "[forcing]") {
  const double target = 0.7, resistance = 0.3, dt = 0.02;
  ControlState state{.direction = 0, .force = 1.0, .flux = 0.2, .time = 0.5};
  for (int i = 0; i < 4; ++i) {
    const double time = state.time + dt, now = state.flux + (state.force - resistance) * dt;
    state.force = corrected_force(state, target, now, time);
    state.flux = now;
    state.time = time;
    if (i >= 2) CHECK(state.flux == Approx(target).epsilon(1e-14));
    if (i >= 2) CHECK(state.force == Approx(resistance).epsilon(1e-12));
  }
}

TEST_CASE("a uniform gas is brought to its mass flow without being heated", "[forcing]") {
  for (const int direction : {0, 1})
    for (const int order : {1, 2}) {
      INFO("direction " << direction << ", geometric order " << order);
      SolverOptions o = test::fixed_step_options(2);
      auto solver = make_solver(test::hybrid_mesh({.n = 3, .order = order, .curved = order > 1 ? 0.03 : 0}), o);
      solver->set_state([](double, double, double) { return std::array{1.2, 0.5, -0.25, 0.7}; });
      const double target = 1.2 * 0.6;
      solver->set_forcing(keeping(target, direction));
      solver->advance(160, 1e9);  // the force is set after 50 steps, and ends after 100
      CHECK(flux(*solver, direction) == Approx(target).epsilon(1e-12));
      const auto errors = solver->errors([&](double, double, double) {
        return direction == 0 ? std::array{1.2, 0.6, -0.25, 0.7} : std::array{1.2, 0.5, 0.6, 0.7};
      });
      for (const double error : errors.linf) CHECK(error < 1e-10);
    }
}

TEST_CASE("a constant force accelerates a uniform gas as Newton says", "[forcing]") {
  auto solver = make_solver(test::hybrid_mesh({.n = 3, .order = 2, .curved = 0.03}), test::fixed_step_options(2));
  solver->set_state([](double, double, double) { return std::array{1.2, 0.5, -0.25, 0.7}; });
  solver->set_forcing(constant(0.24));
  solver->advance(100, 1e9);
  const double u = 0.5 + 0.24 / 1.2 * solver->time();
  const auto errors = solver->errors([u](double, double, double) { return std::array{1.2, u, -0.25, 0.7}; });
  for (const double error : errors.linf) CHECK(error < 1e-10);
  CHECK(solver->control_state().force == 0.24);
}

TEST_CASE("the mass flow of a channel is held while its resistance changes", "[forcing]") {
  const double target = 0.1;
  auto solver = channel(0.05);
  solver->set_state([](double, double, double) { return std::array{1.0, 0.1, 0.0, 1 / 1.4}; });
  solver->set_forcing(keeping(target));
  const auto friction = [&] { return solver->force("bottom").viscous[0] + solver->force("top").viscous[0]; };
  std::vector<double> times{solver->time()}, resistance{friction()};
  for (std::size_t i = 1; i < 40; ++i) {
    solver->advance(50, 1e9);
    times.push_back(solver->time());
    resistance.push_back(friction());
    if (i < 6) continue;  // the flow recovers from the first steps, which have no force
    // It falls, so that its means over the last two intervals differ by less than it has fallen within both.
    const double fall = resistance[i - 2] - resistance[i];
    REQUIRE(fall > 0);
    CHECK(std::abs(flux(*solver, 0) - target) <= fall * (times[i] - times[i - 1]));
  }
  solver->advance(100000, 60);
  CHECK(flux(*solver, 0) == Approx(target).epsilon(1e-10));
  // G = 12 mu U / H^2 of the mean velocity U, but for the gas that is warmer in the middle.
  CHECK(solver->control_state().force == Approx(12 * 0.05 * target).epsilon(2e-3));
}

TEST_CASE("a force goes on from its state, whatever the steps at once", "[forcing]") {
  const auto start = [](double x, double y, double) {
    return std::array{1.0, 0.2 + 0.05 * std::sin(6 * y), 0.02 * std::sin(6.283185307179586 * x), 1 / 1.4};
  };
  auto whole = channel(0.01), first = channel(0.01), second = channel(0.01);
  for (const auto* solver : {&whole, &first, &second}) {
    (*solver)->set_state(start);
    (*solver)->set_forcing(keeping(0.25));
  }
  whole->advance(220, 1e9);
  for (const long steps : {3, 50, 4, 60}) first->advance(steps, 1e9);
  second->set_time(first->time());
  second->set_coefficients(first->coefficients());
  second->set_control_state(first->control_state());
  for (const long steps : {1, 102}) second->advance(steps, 1e9);
  CHECK(second->control_state().force == whole->control_state().force);
  CHECK(second->time() == whole->time());
  CHECK(second->coefficients() == whole->coefficients());
}

TEST_CASE("a mass flow needs explicit steps in time", "[forcing]") {
  SolverOptions o = test::fixed_step_options(1);
  o.fixed_dt = 0;
  o.local_time_step = true;
  auto solver = make_solver(test::hybrid_mesh({.n = 2}), o);
  CHECK_THROWS_AS(solver->set_forcing(keeping(1.0)), InputError);
}

}  // namespace
}  // namespace dg
