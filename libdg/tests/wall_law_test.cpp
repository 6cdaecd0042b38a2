#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/equations/navier_stokes/navier_stokes.hpp"
#include "libdg/kernels/integrands/wall_stresses.hpp"

namespace dg {
namespace {

TEST_CASE("Reichardt's law has its limits at the wall and far from it") {
  for (const double y : {1e-8, 1e-4, 1e-2}) CHECK(WallLaw::velocity(y) == Approx(y).epsilon(0.02));
  for (const double y : {300.0, 3e3, 1e6})
    CHECK(WallLaw::velocity(y) == Approx(std::log(y) / WallLaw::karman + WallLaw::intercept).epsilon(2e-3));
  for (const double y : {0.5, 4.0, 11.0, 40.0, 500.0}) {
    const double h = 1e-5 * y;
    CHECK(WallLaw::slope(y) == Approx((WallLaw::velocity(y + h) - WallLaw::velocity(y - h)) / (2 * h)).epsilon(1e-7));
  }
}

TEST_CASE("Reichardt's law is inverted to rounding") {
  for (double decade = -9; decade < 9; decade += 0.03) {
    const double y = std::pow(10.0, decade);
    CHECK(WallLaw::place(y * WallLaw::velocity(y)) == Approx(y).epsilon(2e-14));
  }
  CHECK(WallLaw::place(0) == 0);
}

TEST_CASE("Kader's law has the values that follow from its paper") {
  // Conduction at the wall, Pr y+; far from it 2.12 ln(1 + y+) + beta, beta = (3.85 Pr^(1/3) - 1.3)^2 + 2.12 ln Pr.
  for (const double prandtl : {0.7, 5.0}) {
    CHECK(WallLaw::temperature(0.05, prandtl) == Approx(0.05 * prandtl).epsilon(1e-3));
    const double beta = std::pow(3.85 * std::cbrt(prandtl) - 1.3, 2) + 2.12 * std::log(prandtl);
    CHECK(WallLaw::temperature(1e5, prandtl) == Approx(2.12 * std::log(1 + 1e5) + beta).epsilon(1e-6));
  }
}

TEST_CASE("A wall has the friction and the heat of the law whose profile the flow has") {
  constexpr double rho = 1.3, mu = 2e-5, prandtl = 0.72, heat_capacity = 2.5, excess = 0.2;
  for (const double friction_velocity : {0.001, 0.05})
    for (const double y_plus : {0.01, 1.0, 12.0, 50.0, 2000.0}) {
      const double distance = y_plus * mu / (rho * friction_velocity),
                   speed = friction_velocity * WallLaw::velocity(y_plus);
      const WallFlow flow = wall_flow(speed, distance, rho, mu, prandtl, heat_capacity, excess);
      CHECK(flow.friction_over_speed * speed == Approx(rho * friction_velocity * friction_velocity).epsilon(1e-12));
      CHECK(flow.heat ==
            Approx(rho * friction_velocity * heat_capacity * excess / WallLaw::temperature(y_plus, prandtl))
                .epsilon(1e-12));
    }
  // At rest: conduction through what lies between, and the friction of a laminar flow for the least of it.
  const WallFlow rest = wall_flow(0, 0.1, rho, mu, prandtl, heat_capacity, excess);
  CHECK(rest.friction_over_speed == Approx(mu / 0.1));
  CHECK(rest.heat == Approx(mu * heat_capacity / prandtl * excess / 0.1));
}

TEST_CASE("The flux through a modelled wall is the given traction and heat, and no work") {
  using Eq = NavierStokes<double, 3>;
  GasOptions options;
  options.viscosity = 0.1;
  const Eq gas(options);
  const double n[3]{0.6, 0.0, 0.8}, data[5]{0.08, 0.3, -0.06, 0.7, 1};
  Eq::Condition wall{};
  wall.type = BoundaryType::wall_modelled;
  REQUIRE(Eq::has_factors_at_points(wall));
  double factors[Eq::n_viscous_factors];
  Eq::viscous_factors_at(wall, data, factors);
  const double inside[5]{1.2, 0.5, 0.3, -0.2, 2.5};
  double ghost[5], u_b[5];
  gas.boundary_states(wall, inside, n, data, ghost, u_b);
  double through = 0;
  for (int d = 0; d < 3; ++d) through += u_b[1 + d] * n[d];
  CHECK(through == Approx(0).margin(1e-15));
  CHECK(u_b[0] == inside[0]);
  // Whatever the gradient, but for what it does along the normal.
  ViscousNormalFlux<double, 3> resolved{{0.4, -0.3, 0.9}, 5, 7};
  const double along = 0.4 * n[0] + 0.9 * n[2];
  double flux[5]{};
  gas.subtract_viscous_flux(resolved, resolved, n, true, factors, flux);
  for (int d = 0; d < 3; ++d) CHECK(-flux[1 + d] == Approx(along * n[d] + data[d]));
  CHECK(-flux[4] == Approx(0.7));
  CHECK(flux[0] == 0);
}

}  // namespace
}  // namespace dg
