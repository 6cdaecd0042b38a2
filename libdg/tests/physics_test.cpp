#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/equations/navier_stokes/convective_flux.hpp"
#include "libdg/equations/navier_stokes/viscous_flux.hpp"
#include "support.hpp"

namespace dg {
namespace {

GasOptions viscous_gas(ViscosityLaw law) {
  GasOptions g;
  g.law = law;
  g.viscosity = 0.037;
  return g;
}

/// rho, u, v, p at a point with their gradients, and what follows from them by the product rule.
struct Sample {
  double w[4], dw[2][4];

  explicit Sample(test::Random& random) : w{random(0.5, 2), random(-1, 1), random(-1, 1), random(0.5, 2)} {
    for (auto& row : dw)
      for (double& x : row) x = random(-1, 1);
  }
  void conservative(double (&u)[4], double (&g)[2][4]) const {
    const double k = 0.5 * (w[1] * w[1] + w[2] * w[2]);
    u[0] = w[0], u[1] = w[0] * w[1], u[2] = w[0] * w[2], u[3] = w[3] / 0.4 + w[0] * k;
    for (int d = 0; d < 2; ++d) {
      g[d][0] = dw[d][0];
      g[d][1] = dw[d][0] * w[1] + w[0] * dw[d][1];
      g[d][2] = dw[d][0] * w[2] + w[0] * dw[d][2];
      g[d][3] = dw[d][3] / 0.4 + dw[d][0] * k + w[0] * (w[1] * dw[d][1] + w[2] * dw[d][2]);
    }
  }
  /// T = gamma p / rho.
  double temperature() const { return 1.4 * w[3] / w[0]; }
  double temperature_gradient(int d) const { return 1.4 * (dw[d][3] / w[0] - w[3] * dw[d][0] / (w[0] * w[0])); }
};

TEST_CASE("Primitive variables and back") {
  const Gas<double> gas{GasOptions{}};
  const double w[4] = {1.3, 0.4, -0.7, 0.9};
  double u[4];
  conservative<2>(gas, w, u);
  CHECK(u[3] == Approx(0.9 / 0.4 + 0.5 * 1.3 * (0.16 + 0.49)));
  const auto back = primitive(gas, u);
  CHECK(back.inverse_rho == Approx(1 / 1.3));
  CHECK(back.velocity[0] == Approx(0.4));
  CHECK(back.velocity[1] == Approx(-0.7));
  CHECK(back.p == Approx(0.9));
}

TEST_CASE("Convective fluxes through a face and along the axes") {
  test::Random random(1);
  const Gas<double> gas{GasOptions{}};
  for (int i = 0; i < 50; ++i) {
    const Sample s(random);
    double u[4], g[2][4], f[2][4], normal_flux[4];
    s.conservative(u, g);
    const auto w = primitive(gas, u);
    for (int d = 0; d < 2; ++d) {
      const double axis[2] = {d == 0 ? 1.0 : 0.0, d == 1 ? 1.0 : 0.0};
      convective_normal_flux(u, w, normal_velocity(w, axis), axis, f[d]);
      const double v = s.w[1 + d];
      CHECK(f[d][0] == Approx(s.w[0] * v));
      CHECK(f[d][1] == Approx(s.w[0] * s.w[1] * v + (d == 0) * s.w[3]));
      CHECK(f[d][2] == Approx(s.w[0] * s.w[2] * v + (d == 1) * s.w[3]));
      CHECK(f[d][3] == Approx((u[3] + s.w[3]) * v));
    }
    const double n[2] = {0.6, -0.8};
    convective_normal_flux(u, w, normal_velocity(w, n), n, normal_flux);
    for (int k = 0; k < 4; ++k) CHECK(normal_flux[k] == Approx(0.6 * f[0][k] - 0.8 * f[1][k]).margin(1e-13));
  }
}

TEST_CASE("Viscous stress and heat flux from the gradients of velocity and temperature") {
  test::Random random(2);
  for (const auto law : {ViscosityLaw::constant, ViscosityLaw::sutherland}) {
    const GasOptions options = viscous_gas(law);
    const Gas<double> gas(options);
    for (int i = 0; i < 50; ++i) {
      const Sample s(random);
      double u[4], g[2][4];
      s.conservative(u, g);
      const auto w = primitive(gas, u);
      const auto stress = viscous_stress(gas, u, w, g);

      const double t = s.temperature(), c = options.sutherland_constant;
      const double mu = options.viscosity * (law == ViscosityLaw::constant ? 1 : std::pow(t, 1.5) * (1 + c) / (t + c));
      // With T = gamma p / rho the gas constant is 1 / gamma and c_p = 1 / (gamma - 1).
      const double conductivity = mu / (options.prandtl * (options.gamma - 1));
      const double ux = s.dw[0][1], vx = s.dw[0][2], uy = s.dw[1][1], vy = s.dw[1][2];
      const double xx = mu * (4 * ux - 2 * vy) / 3, yy = mu * (4 * vy - 2 * ux) / 3, xy = mu * (uy + vx);
      CHECK(stress.tau[0][0] == Approx(xx).margin(1e-14));
      CHECK(stress.tau[1][1] == Approx(yy).margin(1e-14));
      CHECK(stress.tau[0][1] == Approx(xy).margin(1e-14));
      CHECK(stress.tau[1][0] == Approx(xy).margin(1e-14));
      const double qx = conductivity * s.temperature_gradient(0), qy = conductivity * s.temperature_gradient(1);
      CHECK(stress.heat[0] == Approx(qx).margin(1e-13));
      CHECK(stress.heat[1] == Approx(qy).margin(1e-13));

      double f[4];
      const double axis[2] = {1, 0};
      flux_along(u, w, stress, axis, f);
      CHECK(f[0] == Approx(u[1]).margin(1e-14));
      CHECK(f[1] == Approx(u[1] * s.w[1] + s.w[3] - xx).margin(1e-14));
      CHECK(f[2] == Approx(u[2] * s.w[1] - xy).margin(1e-14));
      CHECK(f[3] == Approx((u[3] + s.w[3]) * s.w[1] - (s.w[1] * xx + s.w[2] * xy + qx)).margin(1e-13));

      const double n[2] = {0.6, -0.8};
      const auto through = viscous_normal_flux(stress, w, n);
      CHECK(through.traction[0] == Approx(0.6 * xx - 0.8 * xy).margin(1e-14));
      CHECK(through.traction[1] == Approx(0.6 * xy - 0.8 * yy).margin(1e-14));
      CHECK(through.power == Approx(s.w[1] * through.traction[0] + s.w[2] * through.traction[1]).margin(1e-14));
      CHECK(through.heat == Approx(0.6 * qx - 0.8 * qy).margin(1e-13));

      double rotated[2][4];  // along n and along the tangent (-n_y, n_x)
      for (int k = 0; k < 4; ++k) {
        rotated[0][k] = 0.6 * g[0][k] - 0.8 * g[1][k];
        rotated[1][k] = 0.8 * g[0][k] + 0.6 * g[1][k];
      }
      const auto same = viscous_normal_flux(gas, u, w, rotated, n);
      CHECK(same.traction[0] == Approx(0.6 * xx - 0.8 * xy).margin(1e-14));
      CHECK(same.traction[1] == Approx(0.6 * xy - 0.8 * yy).margin(1e-14));
      CHECK(same.power == Approx(s.w[1] * same.traction[0] + s.w[2] * same.traction[1]).margin(1e-14));
      CHECK(same.heat == Approx(0.6 * qx - 0.8 * qy).margin(1e-13));
    }
  }
}

TEST_CASE("In 3-D, derivatives along the normal and two directions of a face give the flux of the whole gradient") {
  test::Random random(5);
  for (const auto law : {ViscosityLaw::constant, ViscosityLaw::sutherland}) {
    const Gas<double> gas(viscous_gas(law));
    for (int i = 0; i < 50; ++i) {
      const double n[3] = {2. / 7, -3. / 7, 6. / 7},
                   across[2][3] = {{3. / 7, 6. / 7, 2. / 7}, {6. / 7, -2. / 7, -3. / 7}};
      double u[5] = {random(0.5, 2), random(-1, 1), random(-1, 1), random(-1, 1), random(4, 6)}, g[3][5], t[2][3];
      for (auto& row : g)
        for (double& x : row) x = random(-1, 1);
      for (auto& row : t) {
        const double a = random(-1, 1), b = random(-1, 1);
        for (int d = 0; d < 3; ++d) row[d] = a * across[0][d] + b * across[1][d];
      }
      double gradient[3][5];
      for (int d = 0; d < 3; ++d)
        for (int k = 0; k < 5; ++k) gradient[d][k] = n[d] * g[0][k] + t[0][d] * g[1][k] + t[1][d] * g[2][k];
      const auto w = primitive(gas, u);
      const auto exact = viscous_normal_flux(viscous_stress(gas, u, w, gradient), w, n);
      const auto flux = viscous_normal_flux(gas, u, w, g, n, t);
      for (int d = 0; d < 3; ++d) CHECK(flux.traction[d] == Approx(exact.traction[d]).margin(1e-14));
      CHECK(flux.power == Approx(exact.power).margin(1e-14));
      CHECK(flux.heat == Approx(exact.heat).margin(1e-14));
    }
  }
}

TEST_CASE("Sutherland's law gives the viscosity of air in the U.S. Standard Atmosphere 1976") {
  GasOptions options = viscous_gas(ViscosityLaw::sutherland);
  options.viscosity = 1.7894e-5;  // sea level, 288.15 K
  const Gas<double> gas(options);
  const auto at = [&](double kelvin) {
    Primitive<double, 2> w{1.0, {0.0, 0.0}, kelvin / 288.15 / 1.4};
    return viscosity(gas, w);
  };
  CHECK(at(288.15) == Approx(1.7894e-5).epsilon(1e-12));
  CHECK(at(216.65) == Approx(1.4216e-5).epsilon(1e-4));   // 11 to 20 km
  CHECK(at(223.252) == Approx(1.4577e-5).epsilon(1e-4));  // 10 km
}

}  // namespace
}  // namespace dg
