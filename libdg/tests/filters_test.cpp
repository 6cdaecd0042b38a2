#include <catch2/catch.hpp>
#include <cmath>

#include "filtered_options.hpp"
#include "libdg/core/errors.hpp"
#include "meshes/cell_geometry.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg {
namespace {

SolverOptions filtered_options(int degree, QuadSpace quads = QuadSpace::Q) {
  return test::filtered_options(degree, quads);
}

/// A blast in the middle of a gas that moves: jumps of 1000 in pressure and 10 in density.
std::array<double, 4> blast(double x, double y, double) {
  const bool inside = std::hypot(x - 0.45, y - 0.55) < 0.2;
  return {inside ? 1.0 : 0.1, 0.5, -0.25, inside ? 100.0 : 0.1};
}

TEST_CASE("A filtered uniform flow stays uniform on curved cells", "[filters]") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 3, .curved = 0.04});
  const auto uniform = [](double, double, double) { return std::array{1.0, 0.6, -0.3, 1 / 1.4}; };
  for (const auto quads : {QuadSpace::P, QuadSpace::Q}) {
    auto solver = make_solver(mesh, filtered_options(2, quads));
    solver->set_state(uniform);
    solver->advance(20, 1e9);
    for (const double error : solver->errors(uniform).linf) CHECK(error < 1e-12);
  }
}

TEST_CASE("Filters keep mass, momentum and energy of a blast, and its density and pressure positive", "[filters]") {
  for (const int order : {1, 3})
    for (const int degree : {1, 2, 3}) {
      INFO("geometric order " << order << ", degree " << degree);
      const Mesh2 mesh = test::hybrid_mesh({.n = 8, .order = order, .curved = order > 1 ? 0.03 : 0});
      auto solver = make_solver(mesh, filtered_options(degree));
      solver->set_state(blast);
      const auto before = solver->totals();
      const Progress progress = solver->advance(200, 1e9);
      CHECK(progress.bad_cell < 0);
      CHECK(solver->find_bad_cell().cell < 0);
      const auto after = solver->totals();
      const double size = std::abs(before[3]);
      for (int n = 0; n < 4; ++n) CHECK(std::abs(after[n] - before[n]) < 1e-12 * size);
    }
}

TEST_CASE("The cells that filters change are those beside the jump", "[filters]") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 16});
  auto solver = make_solver(mesh, filtered_options(2));
  solver->set_state(blast);
  solver->advance(1, 1e9);
  const std::vector<double> limiting = solver->limiting();
  long changed = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto x = cell_centroid(mesh, cell);
    const double distance = std::abs(std::hypot(x[0] - 0.45, x[1] - 0.55) - 0.2);
    changed += limiting[cell] > 0;
    if (limiting[cell] > 0) CHECK(distance < 0.25);
  }
  CHECK(changed > 0);
  CHECK(solver->observe({}, {}).limited == changed);
  solver->set_state(test::smooth_flow_at);
  solver->advance(1, 1e9);
  CHECK(solver->observe({}, {}).limited == 0);
}

TEST_CASE("Without filters the same blast ends a run", "[filters]") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 8});
  SolverOptions o = filtered_options(3);
  o.shocks = ShockCapturing::none;
  auto solver = make_solver(mesh, o);
  solver->set_state(blast);
  solver->advance(200, 1e9);
  CHECK(solver->find_bad_cell().cell >= 0);
}

TEST_CASE("A smooth flow is the same with filters, bit for bit", "[filters]") {
  for (const int degree : {1, 2, 3}) {
    const Mesh2 mesh = test::hybrid_mesh({.n = degree == 1 ? 16 : 8, .order = 2, .curved = 0.03});
    INFO("degree " << degree);
    SolverOptions o = filtered_options(degree);
    const auto run = [&] {
      auto solver = make_solver(mesh, o);
      solver->set_state(test::smooth_flow_at);
      solver->advance(30, 1e9);
      return solver->coefficients();
    };
    const auto filtered = run();
    o.shocks = ShockCapturing::none;
    CHECK((filtered == run()));
  }
}

TEST_CASE("A device filters as a CPU does", "[filters]") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 8, .order = 2, .curved = 0.03});
  SolverOptions o = filtered_options(2);
  const auto run = [&] {
    auto solver = make_solver(mesh, o);
    solver->set_state(blast);
    solver->advance(3, 1e9);
    return solver->coefficients();
  };
  const auto found = run();
  o.backend = BackendKind::cpu;
  CHECK(test::relative_difference(found, run()) < 1e-11);
}

TEST_CASE("Filters are for explicit schemes of degrees above 0", "[filters]") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 2});
  SolverOptions o = filtered_options(2);
  o.newton = true;
  CHECK_THROWS_AS(make_solver(mesh, o), InputError);
  o = filtered_options(0);
  o.reconstruction = Reconstruction::linear;
  CHECK_THROWS_AS(make_solver(mesh, o), InputError);
}

}  // namespace
}  // namespace dg
