// Newton's method and implicit steps in time on several ranks: the same bits with a smoother that no rank changes, the
// same flow with factors of each rank's own cells.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "libdg/tests/ranks_2d.hpp"
#include "meshes/build.hpp"

namespace dg {
namespace {

using namespace test;

constexpr double gamma = 1.4;

SolverOptions newton_options(int degree) {
  SolverOptions o = serial_options();
  o.degree = degree;
  o.gas.viscosity = 0.05;
  o.riemann = Riemann::roe;
  o.newton = true;
  return o;
}

std::array<double, 4> stream(double, double, double) { return {1.0, 0.4, 0.0, 1 / gamma}; }

/// Around a cylinder, from the free stream, with some of its cells curved.
void set_up_cylinder(SolverOptions& o, Solver* solver) {
  o.boundaries = {on("wall", BoundaryType::wall_adiabatic), on("farfield", BoundaryType::exact)};
  if (!solver) return;
  solver->set_boundary_data(stream, false);
  solver->set_state(stream);
}

double largest_residual(const Solver& solver) {
  const Norms norms = solver.residual_norms();
  return *std::max_element(norms.l2.begin(), norms.l2.end());
}

TEST_CASE("With block Jacobi, Newton's method takes the same steps bit for bit on any number of ranks") {
  const Mesh2 mesh = ring_mesh(2);
  for (const int degree : built_degrees()) {
    if (degree > 3) continue;
    SolverOptions o = newton_options(degree);
    o.smoother = Smoother::block_jacobi;
    set_up_cylinder(o, nullptr);
    auto alone = make_solver(mesh, o);
    set_up_cylinder(o, alone.get());
    std::vector<NewtonStep> steps;
    for (int i = 0; i < 4; ++i) steps.push_back(alone->newton_step());
    for (const bool apart : {true, false}) {
      CAPTURE(degree, apart);
      const PartOfMesh part = on_ranks(mesh, o, apart);
      set_up_cylinder(o, part.solver.get());
      for (const NewtonStep& wanted : steps) {
        const NewtonStep step = part.solver->newton_step();
        CHECK(step.residual == wanted.residual);
        CHECK(step.cfl == wanted.cfl);
        CHECK(step.reduction == wanted.reduction);
        CHECK(step.krylov_steps == wanted.krylov_steps);
        CHECK(step.right_hand_sides == wanted.right_hand_sides);
      }
      const auto [found, expected] = own_of_both(part, *alone, mesh, o);
      CHECK(found == expected);
    }
  }
}

TEST_CASE("Exact products exchange their directions, too") {
  const Mesh2 mesh = ring_mesh(2);
  for (const int degree : std::vector<int>{RKDG_TEST_EXACT_PRODUCTS_2D}) {
    SolverOptions o = newton_options(degree);
    o.smoother = Smoother::block_jacobi;
    o.products = JacobianProducts::exact;
    set_up_cylinder(o, nullptr);
    auto alone = make_solver(mesh, o);
    const PartOfMesh part = on_ranks(mesh, o, true);
    for (Solver* solver : {alone.get(), part.solver.get()}) {
      set_up_cylinder(o, solver);
      for (int i = 0; i < 3; ++i) solver->newton_step();
    }
    const auto [found, expected] = own_of_both(part, *alone, mesh, o);
    CHECK(found == expected);
  }
}

/// Newton steps until residuals are at rounding; their number.
int converge(Solver& solver, double tolerance) {
  int steps = 0;
  for (; steps < 40 && largest_residual(solver) > tolerance; ++steps) solver.newton_step();
  CHECK(largest_residual(solver) <= tolerance);
  return steps;
}

/// The steady flow of one rank and of all.
void compare_steady_states(const SolverOptions& options) {
  const Mesh2 mesh = ring_mesh(2);
  SolverOptions o = options;
  set_up_cylinder(o, nullptr);
  auto alone = make_solver(mesh, o);
  set_up_cylinder(o, alone.get());
  const int steps = converge(*alone, 1e-11);
  alone->newton_step();
  for (const bool apart : {true, false}) {
    CAPTURE(o.degree, apart);
    const PartOfMesh part = on_ranks(mesh, o, apart);
    set_up_cylinder(o, part.solver.get());
    CHECK(std::abs(converge(*part.solver, 1e-11) - steps) <= 1);  // of which the last may stand just beside 1e-11
    part.solver->newton_step();
    const auto [found, expected] = own_of_both(part, *alone, mesh, o);
    CHECK(relative_difference(found, expected) < 1e-10);
  }
}

TEST_CASE(
    "With factors of each rank's own cells, Newton's method finds the same flow in as many steps, or one more or "
    "less") {
  for (const int degree : built_degrees())
    if (degree <= 3) compare_steady_states(newton_options(degree));
}

TEST_CASE("On devices Newton's method finds the flow of one device") {
  if (cuda_device_count() < all_ranks().local_size()) {
    WARN("skipped: fewer devices than ranks");
    return;
  }
  for (const int degree : built_degrees())
    for (const Smoother smoother : {Smoother::ilu, Smoother::block_jacobi}) {
      SolverOptions o = newton_options(degree);
      o.backend = BackendKind::cuda;
      o.smoother = smoother;
      compare_steady_states(o);
    }
}

/// A box without friction at two of its sides: mass and momentum along them are kept, by ranks without a wall as well.
TEST_CASE("What boundaries keep is kept by all ranks together") {
  Mesh2 mesh = hybrid_mesh({.n = 6, .periodic = false});
  connect_periodic(mesh, "left", "right", "channel");
  SolverOptions o = newton_options(built_degrees().back());
  o.boundaries = {on("bottom", BoundaryType::wall_slip), on("top", BoundaryType::symmetry)};
  const auto state = [](double x, double y, double) {
    constexpr double two_pi = 2 * std::numbers::pi;
    return std::array{1 + 0.1 * std::sin(two_pi * x), 0.2 + 0.05 * std::sin(two_pi * y), 0.1 * y * (1 - y),
                      1 / gamma + 0.03 * std::cos(two_pi * y)};
  };
  const PartOfMesh part = on_ranks(mesh, o, false);
  part.solver->set_state(state);
  std::string names;
  for (const KeptQuantity& quantity : part.solver->kept_quantities()) {
    CHECK(std::abs(quantity.supply) < 1e-12);
    names += quantity.name + " ";
  }
  CHECK(names == "mass energy momentum ");
  const auto before = part.solver->totals();
  converge(*part.solver, 1e-10);
  const auto after = part.solver->totals();
  for (const int n : {0, 1, 3}) CHECK(after[n] == Approx(before[n]).epsilon(1e-12));
  CHECK(std::abs(after[2]) < 1e-9);
}

SolverOptions implicit_options(TimeScheme scheme) {
  SolverOptions o = serial_options();
  o.degree = built_degrees().back();
  o.scheme = scheme;
  o.gas.viscosity = 0.02;
  return o;
}

TEST_CASE("Implicit steps in time have the same bits on any number of ranks with block Jacobi") {
  const Mesh2 mesh = half_curved_mesh(8);
  for (const TimeScheme scheme : {TimeScheme::esdirk3, TimeScheme::esdirk4}) {
    SolverOptions o = implicit_options(scheme);
    o.smoother = Smoother::block_jacobi;
    auto alone = make_solver(mesh, o);
    alone->set_state(smooth_flow_at);
    const Progress wanted = alone->advance(3, 1e300);
    REQUIRE(wanted.steps == 3);
    const PartOfMesh part = on_ranks(mesh, o, true);
    part.solver->set_state(smooth_flow_at);
    const Progress progress = part.solver->advance(3, 1e300);
    CHECK(progress.time == wanted.time);
    CHECK(progress.implicit.krylov_steps == wanted.implicit.krylov_steps);
    CHECK(part.solver->next_step() == alone->next_step());
    const auto [found, expected] = own_of_both(part, *alone, mesh, o);
    CHECK(found == expected);
  }
}

/// Steps of a size, whose stages are solved to a hundredth of the tolerance.
void compare_implicit_steps(const SolverOptions& options) {
  const Mesh2 mesh = half_curved_mesh(8);
  SolverOptions o = options;
  o.fixed_dt = 0.02;
  o.step_tolerance = 1e-6;
  auto alone = make_solver(mesh, o);
  alone->set_state(smooth_flow_at);
  const std::vector<double> start = alone->coefficients();
  REQUIRE(alone->advance(5, 1e300).steps == 5);
  REQUIRE(relative_difference(alone->coefficients(), start) > 0.01);
  const PartOfMesh part = on_ranks(mesh, o, false);
  part.solver->set_state(smooth_flow_at);
  CHECK(part.solver->advance(5, 1e300).steps == 5);
  const auto [found, expected] = own_of_both(part, *alone, mesh, o);
  CHECK(relative_difference(found, expected) < o.step_tolerance);
}

TEST_CASE("Implicit steps with factors of each rank's own cells differ by less than their tolerance") {
  compare_implicit_steps(implicit_options(TimeScheme::esdirk3));
}

TEST_CASE("On devices implicit steps differ from those of one device by less than their tolerance") {
  if (cuda_device_count() < all_ranks().local_size()) {
    WARN("skipped: fewer devices than ranks");
    return;
  }
  SolverOptions o = implicit_options(TimeScheme::esdirk4);
  o.backend = BackendKind::cuda;
  compare_implicit_steps(o);
}

}  // namespace
}  // namespace dg
