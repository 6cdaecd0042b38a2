#include "divergence.hpp"

#include <catch2/catch.hpp>

#include "flow_totals.hpp"
#include "support.hpp"

namespace dg {
namespace {

using test::serial_options;

TEST_CASE("A run that diverges ends at the first step that leaves a cell without a state") {
  SolverOptions o = serial_options();
  for (const int degree : test::built_degrees()) {
    o.degree = degree;
    test::check_divergence_of_all_steps(test::hybrid_mesh({.n = 5}), o);
    test::check_divergence_of_all_steps(test::hybrid_mesh({.n = 5, .order = 2, .curved = 0.03}), o);
  }
}

TEST_CASE("A run on several threads ends there, too") {
  SolverOptions o = serial_options();
  o.threads = 2;
  test::check_divergence_of_all_steps(test::hybrid_mesh({.n = 5}), o);
}

TEST_CASE("A bad mean is found before the first step") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4});
  auto solver = make_solver(mesh, serial_options());
  solver->set_state(test::smooth_flow_at);
  auto c = solver->coefficients();
  std::size_t begin = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    if (cell == 11) c[begin] = -5;
    begin += static_cast<std::size_t>(solver->mode_count(cell)) * 4;
  }
  solver->set_coefficients(c);
  const Progress progress = solver->advance(10, 1e300);
  CHECK(progress.steps == 0);
  CHECK(progress.bad_cell == 11);
}

TEST_CASE("The limit of the time step is free of the CFL number and of a fixed step") {
  SolverOptions o = serial_options();
  const Mesh2 mesh = test::hybrid_mesh({.n = 4});
  o.cfl = 0.25;
  auto solver = make_solver(mesh, o);
  solver->set_state(test::smooth_flow_at);
  o.fixed_dt = 1e-9;
  auto fixed = make_solver(mesh, o);
  fixed->set_state(test::smooth_flow_at);
  CHECK(solver->time_step_limit() == Approx(4 * solver->stable_time_step()));
  CHECK(fixed->time_step_limit() == Approx(solver->time_step_limit()));
}

TEST_CASE("What is bad at a point is told with its place and values") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4});
  SolverOptions o = serial_options();
  auto solver = make_solver(mesh, o);
  // A jump that no polynomial follows: the projection undershoots beside it.
  const auto jump = [](double x, double, double) {
    return x < 0.55 ? std::array<double, 4>{1, 0, 0, 1} : std::array<double, 4>{1e-3, 0, 0, 1e-3};
  };
  solver->set_state(jump);
  const BadCell bad = solver->find_bad_cell();
  REQUIRE(bad.cell >= 0);
  CHECK(bad.count > 1);
  const double p =
      0.4 * (bad.state[3] - 0.5 * (bad.state[1] * bad.state[1] + bad.state[2] * bad.state[2]) / bad.state[0]);
  CHECK((bad.state[0] <= 0 || p <= 0));
  CHECK(std::hypot(bad.point[0] - bad.centroid[0], bad.point[1] - bad.centroid[1]) < 0.3);
  CHECK(bad.point != bad.centroid);
}

TEST_CASE("Integrals of the flow are those of a rigid rotation") {
  SolverOptions o = serial_options();
  o.degree = test::built_degrees().back();
  if (o.degree < 2) return;
  for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q}) {
    o.quads = quads;
    test::check_flow_totals(test::hybrid_mesh({.n = 4, .distortion = 0}), o);
    if (quads == QuadSpace::Q) test::check_flow_totals(test::hybrid_mesh({.n = 4, .order = 2, .curved = 0.03}), o);
  }
}

}  // namespace
}  // namespace dg
