#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "flows.hpp"

namespace dg {
namespace {

/// The isentropic vortex of strength 5 about the origin at t = 0, carried along (1, 1).
/// Reference: Shu, in Advanced Numerical Approximation of Nonlinear Hyperbolic Equations (1998) 325.
std::array<double, 4> vortex(double x, double y, double t) {
  const double dx = x - t, dy = y - t;
  const double e = 5 / (2 * std::numbers::pi) * std::exp((1 - dx * dx - dy * dy) / 2);
  const double temperature = 1 - 0.4 / 2.8 * e * e, rho = std::pow(temperature, 2.5);
  return {rho, 1 - e * dy, 1 + e * dx, rho * temperature};
}

double vortex_error(const std::string& kind, int n, const SolverOptions& o) {
  Mesh2 mesh = generate_mesh(
      "square", 0,
      {{"kind", kind}, {"n", std::to_string(n)}, {"xmin", "-7"}, {"xmax", "7"}, {"ymin", "-7"}, {"ymax", "7"}});
  test::make_periodic(mesh);
  auto solver = make_solver(mesh, o);
  solver->set_state(vortex);
  solver->advance(100000, 0.5);
  REQUIRE(solver->time() == 0.5);
  return solver->errors(vortex).l2[0];
}

TEST_CASE("The isentropic vortex converges at order 1.8 or better without a limiter, at order 1 without slopes") {
  for (const std::string kind : {"triangles", "quads"}) {
    SolverOptions o = test::finite_volumes();
    const double coarse = vortex_error(kind, 40, o), fine = vortex_error(kind, 80, o);
    INFO(kind << ": " << coarse << ", " << fine << ", order " << std::log2(coarse / fine));
    CHECK(std::log2(coarse / fine) > 1.8);
    o.reconstruction = Reconstruction::none;
    CHECK(vortex_error(kind, 80, o) > 4 * fine);
  }
}

/// Growth of small random perturbations of a gas at rest.
double growth(const std::string& kind, double height, TimeScheme scheme, double cfl, int steps) {
  const auto still = [](double, double, double) { return std::array{1.0, 0.0, 0.0, 1 / 1.4}; };
  Mesh2 mesh = generate_mesh(
      "square", 0,
      {{"kind", kind}, {"n", "8"}, {"xmin", "0"}, {"xmax", "1"}, {"ymin", "0"}, {"ymax", std::to_string(height)}});
  test::make_periodic(mesh);
  SolverOptions o = test::finite_volumes();
  o.riemann = Riemann::llf;
  o.scheme = scheme;
  o.cfl = cfl;
  auto solver = make_solver(mesh, o);
  solver->set_state(still);
  const auto rest = solver->coefficients();
  auto c = rest;
  test::Random random(5);
  for (double& x : c) x += 1e-9 * random(-1, 1);
  solver->set_coefficients(c);
  solver->advance(steps, 1e300);
  c = solver->coefficients();
  double largest = 0;
  for (std::size_t i = 0; i < c.size(); ++i)
    largest = std::isfinite(c[i]) ? std::max(largest, std::abs(c[i] - rest[i])) : 1e300;
  return largest / 1e-9;
}

TEST_CASE("Steps of finite volumes of 0.9 of the limit are stable, those of 1.6 are not") {
  for (const auto scheme : {TimeScheme::ssprk3, TimeScheme::ssprk54, TimeScheme::rk4})
    for (const std::string kind : {"quads", "triangles"})
      for (const double height : {1.0, 0.1}) {
        INFO("scheme " << static_cast<int>(scheme) << ", " << kind << ", height " << height);
        CHECK(growth(kind, height, scheme, 0.9, 400) < 20);
        if (height == 1) CHECK(growth(kind, height, scheme, 1.6, 400) > 1e6);
      }
}

TEST_CASE("With multistage4 waves grow by no more than a percent a step at the limit") {
  for (const std::string kind : {"quads", "triangles"}) {
    INFO(kind);
    CHECK(growth(kind, 1, TimeScheme::multistage4, 1, 400) < 20 * std::pow(1.01, 400));
  }
}

}  // namespace
}  // namespace dg
