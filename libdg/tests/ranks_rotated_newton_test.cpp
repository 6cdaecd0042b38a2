// Taylor-Couette flow in sectors whose sides match by a rotation, by Newton's method.
#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/core/errors.hpp"
#include "libdg/tests/sector.hpp"
#include "libdg/tests/taylor_couette.hpp"

namespace dg {
namespace {

using namespace test;

TEST_CASE("Taylor-Couette flow in a sector has its order, by Newton's method and in time") {
  if (all_ranks().rank() != 0) return;
  const TaylorCouette exact;
  for (const int degree : {1, 2}) {
    std::vector<double> errors;
    for (const int n : {1, 2}) {
      SolverOptions o = options_of(degree, BoundaryType::exact);
      o.gas.viscosity = 0.05;
      o.gas.prandtl = TaylorCouette::prandtl;
      o.newton = true;
      const Mesh2 mesh = annulus_mesh({.order = 4, .radial = 2 * n, .around = 4 * n});
      const auto solver = alone_on_sector(mesh, o);
      solver->set_boundary_data(exact, false);
      solver->set_state([](double, double, double) { return std::array{1.0, 0.0, 0.0, 1.0}; });
      double residual = 1;
      for (int step = 0; step < 40 && residual > 1e-10; ++step) residual = solver->newton_step().residual;
      CHECK(residual <= 1e-10);
      errors.push_back(solver->errors(exact).l2[1]);
      if (n > 1) continue;
      // Steps in time keep what Newton's method has found.
      o.newton = false;
      const auto marching = alone_on_sector(mesh, o);
      marching->set_boundary_data(exact, false);
      marching->set_coefficients(solver->coefficients());
      marching->advance(50, 1e9);
      CHECK(relative_difference(marching->coefficients(), solver->coefficients()) < 1e-9);
    }
    CAPTURE(degree, errors[0], errors[1]);
    CHECK(std::log2(errors[0] / errors[1]) > degree + 0.6);
  }
}

TEST_CASE("Newton's method in a sector takes the same steps on any number of ranks") {
  Communicator& ranks = all_ranks();
  const TaylorCouette exact;
  SolverOptions o = options_of(1, BoundaryType::exact);
  o.gas.viscosity = 0.05;
  o.newton = true;
  o.smoother = Smoother::block_jacobi;
  const Mesh2 mesh = annulus_mesh({.order = 2, .radial = 3});
  const auto alone = alone_on_sector(mesh, o);
  const auto on_all = on_all_ranks(mesh, o, true);
  for (Solver* solver : {static_cast<Solver*>(alone.get()), static_cast<Solver*>(on_all.get())}) {
    solver->set_boundary_data(exact, false);
    solver->set_state([](double x, double y, double) { return circling(x, y, 0.3, 6); });
  }
  for (int i = 0; i < 4; ++i) {
    const NewtonStep wanted = alone->newton_step(), step = on_all->newton_step();
    CHECK(step.residual == wanted.residual);
    CHECK(step.krylov_steps == wanted.krylov_steps);
  }
  const auto found = on_all->coefficients();
  CHECK((ranks.rank() != 0 || found == alone->coefficients()));
}

TEST_CASE("Newton's method needs three cells across a sector") {
  SolverOptions o = options_of(1, BoundaryType::wall_adiabatic);
  o.newton = true;
  const auto solver = alone_on_sector(annulus_mesh({.radial = 4, .around = 1}), o);
  solver->set_state([](double x, double y, double) { return circling(x, y, 0, 6); });
  CHECK_THROWS_AS(solver->newton_step(), InputError);
}

}  // namespace
}  // namespace dg
