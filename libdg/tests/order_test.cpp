#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "meshes/generate.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg {
namespace {

constexpr double gamma = 1.4;

/// The isentropic vortex of strength 5 about the origin at t = 0, carried along (1, 1).
/// Reference: Shu, in Advanced Numerical Approximation of Nonlinear Hyperbolic Equations (1998) 325.
std::array<double, 4> vortex(double x, double y, double t) {
  constexpr double beta = 5, pi = std::numbers::pi;
  const double dx = x - t, dy = y - t, r2 = dx * dx + dy * dy;
  const double e = beta / (2 * pi) * std::exp((1 - r2) / 2);
  const double temperature = 1 - (gamma - 1) * beta * beta / (8 * gamma * pi * pi) * std::exp(1 - r2);
  const double rho = std::pow(temperature, 1 / (gamma - 1));
  return {rho, 1 - e * dy, 1 + e * dx, rho * temperature};
}

double vortex_error(int degree, int n, Riemann riemann = Riemann::roe) {
  Mesh2 mesh = generate_mesh("square", 0,
                             {{"kind", "hybrid"},
                              {"n", std::to_string(n)},
                              {"xmin", "-7"},
                              {"xmax", "7"},
                              {"ymin", "-7"},
                              {"ymax", "7"},
                              {"distortion", "0.15"}});
  test::make_periodic(mesh);
  SolverOptions o;
  o.degree = degree;
  o.quads = QuadSpace::Q;  // P^p loses order on quadrilaterals that do not tend to parallelograms
  o.riemann = riemann;
  o.backend = test::tested_backend();
  o.threads = 1;
  o.cfl = 0.7;
  o.gas.viscous = false;
  auto solver = make_solver(mesh, o);
  solver->set_state(vortex);
  solver->advance(100000, 0.5);
  REQUIRE(solver->time() == 0.5);
  return solver->errors(vortex).l2[0];
}

TEST_CASE("The isentropic vortex converges at order p + 0.7 or better on a distorted hybrid mesh", "[order]") {
  for (const int degree : test::built_degrees()) {
    if (degree < 1) continue;
    const int n = std::array{32, 28, 20, 20, 20}.at(degree - 1);
    const double coarse = vortex_error(degree, n), fine = vortex_error(degree, 2 * n);
    const double order = std::log2(coarse / fine);
    INFO("degree " << degree << ": errors " << coarse << ", " << fine << ", order " << order);
    CHECK(order > degree + 0.7);
    CHECK(fine < 0.02);
  }
}

TEST_CASE("The vortex converges as well with the flux for low Mach numbers", "[order]") {
  const double coarse = vortex_error(2, 28, Riemann::roe_low_mach), fine = vortex_error(2, 56, Riemann::roe_low_mach);
  INFO("errors " << coarse << ", " << fine);
  CHECK(std::log2(coarse / fine) > 2.7);
}

}  // namespace
}  // namespace dg
