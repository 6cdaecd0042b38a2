#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/core/errors.hpp"
#include "libdg/solver/raise_degree.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Catch::Matchers::Contains;

/// Couette flow between y = 0 (at rest, T = 0.8) and y = 2 (speed 1, T = 0.85), an exact solution
/// (verification/couette).
std::array<double, 4> couette(double, double y, double) {
  constexpr double gamma = 1.4, prandtl = 0.72, p = 1 / (gamma * 0.1 * 0.1), r = p / 0.85, cp = gamma * r / (gamma - 1);
  const double s = y / 2, t = 0.80 + 0.05 * s + prandtl / (2 * cp) * s * (1 - s);
  return {p / (r * t), s, 0, p};
}

SolverOptions couette_options(int degree) {
  SolverOptions o;
  o.degree = degree;
  o.backend = BackendKind::cpu;
  o.threads = 1;
  o.gas.viscosity = 0.1;
  o.cfl = 0.8;
  o.boundaries = test::on_all_sides(BoundaryType::exact);
  return o;
}

/// Squares whose rows grow from 1/4 to 3/4 over a channel of height 2, so that stable steps differ from cell to cell.
Mesh2 graded_channel() {
  Mesh2 mesh = generate_mesh("couette", 0, {{"kind", "quads"}});
  for (auto& x : mesh.nodes) x[1] *= 0.5 + 0.25 * x[1];
  return mesh;
}

std::unique_ptr<Solver> couette_solver(const Mesh2& mesh, const SolverOptions& o) {
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

/// Steps in pseudo-time until the residual of the energy is below `tolerance`; returns the steps.
long run_to_steady(Solver& solver, double tolerance) {
  long steps = 0;
  while (solver.residual_norms().l2[3] > tolerance && steps < 100000) steps += solver.advance(10, 1e300).steps;
  return steps;
}

TEST_CASE("Steps of each cell's own size lead to the same steady state as steps in time, in fewer of them") {
  const Mesh2 mesh = graded_channel();
  for (const int degree : {test::built_degrees().front(), test::built_degrees().back()}) {
    INFO("degree " << degree);
    SolverOptions o = couette_options(degree);
    auto global = couette_solver(mesh, o);
    o.local_time_step = true;
    auto local = couette_solver(mesh, o);
    const double tolerance = 1e-8;
    const long global_steps = run_to_steady(*global, tolerance), local_steps = run_to_steady(*local, tolerance);
    REQUIRE(global->residual_norms().l2[3] <= tolerance);
    REQUIRE(local->residual_norms().l2[3] <= tolerance);
    CHECK(test::relative_difference(local->coefficients(), global->coefficients()) < 1e-10);
    CHECK(local_steps < global_steps);
    CHECK(global->time() > 0);
    CHECK(local->time() == 0);
  }
}

TEST_CASE("On uniform cells of a uniform flow the local steps are the global one") {
  for (const std::string kind : {"quads", "triangles"}) {
    Mesh2 mesh = test::hybrid_mesh({.n = 4, .distortion = 0, .kind = kind});
    SolverOptions o = couette_options(test::built_degrees().back());
    o.boundaries.clear();
    auto global = make_solver(mesh, o);
    o.local_time_step = true;
    auto local = make_solver(mesh, o);
    for (Solver* solver : {global.get(), local.get()})
      solver->set_state([](double, double, double) { return std::array{1.2, 0.3, -0.2, 0.9}; });
    // A source that depends on the place moves each cell by its own step; the state stays nearly uniform over one step.
    const auto source = [](double x, double y, double) {
      return std::array{1e-3 * std::sin(6.0 * x), 1e-3 * std::cos(3.0 * y), 1e-3 * x * y, 1e-3};
    };
    global->set_source(source, false);
    local->set_source(source, false);
    CHECK(local->stable_time_step() == global->stable_time_step());
    CHECK(global->advance(1, 1e300).steps == 1);
    const Progress progress = local->advance(1, 1e300);
    CHECK(progress.steps == 1);
    CHECK(progress.time == 0);
    CHECK(test::relative_difference(local->coefficients(), global->coefficients()) < 1e-14);
  }
}

TEST_CASE("The local step of a cell is the one that the solver would take if all cells were like it") {
  // Rows of two heights: the global step is that of the lower rows. A uniform source moves every cell by dt * S.
  Mesh2 mesh = generate_mesh("couette", 0, {{"kind", "quads"}});
  for (auto& x : mesh.nodes) x[1] = x[1] < 1 ? 0.5 * x[1] : 0.5 + (x[1] - 1);
  SolverOptions o = couette_options(test::built_degrees().front());
  o.gas.viscous = false;
  o.local_time_step = true;
  o.cfl = 1e-3;  // neighbours' different steps hardly make waves
  o.boundaries = test::on_all_sides(BoundaryType::exact);
  const auto rest = [](double, double, double) { return std::array{1.0, 0.0, 0.0, 1 / 1.4}; };
  auto solver = make_solver(mesh, o);
  solver->set_boundary_data(rest, false);
  solver->set_state(rest);
  const std::vector<double> before = solver->coefficients();
  const double smallest = solver->stable_time_step(), rate = 1e-8;
  solver->set_source([rate](double, double, double) { return std::array{rate, 0.0, 0.0, 0.0}; }, false);
  solver->advance(1, 1e300);
  const std::vector<double> after = solver->coefficients();
  std::size_t at = 0;
  double least = 1e300, largest = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const double mean_change = (after[at] - before[at]) / 2;  // mode 0 is 1/2 on the square
    least = std::min(least, mean_change / rate);
    largest = std::max(largest, mean_change / rate);
    at += 4 * static_cast<std::size_t>(solver->mode_count(cell));
  }
  CHECK(least == Approx(smallest).epsilon(1e-3));
  CHECK(largest > 1.3 * smallest);
  CHECK(largest < 2.01 * smallest);
}

