#include <catch2/catch.hpp>

#include "step_sizes.hpp"
#include "support.hpp"

namespace dg {
namespace {

using test::serial_options;
using test::smooth_flow_at;

TEST_CASE("A run ends exactly at its end time and counts its steps") {
  auto solver = make_solver(test::hybrid_mesh({}), serial_options());
  solver->set_state(smooth_flow_at);
  solver->set_time(2);
  const double dt = solver->stable_time_step();
  const Progress some = solver->advance(3, 1e300);
  CHECK(some.steps == 3);
  CHECK(some.time == solver->time());
  CHECK(some.time == Approx(2 + 3 * dt).epsilon(1e-3));
  CHECK(some.last_dt == Approx(dt).epsilon(0.1));

  const double end = some.time + 4.5 * some.last_dt;
  const Progress rest = solver->advance(1000, end);
  CHECK(rest.steps == 5);
  CHECK(solver->time() == end);
  CHECK(rest.time == end);
  CHECK(solver->advance(1000, end).steps == 0);
}

TEST_CASE("The step is the CFL number times the limit, or what is asked for") {
  SolverOptions o = serial_options();
  o.cfl = 1;
  const Mesh2 mesh = test::hybrid_mesh({});
  const auto made = [&] {
    auto solver = make_solver(mesh, o);
    solver->set_state(smooth_flow_at);
    return solver;
  };
  const double limit = made()->stable_time_step();
  o.cfl = 0.25;
  CHECK(made()->stable_time_step() == Approx(0.25 * limit));
  o.fixed_dt = 1e-4;
  auto solver = made();
  CHECK(solver->stable_time_step() == Approx(1e-4));
  CHECK(solver->advance(10, 1e300).time == Approx(1e-3));
}

TEST_CASE("Every step is the stable one of its state") {
  SolverOptions o = serial_options();
  for (const int degree : test::built_degrees()) {
    o.degree = degree;
    test::check_step_sizes(test::hybrid_mesh({.n = 5, .order = 2, .curved = 0.03}), o);
  }
}

}  // namespace
}  // namespace dg
