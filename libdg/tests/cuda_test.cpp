#include <catch2/catch.hpp>

#include "divergence.hpp"
#include "flow_totals.hpp"
#include "meshes/build.hpp"
#include "step_sizes.hpp"
#include "support.hpp"

namespace dg {
namespace {

SolverOptions options(int degree, Precision precision, QuadSpace quads) {
  SolverOptions o;
  o.degree = degree;
  o.precision = precision;
  o.quads = quads;
  o.gas.viscosity = 0.01;
  o.gas.law = ViscosityLaw::sutherland;
  o.cfl = 0.4;
  return o;
}

struct Result {
  std::vector<double> coefficients;
  double time;
  Force force;
};

/// Steps from a smooth flow with `speed` added along x, and with a source if there is one.
Result run(const Mesh2& mesh, SolverOptions o, BackendKind backend, double speed, int steps = 100,
           const FieldFunction& source = {}) {
  o.backend = backend;
  if (backend == BackendKind::cpu && o.assembly == Assembly::tiles) o.assembly = Assembly::fused;
  if (backend == BackendKind::cpu && o.layout == Layout::cellwise) o.layout = Layout::blocked;
  auto solver = make_solver(mesh, o);
  REQUIRE(solver->info().backend == (backend == BackendKind::cuda ? "cuda" : "cpu"));
  const auto flow = [&](double x, double y, double) {
    auto w = test::smooth_flow(x, y);
    w[1] += speed;
    return w;
  };
  solver->set_state(flow);
  solver->set_boundary_data(flow, false);
  if (source) solver->set_source(source, false);
  REQUIRE(solver->advance(steps, 1e300).steps == steps);
  REQUIRE(solver->find_bad_cell().cell == -1);
  return {solver->coefficients(), solver->time(), solver->force("bottom")};
}

/// Affine quadrilaterals, none of them rectangles, that begin at any of their corners: each of their faces is the minus
/// side of some and the plus side of others.
Mesh2 parallelograms(int n) {
  Mesh2 mesh = test::hybrid_mesh({.n = n, .distortion = 0, .periodic = false, .kind = "quads"});
  for (auto& [x, y] : mesh.nodes) {
    x += 0.3 * y;
    y += 0.2 * x;
  }
  std::vector<std::int8_t> orientations;
  for (Index c = 0; c < mesh.cell_count(); ++c) orientations.push_back(static_cast<std::int8_t>(5 * c % 7 % 4));
  return reoriented(mesh, orientations);
}

/// Calls visit(options) for every degree, precision and space that is built.
template <class Visit>
void for_each_variant(Visit visit) {
  for (const int degree : test::built_degrees())
    for (const auto precision : test::built_precisions())
      for (const auto quads : {QuadSpace::P, QuadSpace::Q}) {
        INFO("degree " << degree << ", " << (precision == Precision::double_precision ? "double" : "single")
                       << ", quads " << (quads == QuadSpace::P ? "P" : "Q"));
        visit(options(degree, precision, quads));
      }
}

void check_equal(const Mesh2& mesh, const SolverOptions& o, double speed = 0, int steps = 100,
                 const FieldFunction& source = {}) {
  const double tolerance = o.precision == Precision::double_precision ? 1e-11 : 1e-4;
  const Result cpu = run(mesh, o, BackendKind::cpu, speed, steps, source),
               cuda = run(mesh, o, BackendKind::cuda, speed, steps, source);
  CHECK(test::relative_difference(cuda.coefficients, cpu.coefficients) < tolerance);
  CHECK(cuda.time == Approx(cpu.time).epsilon(tolerance));
  for (int d = 0; d < 2; ++d) {
    CHECK(cuda.force.pressure[d] == Approx(cpu.force.pressure[d]).epsilon(0).margin(tolerance));
    CHECK(cuda.force.viscous[d] == Approx(cpu.force.viscous[d]).epsilon(0).margin(tolerance));
  }
}

TEST_CASE("After 100 steps CPU and CUDA agree: curved hybrid mesh, walls and far field") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 3, .curved = 0.03, .periodic = false});
  for_each_variant([&](SolverOptions o) {
    o.boundaries = test::walls_and_far_field();
    check_equal(mesh, o);
  });
}

TEST_CASE("After 100 steps CPU and CUDA agree: affine and bilinear cells, in- and outflow, HLLC") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .periodic = false});
  for_each_variant([&](SolverOptions o) {
    o.boundaries = test::in_and_out();
    o.riemann = Riemann::hllc;
    o.layout = Layout::flat;
    check_equal(mesh, o);
  });
}

TEST_CASE("After 100 steps CPU and CUDA agree: Euler, supersonic boundaries, Roe") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .distortion = 0, .periodic = false});
  for_each_variant([&](SolverOptions o) {
    o.boundaries = test::supersonic();
    o.gas.viscous = false;
    o.riemann = Riemann::roe;
    check_equal(mesh, o, 1.5);
  });
}

TEST_CASE("After 100 steps CPU and CUDA agree with every assembly") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 2, .curved = 0.03, .periodic = false});
  for_each_variant([&](SolverOptions o) {
    if (o.quads == QuadSpace::P) return;
    o.boundaries = test::walls_and_far_field();
    for (const auto assembly : {Assembly::fused, Assembly::gather, Assembly::tiles, Assembly::atomic, Assembly::colour,
                                Assembly::block_colour}) {
      INFO("assembly " << static_cast<int>(assembly));
      o.assembly = assembly;
      check_equal(mesh, test::with_colouring(o, mesh));
    }
  });
}