TEST_CASE("A state raised to a higher degree is the same field") {
  if (test::built_degrees().size() < 2) return;
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 3, .curved = 0.04});
  for (const auto quads : {QuadSpace::P, QuadSpace::Q}) {
    SolverOptions o = couette_options(test::built_degrees().front());
    o.boundaries.clear();
    o.quads = quads;
    auto low = make_solver(mesh, o);
    low->set_coefficients(test::rough_state(mesh, o, 0.1));
    low->set_time(1.5);
    o.degree = test::built_degrees().back();
    auto high = make_solver(mesh, o);
    raise_degree(*low, *high);
    const std::vector<std::array<double, 2>> points{{-0.7, -0.1}, {0.2, -0.9}, {-0.5, 0.3}};
    CHECK(test::relative_difference(high->sample({points, points}), low->sample({points, points})) < 1e-14);
    CHECK(high->time() == 1.5);
  }
}

TEST_CASE("The sum over the points of a surface is the force") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 3, .curved = 0.04, .periodic = false});
  SolverOptions o = couette_options(test::built_degrees().back());
  o.boundaries = test::walls_and_far_field();
  auto solver = make_solver(mesh, o);
  solver->set_coefficients(test::rough_state(mesh, o, 0.05));
  const Force force = solver->force("bottom");
  double length = 0;
  Force sum;
  for (const SurfacePoint& p : solver->surface("bottom")) {
    CHECK(std::hypot(p.normal[0], p.normal[1]) == Approx(1));
    CHECK(p.normal[1] < -0.5);
    length += p.weight;
    for (int d = 0; d < 2; ++d) {
      sum.pressure[d] += p.weight * p.convective[d];
      sum.viscous[d] += p.weight * p.traction[d];
    }
  }
  CHECK(length >= 1);
  for (int d = 0; d < 2; ++d) {
    CHECK(sum.pressure[d] == Approx(force.pressure[d]));
    CHECK(sum.viscous[d] == Approx(force.viscous[d]));
  }
  CHECK_THROWS_WITH(solver->surface("nowhere"), Contains("boundary 'nowhere' is not in the mesh"));
}

