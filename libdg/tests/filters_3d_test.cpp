#include <catch2/catch.hpp>
#include <cmath>

#include "filtered_options.hpp"
#include "libdg/solver/solver.hpp"
#include "mesh_of_shapes.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg {
namespace {

using test::Shapes3D;

SolverOptions filtered_options(int degree) { return test::filtered_options(degree, QuadSpace::Q_and_prisms); }

/// A blast in a gas that moves: jumps of 100 in pressure and 10 in density.
std::array<double, 5> blast(double x, double y, double z, double) {
  const bool inside = std::hypot(x - 0.6, y - 0.5, z - 0.6) < 0.3;
  return {inside ? 1.0 : 0.1, 0.5, -0.25, 0.1, inside ? 10.0 : 0.1};
}

TEST_CASE("In 3-D, a filtered uniform flow stays uniform on curved cells of all shapes", "[filters]") {
  const Mesh3 mesh = test::mesh_of_shapes(Shapes3D::all_four, 3, true, {2, 0.05});
  const auto uniform = [](double, double, double, double) { return std::array{1.0, 0.6, -0.3, 0.2, 1 / 1.4}; };
  auto solver = make_solver(mesh, filtered_options(2));
  solver->set_state(uniform);
  solver->advance(10, 1e9);
  for (const double error : solver->errors(uniform).linf) CHECK(error < 1e-12);
}

TEST_CASE("In 3-D, filters keep what is conserved, and density and pressure positive", "[filters]") {
  for (const Shapes3D shapes : {Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::hexahedra, Shapes3D::all_four})
    for (const int order : {1, 2}) {
      INFO(test::name_of(shapes) << ", geometric order " << order);
      const Mesh3 mesh = test::mesh_of_shapes(shapes, 3, true, {order, order > 1 ? 0.05 : 0.0});
      auto solver = make_solver(mesh, filtered_options(2));
      solver->set_state(blast);
      const auto before = solver->totals();
      CHECK(solver->advance(30, 1e9).bad_cell < 0);
      CHECK(solver->find_bad_cell().cell < 0);
      const auto after = solver->totals();
      for (int n = 0; n < 5; ++n) CHECK(std::abs(after[n] - before[n]) < 1e-12 * std::abs(before[4]));
    }
}

TEST_CASE("In 3-D, filters do the same to modes as to what else states are made of", "[filters]") {
  const bool on_cpu = test::tested_backend() == BackendKind::cpu;
  for (const Shapes3D shapes : {Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::hexahedra})
    for (const int degree : {1, 2, 3}) {
      if (on_cpu && degree == 3) continue;  // built for GPUs alone
      INFO(test::name_of(shapes) << ", degree " << degree);
      SolverOptions o = filtered_options(degree);
      const auto run = [&] {
        auto solver = make_solver(test::mesh_of_shapes(shapes, 3, true), o);
        solver->set_state(blast);
        solver->advance(4, 1e9);
        return solver->coefficients();
      };
      const auto found = run();
      o.assembly = on_cpu ? Assembly::fused : Assembly::gather;
      CHECK(test::relative_difference(found, run()) < 1e-11);
    }
}

TEST_CASE("In 3-D, without filters the same blast ends a run", "[filters]") {
  SolverOptions o = filtered_options(2);
  o.shocks = ShockCapturing::none;
  auto solver = make_solver(test::mesh_of_shapes(Shapes3D::tetrahedra, 3, true), o);
  solver->set_state(blast);
  solver->advance(30, 1e9);
  CHECK(solver->find_bad_cell().cell >= 0);
}

}  // namespace
}  // namespace dg
