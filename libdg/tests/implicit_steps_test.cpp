#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "libdg/backend/stop_request.hpp"
#include "libdg/core/errors.hpp"
#include "pulsating_flow.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Catch::Matchers::Contains;
using test::serial_options;

constexpr std::array schemes{TimeScheme::esdirk3, TimeScheme::esdirk4};

SolverOptions options(TimeScheme scheme, double tolerance) {
  SolverOptions o = serial_options();
  o.degree = std::min(2, test::built_degrees().back());
  o.scheme = scheme;
  o.step_tolerance = tolerance;
  return o;
}

double order_of(TimeScheme scheme) { return scheme == TimeScheme::esdirk3 ? 3 : 4; }

double pulsating_error(TimeScheme scheme, bool periodic, int steps) {
  SolverOptions o = options(scheme, 1e-9);
  o.fixed_dt = 0.4 / steps;
  o.gas.viscosity = 0.001;
  if (!periodic) o.boundaries = test::on_all_sides(BoundaryType::exact);
  auto solver = make_solver(test::hybrid_mesh({.n = 2, .periodic = periodic}), o);
  solver->set_state(test::pulsating);
  solver->set_source(test::pulsating_source, true);
  solver->set_boundary_data(test::pulsating, true);
  const Progress progress = solver->advance(1000, 0.4);
  CHECK(progress.steps == steps);
  CHECK(progress.implicit.rejected_steps == 0);
  REQUIRE(solver->time() == 0.4);
  return solver->errors(test::pulsating).l2[3];
}

TEST_CASE("Sources and boundary data count at the times of implicit stages: they keep the order of the scheme") {
  for (const TimeScheme scheme : schemes)
    for (const bool periodic : {true, false}) {
      const double coarse = pulsating_error(scheme, periodic, 32), fine = pulsating_error(scheme, periodic, 64);
      INFO("order " << order_of(scheme) << ", periodic " << periodic << ", errors " << coarse << ", " << fine);
      CHECK(std::log2(coarse / fine) > order_of(scheme) - 0.2);
    }
}

/// An isentropic vortex in a periodic box, whose tails are small at its sides.
std::array<double, 4> vortex(double x, double y, double) {
  const double dx = 8 * (x - 0.5), dy = 8 * (y - 0.5), strength = 0.4 * std::exp(1 - dx * dx - dy * dy);
  const double t = 1 - 0.2 * strength * strength / 2;
  return {std::pow(t, 2.5), 0.5 - strength * dy, 0.3 + strength * dx, std::pow(t, 3.5) / 1.4};
}

TEST_CASE("ESDIRK schemes have their orders on a moving vortex, against an explicit one with short steps") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 2, .curved = 0.03});
  constexpr double end = 0.1;
  const auto advanced = [&](SolverOptions o, int steps) {
    o.gas.viscosity = 1e-3;
    o.fixed_dt = end / steps;
    o.riemann = Riemann::roe;  // whose flux is smooth where velocities keep their signs
    auto solver = make_solver(mesh, o);
    solver->set_state(vortex);
    const Progress progress = solver->advance(10 * steps, end);
    CHECK(progress.steps == steps);
    REQUIRE(solver->find_bad_cell().cell == -1);
    return solver->coefficients();
  };
  const std::vector<double> exact = advanced(options(TimeScheme::rk4, 1e-10), 200);
  for (const TimeScheme scheme : schemes) {
    const SolverOptions o = options(scheme, 1e-10);
    const double coarse = test::relative_difference(advanced(o, 10), exact);
    const double fine = test::relative_difference(advanced(o, 20), exact);
    INFO("order " << order_of(scheme) << ", errors " << coarse << ", " << fine);
    CHECK(std::log2(coarse / fine) > order_of(scheme) - 0.3);
    CHECK(fine < 1e-4);
  }
}

/// Cells whose height is a fiftieth of their width.
Mesh2 thin_mesh() {
  Mesh2 mesh = test::hybrid_mesh({.n = 4});
  for (auto& x : mesh.nodes) x[1] *= 0.02;
  return mesh;
}

SolverOptions thin_options(TimeScheme scheme, double tolerance) {
  SolverOptions o = options(scheme, tolerance);
  o.gas.viscosity = 1e-4;
  return o;
}