TEST_CASE("A gas at rest presses on a surface with its pressure and nothing else") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 3, .curved = 0.04, .periodic = false});
  SolverOptions o = couette_options(test::built_degrees().back());
  o.boundaries = test::on_all_sides(BoundaryType::wall_adiabatic);
  auto solver = make_solver(mesh, o);
  solver->set_state([](double, double, double) { return std::array{1.3, 0.0, 0.0, 0.6}; });
  for (const SurfacePoint& p : solver->surface("top")) {
    for (int d = 0; d < 2; ++d) {
      CHECK(p.convective[d] == Approx(0.6 * p.normal[d]).margin(1e-12));
      CHECK(p.traction[d] == Approx(0).margin(1e-12));
    }
  }
}

TEST_CASE("Damping leads to the same steady state") {
  const Mesh2 mesh = graded_channel();
  SolverOptions o = couette_options(test::built_degrees().front());
  o.local_time_step = true;
  auto plain = couette_solver(mesh, o);
  o.damping_width = 50;
  auto damped = couette_solver(mesh, o);
  run_to_steady(*plain, 1e-8);
  run_to_steady(*damped, 1e-8);
  REQUIRE(damped->residual_norms().l2[3] <= 1e-8);
  CHECK(test::relative_difference(damped->coefficients(), plain->coefficients()) < 1e-10);
}

TEST_CASE("Damping pulls the state towards its filtered past, and nothing else") {
  // A uniform flow that a uniform source drives: dq/dn = s + (f - q) / N, df/dn = (q - f) / N over n steps from q = f,
  // so that q - f = s N / 2 (1 - exp(-2 n / N)) and q + f = 2 q0 + s n.
  const Mesh2 mesh = test::hybrid_mesh({.n = 2, .distortion = 0, .kind = "quads"});
  SolverOptions o = couette_options(test::built_degrees().front());
  o.boundaries.clear();
  o.local_time_step = true;
  o.damping_width = 400;
  auto solver = make_solver(mesh, o);
  solver->set_state([](double, double, double) { return std::array{1.0, 0.0, 0.0, 1 / 1.4}; });
  constexpr double rate = 1e-7;
  const double before = solver->totals()[0], step = solver->stable_time_step();
  solver->set_source([](double, double, double) { return std::array{rate, 0.0, 0.0, 0.0}; }, false);
  constexpr int steps = 300;
  // In pieces: the filter goes on from one call to the next.
  for (int i = 0; i < 3; ++i) solver->advance(steps / 3, 1e300);
  const double n = steps, width = 400, s = rate * step;
  const double expected = 0.5 * (s * n + s * width / 2 * (1 - std::exp(-2 * n / width)));
  CHECK(solver->totals()[0] - before == Approx(expected).epsilon(0.03));  // damped every 20 steps, not all the time
}

TEST_CASE("Damping without local steps is refused") {
  SolverOptions o = couette_options(test::built_degrees().back());
  o.boundaries.clear();
  o.damping_width = 10;
  CHECK_THROWS_WITH(make_solver(test::hybrid_mesh({}), o), Contains("damping needs a local time step"));
}

TEST_CASE("A fixed step and local steps exclude each other") {
  SolverOptions o = couette_options(test::built_degrees().back());
  o.boundaries.clear();
  o.local_time_step = true;
  o.fixed_dt = 1e-3;
  CHECK_THROWS_WITH(make_solver(test::hybrid_mesh({}), o), Contains("exclude each other"));
  CHECK_THROWS_AS(make_solver(test::hybrid_mesh({}), o), InputError);
}

}  // namespace
}  // namespace dg
