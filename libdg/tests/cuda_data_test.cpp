#include <algorithm>
#include <catch2/catch.hpp>

#include "libdg/solver/bad_data.hpp"
#include "moving_flow.hpp"
#include "support.hpp"

namespace dg {
namespace {

using test::MovingFlow;

/// A solver after some steps with data in time on all sides, and a source in time.
std::unique_ptr<Solver> solver_after(long steps, const Mesh2& mesh, SolverOptions o, BackendKind backend,
                                     const std::shared_ptr<const Formulas>& source) {
  o.backend = backend;
  auto solver = make_solver(mesh, o);
  const std::size_t before = solver->info().bytes;
  solver->set_state(test::moving_flow);
  for (const auto& b : o.boundaries) solver->set_boundary_data(b.name, MovingFlow().data(b.type));
  solver->set_source(source);
  if (backend == BackendKind::cuda) {
    const DataNeeds data{.source = true, .source_varies = true, .boundaries_vary = true};
    CHECK(solver->info().bytes - before == estimate_memory(mesh, o, data) - estimate_memory(mesh, o));
  }
  REQUIRE(solver->advance(steps, 1e300).steps == steps);
  REQUIRE(solver->find_bad_cell().cell == -1);
  return solver;
}

std::vector<double> run(const Mesh2& mesh, const SolverOptions& o, BackendKind backend,
                        const std::shared_ptr<const Formulas>& source) {
  return solver_after(50, mesh, o, backend, source)->coefficients();
}

SolverOptions options_of(TimeScheme scheme) {
  SolverOptions o;
  o.degree = test::built_degrees().back();
  o.scheme = scheme;
  o.gas.viscosity = 0.01;
  o.cfl = 0.4;
  o.boundaries = test::on_all_sides(BoundaryType::exact);
  return o;
}

TEST_CASE("Formulas in time on a device give what they give on the host") {
  for (const bool curved : {true, false})
    for (const int degree : test::built_degrees())
      for (const auto precision : test::built_precisions())
        for (const auto quads : {QuadSpace::P, QuadSpace::Q})
          for (const auto& boundaries : {test::walls_and_far_field(), test::in_and_out(), test::supersonic(),
                                         test::on_all_sides(BoundaryType::exact)}) {
            INFO("degree " << degree << ", curved " << curved << ", Q " << (quads == QuadSpace::Q) << ", double "
                           << (precision == Precision::double_precision));
            const Mesh2 mesh =
                test::hybrid_mesh({.n = 8, .order = curved ? 2 : 1, .curved = curved ? 0.03 : 0.0, .periodic = false});
            SolverOptions o;
            o.degree = degree;
            o.precision = precision;
            o.quads = quads;
            o.gas.viscosity = 0.01;
            o.cfl = 0.4;
            o.boundaries = boundaries;
            for (auto& b : o.boundaries) {
              const bool takes_none = b.type == BoundaryType::exact || b.type == BoundaryType::symmetry ||
                                      b.type == BoundaryType::wall_slip || b.type == BoundaryType::supersonic_out;
              b.from_data = !takes_none;
            }
            const double tolerance = precision == Precision::double_precision ? 1e-11 : 1e-4;
            const auto source = MovingFlow().source();
            const auto cpu = run(mesh, o, BackendKind::cpu, source), cuda = run(mesh, o, BackendKind::cuda, source);
            CHECK(test::relative_difference(cuda, cpu) < tolerance);
          }
}

TEST_CASE("A device says where and when a guard was no longer positive") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 6, .order = 2, .curved = 0.03, .periodic = false});
  const auto right = std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), "right");
  SolverOptions o = options_of(TimeScheme::ssprk3);
  o.backend = BackendKind::cuda;
  auto solver = make_solver(mesh, o);
  solver->set_state(test::moving_flow);
  for (const auto& b : o.boundaries) solver->set_boundary_data(b.name, MovingFlow().conservative());
  solver->set_boundary_data("right", MovingFlow().until(0.1));
  CHECK(solver->advance(1000, 0.05).time == Approx(0.05));
  try {
    solver->advance(100000, 1.0);
    FAIL("no error");
  } catch (const BadDataError<2>& error) {
    CHECK(error.bad.boundary == right - mesh.boundary_names.begin());
    CHECK(error.bad.x[1] > 0);
    CHECK(error.bad.t == Approx(0.1).margin(0.02));
    CHECK(error.bad.t >= 0.1);
  }
}

TEST_CASE("Sources of which some values stand still, in every scheme, on a device") {
  for (const auto layout : {Layout::automatic, Layout::flat, Layout::blocked})
    for (const auto scheme : {TimeScheme::ssprk3, TimeScheme::ssprk54, TimeScheme::rk4}) {
      INFO("layout " << static_cast<int>(layout) << ", scheme " << static_cast<int>(scheme));
      const Mesh2 mesh = test::hybrid_mesh({.n = 9, .order = 2, .curved = 0.03, .periodic = false});
      SolverOptions o = options_of(scheme);
      o.layout = layout;
      const auto source = MovingFlow().source_of_two();
      const auto cuda = run(mesh, o, BackendKind::cuda, source);
      o.layout = Layout::automatic;
      CHECK(test::relative_difference(cuda, run(mesh, o, BackendKind::cpu, source)) < 1e-11);
    }
}

TEST_CASE("Residuals after steps see the data of their time on a device, too") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 8, .order = 2, .curved = 0.03, .periodic = false});
  for (const auto scheme : {TimeScheme::ssprk3, TimeScheme::ssprk54, TimeScheme::rk4})
    for (const auto& source : {MovingFlow().source(), MovingFlow().source_of_two()}) {
      INFO("scheme " << static_cast<int>(scheme));
      const auto norms = [&](BackendKind backend) {
        return solver_after(23, mesh, options_of(scheme), backend, source)->residual_norms();
      };
      const auto cpu = norms(BackendKind::cpu), cuda = norms(BackendKind::cuda);
      for (std::size_t n = 0; n < cpu.l2.size(); ++n) CHECK(cuda.l2[n] == Approx(cpu.l2[n]).epsilon(1e-11));
    }
}

}  // namespace
}  // namespace dg
