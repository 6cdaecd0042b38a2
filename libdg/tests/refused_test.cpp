#include <catch2/catch.hpp>
#include <cstdlib>

#include "libdg/core/errors.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Catch::Matchers::Contains;

using test::serial_options;

TEST_CASE("What cannot be solved is refused with a reason") {
  const Mesh2 open = test::hybrid_mesh({.n = 2, .periodic = false}), closed = test::hybrid_mesh({.n = 2});
  SolverOptions o = serial_options();
  CHECK_THROWS_AS(make_solver(open, o), InputError);
  CHECK_THROWS_WITH(make_solver(open, o), Contains("boundary 'left' of the mesh has no condition"));
  o.boundaries = test::on_all_sides(BoundaryType::farfield);
  o.boundaries.push_back(test::on("lid", BoundaryType::farfield));
  CHECK_THROWS_WITH(make_solver(open, o), Contains("'lid' is not in the mesh (it has: left, right, bottom, top)"));
  o.boundaries.pop_back();
  o.boundaries[1].type = BoundaryType::periodic;
  CHECK_THROWS_WITH(make_solver(open, o), Contains("'right' is periodic but was not joined"));

  o = serial_options();
  o.degree = 9;
  CHECK_THROWS_WITH(make_solver(closed, o), Contains("degree 9 is out of range"));
  setenv("RKDG_CXX", "no-such-compiler", 1);  // which would compile what the build lacks
  for (int p = 0; p <= max_degree; ++p) {
    const auto& built = test::built_degrees();
    o.degree = p;
    if (std::find(built.begin(), built.end(), p) == built.end())
      CHECK_THROWS_WITH(make_solver(closed, o), Contains("is not in this build") && Contains("RKDG_DEGREES_2D"));
    else
      CHECK_NOTHROW(make_solver(closed, o));
  }
  o = serial_options();
  o.gas.gamma = 1;
  CHECK_THROWS_WITH(make_solver(closed, o), Contains("gamma"));
  o = serial_options();
  o.gas.prandtl = 0;
  CHECK_THROWS_WITH(make_solver(closed, o), Contains("Prandtl"));
  o = serial_options();
  o.cfl = 0;
  CHECK_THROWS_WITH(make_solver(closed, o), Contains("cfl"));
  o = serial_options();
  o.extra_quadrature = 20;
  CHECK_THROWS_WITH(make_solver(closed, o), Contains("extra_quadrature = 20"));
  CHECK_THROWS_WITH(make_solver(Mesh2{}, serial_options()), Contains("no cells"));
}

TEST_CASE("A cell too strongly curved for the weight-adjusted mass inverse is refused") {
  Mesh2 mesh =
      generate_mesh("square", 0, {{"kind", "quads"}, {"n", "1"}, {"order", "3"}, {"xmin", "0"}, {"xmax", "1"}});
  // det J ~ 0.02 + 2.94 x^2 is positive, its projection on P^1 is not.
  for (auto& x : mesh.nodes) x[0] = 0.02 * x[0] + 0.98 * x[0] * x[0] * x[0];
  SolverOptions o = serial_options();
  o.degree = 1;
  o.boundaries = test::on_all_sides(BoundaryType::exact);
  CHECK_NOTHROW(make_solver(mesh, o));
  o.mass_inverse = MassInverse::weight_adjusted;
  CHECK_THROWS_WITH(make_solver(mesh, o), Contains("mass_inverse = exact"));
}

TEST_CASE("CUDA where there is none is refused, and auto takes the CPU") {
  if (!cuda_device_name().empty()) return;
  SolverOptions o = serial_options();
  const Mesh2 mesh = test::hybrid_mesh({.n = 2});
  o.backend = BackendKind::automatic;
  CHECK(make_solver(mesh, o)->info().backend == "cpu");
  o.backend = BackendKind::cuda;
  CHECK_THROWS_AS(make_solver(mesh, o), InputError);
  CHECK_THROWS_WITH(make_solver(mesh, o), Contains("'cuda'") && Contains("--backend cpu"));
}

TEST_CASE("The estimate of memory is what is then used") {
  const auto check = [](const Mesh2& mesh, const SolverOptions& o) {
    const auto solver = make_solver(mesh, test::with_colouring(o, mesh));
    solver->set_state([](double x, double y, double) { return test::smooth_flow(x, y); });
    solver->advance(2, 1e300);
    solver->residual_norms();
    CHECK(static_cast<double>(estimate_memory(mesh, o)) ==
          Approx(static_cast<double>(solver->info().bytes)).epsilon(0.03));
  };
  for (const auto quads : {QuadSpace::P, QuadSpace::Q})
    for (const double curved : {0.0, 0.03}) {
      const Mesh2 mesh = test::hybrid_mesh({.n = 48, .order = 2, .curved = curved});
      SolverOptions o = serial_options();
      o.quads = quads;
      check(mesh, o);
    }
  const Mesh2 mesh = test::hybrid_mesh({.n = 48, .distortion = 0, .periodic = false});
  SolverOptions o = serial_options();
  o.boundaries = test::walls_and_far_field();
  for (const auto assembly : {Assembly::fused, Assembly::gather, Assembly::atomic, Assembly::colour})
    for (const bool viscous : {true, false}) {
      INFO("assembly " << static_cast<int>(assembly) << ", viscous " << viscous);
      o.assembly = assembly;
      o.gas.viscous = viscous;
      check(mesh, o);
    }
  o.assembly = Assembly::fused;
  o.local_time_step = true;
  o.damping_width = 10;
  check(mesh, o);
}

}  // namespace
}  // namespace dg