std::array<double, 4> wave(double x, double, double) {
  const double s = std::sin(2 * std::numbers::pi * x);
  return {1 + 0.1 * s, 0.2, 0.1 * s, 1 / 1.4};
}

TEST_CASE("In thin cells error control takes steps of many times the explicit limit, to the same flow") {
  const Mesh2 mesh = thin_mesh();
  constexpr double end = 0.2;
  auto explicit_solver = make_solver(mesh, thin_options(TimeScheme::rk4, 1e-5));
  explicit_solver->set_state(wave);
  const double limit = explicit_solver->time_step_limit();
  REQUIRE(limit < 2e-3 * end);
  explicit_solver->advance(1000000, end);
  const std::vector<double> exact = explicit_solver->coefficients();
  for (const TimeScheme scheme : schemes) {
    double difference = 1;
    for (const double tolerance : {1e-4, 1e-6}) {
      auto solver = make_solver(mesh, thin_options(scheme, tolerance));
      solver->set_state(wave);
      double longest = 0;
      ImplicitWork work;
      while (solver->time() < end) {
        const Progress progress = solver->advance(1, end);
        REQUIRE(progress.steps == 1);
        work += progress.implicit;
        longest = std::max(longest, progress.last_dt);
      }
      const double now = test::relative_difference(solver->coefficients(), exact);
      INFO("order " << order_of(scheme) << ", tolerance " << tolerance << ": " << now);
      CHECK(longest > 20 * limit);
      CHECK(work.krylov_steps > work.newton_steps);
      CHECK(work.right_hand_sides > work.krylov_steps + work.newton_steps);
      CHECK(now < 30 * tolerance);
      CHECK(now < difference);
      difference = now;
    }
  }
}

TEST_CASE("A run goes on from where it stopped with the step that was next") {
  const Mesh2 mesh = thin_mesh();
  const SolverOptions o = thin_options(TimeScheme::esdirk3, 1e-4);
  auto first = make_solver(mesh, o), rest = make_solver(mesh, o);
  first->set_state(wave);
  CHECK(first->next_step() == 0);
  const double limit = first->time_step_limit();
  CHECK(first->advance(1, 1e300).last_dt == limit);
  first->advance(9, 1e300);
  CHECK(first->next_step() > 5 * limit);
  rest->set_coefficients(first->coefficients());
  rest->set_time(first->time());
  rest->set_next_step(first->next_step());
  const Progress progress = rest->advance(1, 1e300);
  CHECK(progress.steps == 1);
  CHECK(progress.last_dt == first->next_step());
  CHECK(progress.time == first->time() + progress.last_dt);
}

TEST_CASE("An implicit step that was asked to stop is dropped, with the state as it was") {
  auto solver = make_solver(thin_mesh(), thin_options(TimeScheme::esdirk4, 1e-6));
  solver->set_state(wave);
  const std::vector<double> before = solver->coefficients();
  {
    const StopScope stop([] { return true; });
    CHECK(solver->advance(5, 1.0).steps == 0);
  }
  CHECK(solver->time() == 0);
  CHECK(solver->coefficients() == before);
}

TEST_CASE("An implicit scheme is refused beside what it does not do") {
  const Mesh2 mesh = test::hybrid_mesh({});
  const auto refused = [&](SolverOptions o, const char* reason) {
    CHECK_THROWS_WITH(make_solver(mesh, o), Contains(reason));
  };
  SolverOptions o = options(TimeScheme::esdirk3, 1e-5);
  o.newton = true;
  refused(o, "nor those of Newton's method");
  o.newton = false, o.local_time_step = true;
  refused(o, "neither local ones");
  o.local_time_step = false, o.step_tolerance = 0;
  refused(o, "error 0 of a step must be positive");
  o = options(TimeScheme::esdirk3, 1e-5);
  o.degree = 0, o.reconstruction = Reconstruction::linear, o.gas.viscous = false;
  refused(o, "not for a reconstruction");
  for (const Precision precision : test::built_precisions()) {
    if (precision == Precision::double_precision) continue;
    o = options(TimeScheme::esdirk4, 1e-5);
    o.precision = precision;
    refused(o, "an implicit scheme needs double precision");
  }
}

}  // namespace
}  // namespace dg