TEST_CASE("After 100 steps CPU and CUDA agree with each layout, straight cells, Navier-Stokes and Euler") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 6, .distortion = 0, .periodic = false});
  for_each_variant([&](SolverOptions o) {
    o.boundaries = test::walls_and_far_field();
    o.gas.viscous = o.quads == QuadSpace::P;
    for (const auto assembly : {Assembly::gather, Assembly::tiles})
      for (const auto layout : {Layout::flat, Layout::blocked, Layout::cellwise}) {
        if (assembly == Assembly::tiles && layout != Layout::cellwise) continue;
        INFO("assembly " << static_cast<int>(assembly) << ", layout " << static_cast<int>(layout));
        o.assembly = assembly;
        o.layout = layout;
        check_equal(mesh, o);
      }
  });
}

TEST_CASE("CPU and CUDA agree where a warp works through several tiles") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 192, .distortion = 0, .periodic = false});
  for_each_variant([&](SolverOptions o) {
    o.boundaries = test::walls_and_far_field();
    o.assembly = Assembly::tiles;
    check_equal(mesh, o, 0, 4);
  });
}

TEST_CASE("After 100 steps CPU and CUDA agree with local time steps and damping") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 2, .curved = 0.03, .periodic = false});
  for_each_variant([&](SolverOptions o) {
    o.boundaries = test::walls_and_far_field();
    o.local_time_step = true;
    o.time_step_spread = 1.5;
    o.damping_width = 60;
    check_equal(mesh, o);
  });
}

TEST_CASE("Newton's method finds the same steady state on CPU and CUDA") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 2, .curved = 0.03, .periodic = false});
  for_each_variant([&](SolverOptions o) {
    if (o.precision == Precision::single_precision) return;
    o.boundaries = test::on_all_sides(BoundaryType::exact);
    o.gas.viscosity = 0.05;
    o.riemann = Riemann::roe_low_mach;
    o.newton = true;
    std::vector<std::vector<double>> states;
    for (const BackendKind backend : {BackendKind::cpu, BackendKind::cuda}) {
      o.backend = backend;
      auto solver = make_solver(mesh, o);
      solver->set_boundary_data(test::smooth_flow_at, false);
      solver->set_state([](double, double, double) { return std::array{1.0, 0.0, 0.0, 1 / 1.4}; });
      for (int i = 0; i < 30 && solver->residual_norms().l2[3] > 1e-11; ++i) solver->newton_step();
      CHECK(solver->residual_norms().l2[3] <= 1e-11);
      states.push_back(solver->coefficients());
    }
    CHECK(test::relative_difference(states[1], states[0]) < 1e-9);
  });
}

TEST_CASE("After 30 steps CPU and CUDA agree: parallelograms of every orientation") {
  const Mesh2 mesh = parallelograms(5);
  const FieldFunction source = [](double x, double y, double) {
    return std::array<double, 4>{0.1 * x, 0.2 * y, -0.1 * x * y, 0.3 * x * x};
  };
  for_each_variant([&](SolverOptions o) {
    o.boundaries = test::walls_and_far_field();
    o.scheme = TimeScheme::rk4;  // with several states in the last stage
    check_equal(mesh, o, 0, 30, source);
    o.scheme = TimeScheme::ssprk3;
    o.gas.viscous = false;
    o.local_time_step = true;
    check_equal(mesh, o, 0, 30, source);
    o.gas.viscous = true;
    o.extra_quadrature = 2;
    check_equal(mesh, o, 0, 30);
  });
}

TEST_CASE("On a device, every step is the stable one of its state") {
  const Mesh2 curved = test::hybrid_mesh({.n = 5, .order = 2, .curved = 0.03});
  const Mesh2 straight = test::hybrid_mesh({.n = 6, .distortion = 0});
  for_each_variant([&](SolverOptions o) {
    o.backend = BackendKind::cuda;
    for (const auto assembly : {Assembly::gather, Assembly::tiles}) {
      o.assembly = assembly;
      test::check_step_sizes(curved, o);
      if (o.quads == QuadSpace::Q) test::check_step_sizes(straight, o);
    }
  });
}

TEST_CASE("CUDA ends a run that diverges at the first step that leaves a cell without a state") {
  const Mesh2 straight = test::hybrid_mesh({.n = 5}), curved = test::hybrid_mesh({.n = 5, .order = 2, .curved = 0.03});
  for_each_variant([&](SolverOptions o) {
    o.backend = BackendKind::cuda;
    for (const auto assembly : {Assembly::gather, Assembly::tiles}) {
      o.assembly = assembly;
      test::check_divergence_of_all_steps(straight, o);
      test::check_divergence_of_all_steps(curved, o);
    }
  });
}

TEST_CASE("CUDA integrates a rigid rotation") {
  for_each_variant([&](SolverOptions o) {
    o.backend = BackendKind::cuda;
    if (o.degree < 2) return;
    test::check_flow_totals(test::hybrid_mesh({.n = 4, .distortion = 0}), o);
    if (o.quads == QuadSpace::Q) test::check_flow_totals(test::hybrid_mesh({.n = 4, .order = 2, .curved = 0.03}), o);
  });
}

TEST_CASE("CUDA repeats itself bit for bit") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 4, .order = 2, .curved = 0.03, .periodic = false});
  for_each_variant([&](SolverOptions o) {
    o.boundaries = test::walls_and_far_field();
    CHECK(run(mesh, o, BackendKind::cuda, 0).coefficients == run(mesh, o, BackendKind::cuda, 0).coefficients);
  });
}

}  // namespace
}  // namespace dg
