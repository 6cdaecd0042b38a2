#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "apps/case/manufactured_source.hpp"

using namespace dg;
using namespace dg::app;

namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;

GasOptions gas_with(double viscosity) {
  GasOptions gas;
  gas.viscosity = viscosity;
  return gas;
}

void check_close(const std::array<double, 4>& got, const std::array<double, 4>& expected, double tolerance) {
  for (std::size_t i = 0; i < 4; ++i) CHECK(got[i] == Approx(expected[i]).margin(tolerance).epsilon(0));
}

}  // namespace

TEST_CASE("the source of the periodic Navier-Stokes solution is the exact one") {
  // rho = 1 + 0.2 sin(2 pi (x + y)), u = 0.3 + 0.1 sin(2 pi x) cos(2 pi y), v = 0.2 - 0.1 cos(2 pi x) sin(4 pi y),
  // p = 1 + 0.1 cos(2 pi x) sin(2 pi y), mu = 0.02, Pr = 0.72, gamma = 1.4. The values come from an independent program
  // that differentiates by truncated Taylor series (exact to round-off).
  const FieldFunction exact = [](double x, double y, double) {
    return std::array<double, 4>{1.0 + 0.2 * std::sin(two_pi * (x + y)),
                                 0.3 + 0.1 * std::sin(two_pi * x) * std::cos(two_pi * y),
                                 0.2 - 0.1 * std::cos(two_pi * x) * std::sin(2.0 * two_pi * y),
                                 1.0 + 0.1 * std::cos(two_pi * x) * std::sin(two_pi * y)};
  };
  struct Sample {
    double x, y;
    std::array<double, 4> source;
  };
  const std::vector<Sample> samples{
      {0.0, 0.0, {0.0, 0.188495559215388, 0.376991118430775, -2.28728328561541}},
      {0.1, 0.2, {0.983133911586846, 0.015803225448399, 0.320851380875968, 2.80898380617042}},
      {0.25, 0.75, {0.628318530717959, 0.995115686216081, 0.125663706143592, 0.28558841839697}},
      {0.37, 0.61, {1.11742152252386, 0.608598567211454, 1.12671595478024, 2.5949612351639}},
      {0.5, 0.125, {-0.914602393323045, -0.388817650220126, -0.23721936002326, -1.49939631174928}},
      {0.9, 0.33, {0.453324247374691, 0.51576893624869, 0.534833694391677, 0.790281646103276}}};
  const FieldFunction source = manufactured_source(exact, false, gas_with(0.02), 5e-3);
  for (const Sample& sample : samples) check_close(source(sample.x, sample.y, 0.0), sample.source, 1e-10);
}

TEST_CASE("the isentropic vortex needs no source") {
  const FieldFunction vortex = [](double x, double y, double t) {
    const double dx = x - t, dy = y - t, r2 = dx * dx + dy * dy, beta = 5.0, gamma = 1.4;
    const double e = beta / two_pi * std::exp(0.5 * (1.0 - r2));
    const double temperature = 1.0 - (gamma - 1.0) / (2.0 * gamma) * e * e;
    const double rho = std::pow(temperature, 1.0 / (gamma - 1.0));
    return std::array<double, 4>{rho, 1.0 - e * dy, 1.0 + e * dx, rho * temperature};
  };
  GasOptions gas;
  gas.viscous = false;
  const FieldFunction source = manufactured_source(vortex, true, gas, 5e-3);
  for (const double x : {0.3, 1.1}) check_close(source(x, -0.4, 0.2), {0.0, 0.0, 0.0, 0.0}, 1e-11);
}

TEST_CASE("the compressible Couette flow needs no source, whatever the viscosity") {
  const FieldFunction couette = [](double, double y, double) {
    const double p = 1.0 / (1.4 * 0.01), r = p / 0.85, cp = 1.4 * r / 0.4, s = 0.5 * y;
    const double temperature = 0.80 + 0.05 * s + 0.72 / (2.0 * cp) * s * (1.0 - s);
    return std::array<double, 4>{p / (r * temperature), s, 0.0, p};
  };
  check_close(manufactured_source(couette, false, gas_with(0.01), 5e-3)(1.0, 0.7, 0.0), {0.0, 0.0, 0.0, 0.0}, 1e-8);
}

TEST_CASE("Sutherland's law adds the gradient of the viscosity") {
  // u = y^2 in a gas whose temperature is linear in x: d(mu du/dy)/dy = 2 mu(T), d(mu du/dy)/dx = mu'(T) T_x du/dy.
  GasOptions gas = gas_with(0.3);
  gas.law = ViscosityLaw::sutherland;
  const double gradient = 0.2;
  const FieldFunction flow = [&](double x, double y, double) {
    const double temperature = 1.0 + gradient * x;
    return std::array<double, 4>{1.4 / temperature, y * y, 0.0, 1.0};
  };
  const double x = 0.4, y = 0.7, temperature = 1.0 + gradient * x, s = gas.sutherland_constant;
  const auto mu = [&](double t) { return 0.3 * std::pow(t, 1.5) * (1.0 + s) / (t + s); };
  const double slope = (mu(temperature + 1e-5) - mu(temperature - 1e-5)) / 2e-5;
  const double rho_x = -1.4 * gradient / (temperature * temperature);
  const auto source = manufactured_source(flow, false, gas, 5e-3)(x, y, 0.0);
  CHECK(source[0] == Approx(rho_x * y * y).epsilon(1e-9));
  CHECK(source[1] == Approx(rho_x * y * y * y * y - 2.0 * mu(temperature)).epsilon(1e-9));
  CHECK(source[2] == Approx(-slope * gradient * 2.0 * y).epsilon(1e-8));
}
