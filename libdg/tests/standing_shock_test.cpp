/// Artificial viscosity at a shock at rest in a channel, a steady state, and at one that moves.

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <vector>

#include "meshes/build.hpp"
#include "shock_viscosity_options.hpp"
#include "support.hpp"

namespace dg::test {
namespace {

/// A shock at rest, Mach 2 in front of it, in a channel: the flow behind follows from Rankine and Hugoniot.
std::array<double, 4> standing_shock(double x, double, double) {
  if (x < 0.52) return {1, 2, 0, 1 / 1.4};
  return {8.0 / 3, 0.75, 0, 4.5 / 1.4};
}

/// From a front as wide as some cells.
std::unique_ptr<Solver> standing_shock_solver(SolverOptions o) {
  o.riemann = Riemann::roe;
  o.boundaries = on_all_sides(BoundaryType::exact);
  auto solver = make_solver(hybrid_mesh({.n = 6, .distortion = 0.05, .periodic = false}), o);
  solver->set_boundary_data(standing_shock, false);
  solver->set_state([](double x, double y, double t) {
    const double rise = 0.5 * (1 + std::tanh(8 * (x - 0.52)));
    auto w = standing_shock(0, y, t);
    const auto behind = standing_shock(1, y, t);
    for (int n = 0; n < 4; ++n) w[n] += rise * (behind[n] - w[n]);
    return w;
  });
  return solver;
}

TEST_CASE("Newton's method converges to a standing shock of all degrees", "[viscosity]") {
  for (const int degree : degrees) {
    INFO("degree " << degree);
    SolverOptions o = viscous_options(degree);
    o.newton = true;
    auto solver = standing_shock_solver(o);
    const double first = solver->residual_norms().l2[3];
    for (int step = 0; step < 60 && solver->residual_norms().l2[3] > 1e-8 * first; ++step) solver->newton_step();
    CHECK(solver->residual_norms().l2[3] <= 1e-8 * first);
    CHECK(solver->observe({}, {}).limited > 0);
  }
}

TEST_CASE("Pseudo-time stepping finds the standing shock as well", "[viscosity]") {
  SolverOptions o = viscous_options(1);
  o.local_time_step = true;
  o.positivity = Positivity::off;
  auto solver = standing_shock_solver(o);
  const double first = solver->residual_norms().l2[3];
  CHECK(solver->advance(3000, 1e300).bad_cell < 0);
  CHECK(solver->residual_norms().l2[3] < 1e-3 * first);
}

/// A shock at Mach number 3 into gas at rest: density, velocity and pressure by Rankine and Hugoniot.
std::array<double, 4> moving_shock(double x, double, double t) {
  const double speed = 3 * std::sqrt(1.4);
  if (x < -0.5 + speed * t) return {27.0 / 7, 4 * std::sqrt(35.0) / 9, 0, 31.0 / 3};
  return {1, 0, 0, 1};
}

TEST_CASE("A strong shock through triangles leaves no flow across its direction", "[viscosity]") {
  Mesh2 mesh = generate_mesh("square", 0,
                             {{"kind", "triangles"},
                              {"nx", "40"},
                              {"ny", "2"},
                              {"xmin", "-1"},
                              {"xmax", "1"},
                              {"ymin", "0"},
                              {"ymax", "0.1"}});
  connect_periodic(mesh, "bottom", "top", "square");
  for (const int degree : degrees) {
    INFO("degree " << degree);
    SolverOptions o = viscous_options(degree);
    o.riemann = Riemann::hllc;
    o.fixed_dt = 0;
    o.cfl = 0.9;
    o.boundaries = on_all_sides(BoundaryType::exact);
    std::erase_if(o.boundaries, [](const BoundaryCondition& b) { return b.name == "bottom" || b.name == "top"; });
    auto solver = make_solver(mesh, o);
    solver->set_boundary_data(moving_shock, false);
    solver->set_state(moving_shock);
    REQUIRE(solver->advance(1'000'000, 0.3).bad_cell < 0);
    const auto errors = solver->errors(moving_shock);
    const double along = 12 * std::sqrt(35.0) / 7;  // the momentum behind the shock
    CHECK(errors.l2[2] < 6e-4 * along);             // damping leaves more at each degree
    CHECK(errors.l2[0] < 0.1);                      // a shift by half a cell would be 0.14
  }
}

}  // namespace
}  // namespace dg::test
