// Sectors whose sides match by a rotation: a GPU computes what a CPU does.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "libdg/tests/sector_3d.hpp"
#include "libdg/tests/taylor_couette.hpp"

namespace dg {
namespace {

using namespace test;

/// The largest difference of coefficients after so many steps.
template <int Dim, class Flow>
double difference(const Mesh<Dim>& mesh, SolverOptions o, const Flow& start, int steps) {
  std::vector<double> results[2];
  for (const BackendKind backend : {BackendKind::cpu, BackendKind::cuda}) {
    o.backend = backend;
    const auto solver = alone_on_sector(mesh, o);
    solver->set_state(start);
    CHECK(solver->advance(steps, 1e9).steps == steps);
    results[backend == BackendKind::cuda] = solver->coefficients();
    if (backend == BackendKind::cuda) CHECK(solver->info().backend == "cuda");
  }
  return largest_difference(results[0], results[1]);
}

std::array<double, 4> start_2d(double x, double y, double) { return circling(x, y, 1, 6); }

TEST_CASE("Sectors in the plane: CPU = CUDA") {
  for (const Assembly assembly : {Assembly::automatic, Assembly::gather, Assembly::fused})
    for (const int degree : {1, 3})
      for (const bool viscous : {true, false}) {
        CAPTURE(int(assembly), degree, viscous);
        SolverOptions o = options_of(degree, viscous ? BoundaryType::wall_adiabatic : BoundaryType::wall_slip);
        o.assembly = assembly;
        o.gas.viscous = viscous;
        o.gas.viscosity = 0.01;
        CHECK(difference(annulus_mesh({.order = 3, .radial = 4}), o, start_2d, 40) < 1e-11);
      }
}

TEST_CASE("Finite volumes of sectors: CPU = CUDA") {
  for (const double smoothing : {0.0, 0.6})
    for (const bool viscous : {true, false}) {
      CAPTURE(smoothing, viscous);
      SolverOptions o = options_of(0, viscous ? BoundaryType::wall_adiabatic : BoundaryType::wall_slip);
      o.reconstruction = Reconstruction::linear;
      o.assembly = Assembly::gather;
      o.smoothing = smoothing;
      o.gas.viscous = viscous;
      o.gas.viscosity = 0.01;
      CHECK(difference(annulus_mesh({.order = 2, .radial = 4}), o, start_2d, 40) < 1e-11);
    }
}

TEST_CASE("Newton's method in a sector: CPU = CUDA") {
  const TaylorCouette exact;
  SolverOptions o = options_of(2, BoundaryType::exact);
  o.gas.viscosity = 0.05;
  o.gas.prandtl = TaylorCouette::prandtl;
  o.newton = true;
  std::vector<double> results[2];
  for (const BackendKind backend : {BackendKind::cpu, BackendKind::cuda}) {
    o.backend = backend;
    const auto solver = alone_on_sector(annulus_mesh({.order = 4, .radial = 4, .around = 8}), o);
    solver->set_boundary_data(exact, false);
    solver->set_state([](double, double, double) { return std::array{1.0, 0.0, 0.0, 1.0}; });
    double residual = 1;
    for (int step = 0; step < 40 && residual > 1e-12; ++step) residual = solver->newton_step().residual;
    CHECK(residual <= 1e-12);
    results[backend == BackendKind::cuda] = solver->coefficients();
  }
  CHECK(relative_difference(results[0], results[1]) < 1e-9);
}

TEST_CASE("Sectors in space: CPU = CUDA") {
  const RigidMotion<3> askew = rotation_by(0.9, std::array{0.48, 0.6, 0.64}, {}, std::array{0.3, -0.2, 0.1});
  const auto back = inverse(askew);
  const auto start = [&](double x, double y, double z, double) {
    const auto p = back(std::array{x, y, z});
    const auto [rho, u, v, pressure] = circling(p[0], p[1], 1, 6);
    const auto velocity = askew.rotated(std::array{u, v, 0.1 * std::sin(2 * std::numbers::pi * p[2] / 0.75)});
    return std::array{rho, velocity[0], velocity[1], velocity[2], pressure};
  };
  for (const int degree : {1, 2}) {
    CAPTURE(degree);
    SolverOptions o = options_of(degree, BoundaryType::wall_adiabatic);
    o.gas.viscosity = 0.01;
    CHECK(difference(swept({.order = 2}, askew), o, start, 40) < 1e-11);
  }
}

}  // namespace
}  // namespace dg
