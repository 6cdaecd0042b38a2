#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/core/errors.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Catch::Matchers::Contains;

SolverOptions options(int degree) {
  SolverOptions o = test::serial_options();
  o.degree = degree;
  o.gas.viscosity = 0.05;
  o.newton = true;
  return o;
}

/// Couette flow (verification/couette), disturbed.
std::array<double, 4> couette(double, double y, double) {
  constexpr double gamma = 1.4, prandtl = 0.72, p = 1 / (gamma * 0.1 * 0.1), r = p / 0.85, cp = gamma * r / (gamma - 1);
  const double s = y / 2, t = 0.80 + 0.05 * s + prandtl / (2 * cp) * s * (1 - s);
  return {p / (r * t), s, 0, p};
}

std::unique_ptr<Solver> couette_solver(const Mesh2& mesh, int degree, bool newton, BackendKind backend) {
  SolverOptions o = options(degree);
  o.backend = backend;
  o.gas.viscosity = 0.1;
  o.cfl = 0.8;
  o.boundaries = test::on_all_sides(BoundaryType::exact);
  o.newton = newton;
  o.local_time_step = !newton;
  auto solver = make_solver(mesh, o);
  solver->set_boundary_data(couette, false);
  solver->set_state([](double x, double y, double t) {
    auto w = couette(x, y, t);
    w[0] *= 1 + 0.01 * std::sin(x) * std::sin(3 * y);
    w[1] += 0.05 * std::sin(2 * x);
    return w;
  });
  return solver;
}

TEST_CASE(
    "Newton's method finds the steady state of pseudo-time stepping, each of its last steps far more exactly than the "
    "one "
    "before") {
  for (const int degree : test::built_degrees()) {
    if (degree > 3) continue;
    INFO("degree " << degree);
    const Mesh2 mesh = generate_mesh("couette", 0, {{"kind", "mixed"}});
    auto pseudo_time = couette_solver(mesh, degree, false, BackendKind::cpu);
    auto newton = couette_solver(mesh, degree, true, BackendKind::cpu);
    constexpr double tolerance = 1e-9;
    while (pseudo_time->residual_norms().l2[3] > tolerance) pseudo_time->advance(50, 1e300);
    std::vector<double> residuals{newton->residual_norms().l2[3]};
    while (residuals.back() > tolerance && residuals.size() < 30) {
      const NewtonStep step = newton->newton_step();
      CHECK(step.trouble == NewtonTrouble::none);
      CHECK(step.right_hand_sides > step.krylov_steps);
      residuals.push_back(newton->residual_norms().l2[3]);
    }
    REQUIRE(residuals.back() <= tolerance);
    CHECK(residuals.back() < 1e-2 * residuals[residuals.size() - 2]);
    CHECK(test::relative_difference(newton->coefficients(), pseudo_time->coefficients()) < 1e-9);
    CHECK(newton->time() == 0);
  }
}

TEST_CASE("Newton's method finds the same steady state with exact products as with differences") {
  for (const int degree : std::vector<int>{RKDG_TEST_EXACT_PRODUCTS_2D}) {
    INFO("degree " << degree);
    SolverOptions o = options(degree);
    o.gas.viscosity = 0.1;
    o.boundaries = test::on_all_sides(BoundaryType::exact);
    const Mesh2 mesh = generate_mesh("couette", 0, {{"kind", "mixed"}});
    std::vector<std::vector<double>> found;
    for (const auto products : {JacobianProducts::differences, JacobianProducts::exact}) {
      o.products = products;
      auto solver = make_solver(mesh, o);
      solver->set_boundary_data(couette, false);
      solver->set_state([](double x, double y, double t) {
        auto w = couette(x, y, t);
        w[1] += 0.05 * std::sin(2 * x);
        return w;
      });
      for (int step = 0; step < 12; ++step)
        if (solver->residual_norms().l2[3] > 1e-10) solver->newton_step();
      CHECK(solver->residual_norms().l2[3] <= 1e-10);
      found.push_back(solver->coefficients());
    }
    CHECK(test::relative_difference(found[1], found[0]) < 1e-10);
  }
}

/// Those that lead to a residual of 1e-8 times the first, on squares.
double krylov_steps_of_couette(int level, int degree) {
  auto solver = couette_solver(generate_mesh("couette", level, {{"kind", "quads"}}), degree, true, BackendKind::cpu);
  long krylov_steps = 0;
  double first = 0;
  for (int i = 0; i < 20; ++i) {
    const NewtonStep step = solver->newton_step();
    if (i == 0) first = step.residual;
    if (step.residual <= 1e-8 * first) return static_cast<double>(krylov_steps);
    krylov_steps += step.krylov_steps;
  }
  FAIL("not converged");
  return 0;
}

TEST_CASE("Krylov steps grow by less than 1.5 for each halving of h, and from P2 on by less than 1.3 for each degree") {
  // P1 is solved directly: what it takes is what its blocks are behind. 32 squares take a step less than all others.
  const std::vector<int> built = test::built_degrees();
  double lower[3] = {};
  for (int degree = 1; degree <= 3; ++degree) {
    if (std::ranges::find(built, degree) == built.end()) return;
    double coarser = 0;
    for (int level = 0; level < 3; ++level) {
      INFO("degree " << degree << ", level " << level);
      const double steps = krylov_steps_of_couette(level, degree);
      CAPTURE(steps, coarser, lower[level]);
      if (level > (degree == 1 ? 1 : 0)) CHECK(steps < 1.5 * coarser);
      if (degree > 2) CHECK(steps < 1.3 * lower[level]);
      coarser = lower[level] = steps;
    }
  }
}

TEST_CASE("Newton's method keeps to a source") {
  // S = -div F of an exact state would be zero; a source of mass moves the steady state, and the rate must vanish with
  // it.
  const Mesh2 mesh = generate_mesh("couette", 0, {{"kind", "quads"}});
  auto solver = couette_solver(mesh, test::built_degrees().front(), true, BackendKind::cpu);
  const std::vector<double> before = solver->coefficients();
  solver->set_source([](double x, double, double) { return std::array{1e-3 * x, 0.0, 0.0, 0.0}; }, false);
  for (int i = 0; i < 12; ++i) solver->newton_step();
  CHECK(solver->residual_norms().l2[0] < 1e-10);
  CHECK(test::relative_difference(solver->coefficients(), before) > 1e-6);
}

TEST_CASE("From the free stream around a cylinder, states stay physical and residuals fall to rounding") {
  const Mesh2 mesh = test::ring_mesh(3);
  for (const int degree : test::built_degrees()) {
    if (degree > 3) continue;
    INFO("degree " << degree);
    SolverOptions o = options(degree);
    o.riemann = Riemann::roe;
    o.boundaries = {test::on("wall", BoundaryType::wall_adiabatic), test::on("farfield", BoundaryType::exact)};
    const auto stream = [](double, double, double) { return std::array{1.0, 0.5, 0.0, 1 / 1.4}; };
    auto solver = make_solver(mesh, o);
    solver->set_boundary_data(stream, false);
    solver->set_state(stream);
    const double first = solver->residual_norms().l2[3];
    int steps = 0;
    for (; solver->residual_norms().l2[3] > 1e-11 * first && steps < 40; ++steps) {
      solver->newton_step();
      REQUIRE(solver->find_bad_cell().cell == -1);
    }
    CHECK(steps < 40);
  }
}

TEST_CASE("Steps in time may lead uphill: an airfoil at Mach 0.8 and 10 degrees takes few right-hand sides") {
  constexpr int degree = 1;
  const std::vector<int> built = test::built_degrees();
  if (std::find(built.begin(), built.end(), degree) == built.end()) return;
  constexpr double mach = 0.8, reynolds = 500, alpha = 10 * 3.14159265358979323846 / 180;
  SolverOptions o = options(degree);
  o.gas.viscosity = mach / reynolds;
  o.riemann = Riemann::roe;
  o.boundaries = {test::on("wall", BoundaryType::wall_adiabatic), test::on("farfield", BoundaryType::exact)};
  const auto stream = [](double, double, double) {
    return std::array{1.0, mach * std::cos(alpha), mach * std::sin(alpha), 1 / 1.4};
  };
  auto solver = make_solver(generate_mesh("naca0012", 0, {{"ni", "50"}, {"nj", "24"}}), o);
  solver->set_boundary_data(stream, false);
  solver->set_state(stream);
  const double first = solver->residual_norms().l2[3];
  long right_hand_sides = 0;
  for (int i = 0; i < 40 && solver->residual_norms().l2[3] > 1e-9 * first; ++i)
    right_hand_sides += solver->newton_step().right_hand_sides;
  CHECK(solver->residual_norms().l2[3] <= 1e-9 * first);
  // 631 where residuals have to fall, 607 where blocks are new after each short step, 961 where both hold.
  CHECK(right_hand_sides < 590);
}

TEST_CASE("Newton's method is refused beside steps in time") {
  SolverOptions o = options(test::built_degrees().back());
  o.boundaries.clear();
  o.local_time_step = true;
  CHECK_THROWS_WITH(make_solver(test::hybrid_mesh({}), o), Contains("neither local ones nor a fixed one"));
  o.local_time_step = false;
  for (const Precision precision : test::built_precisions()) {
    if (precision == Precision::double_precision) continue;
    o.precision = precision;
    CHECK_THROWS_WITH(make_solver(test::hybrid_mesh({}), o), Contains("needs double precision"));
  }
}

}  // namespace
}  // namespace dg
