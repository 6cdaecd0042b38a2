#include "apps/case/manufactured_source.hpp"

#include <cmath>

namespace dg::app {
namespace {

using State = std::array<double, 4>;

State operator+(const State& a, const State& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]}; }
State operator-(const State& a, const State& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]}; }
State operator*(double s, const State& a) { return {s * a[0], s * a[1], s * a[2], s * a[3]}; }

/// First and second derivative along a line, from central differences of order 8.
struct LineDerivatives {
  State first{}, second{};
};

template <class Function>
LineDerivatives differentiate(const Function& along, const State& centre, double step) {
  static constexpr std::array<double, 4> first{4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
  static constexpr std::array<double, 4> second{8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0};
  LineDerivatives d;
  for (std::size_t i = 0; i < 4; ++i) {
    const double s = static_cast<double>(i + 1) * step;
    const State ahead = along(s), behind = along(-s);
    d.first = d.first + first[i] * (ahead - behind);
    // Differences from the centre keep the round-off of a sum that cancels small.
    d.second = d.second + second[i] * ((ahead - centre) + (behind - centre));
  }
  d.first = (1.0 / step) * d.first;
  d.second = (1.0 / (step * step)) * d.second;
  return d;
}

/// Value and derivatives of rho, u, v, T at a point, with T = gamma p / rho in place of the pressure.
struct Jet {
  State value, dt{}, dx, dy, dxx, dyy, dxy;
};

Jet jet_of(const FieldFunction& exact, bool varies_in_time, double gamma, double step, double x, double y, double t) {
  const auto at = [&](double xx, double yy, double tt) {
    State s = exact(xx, yy, tt);
    s[3] *= gamma / s[0];
    return s;
  };
  Jet jet;
  jet.value = at(x, y, t);
  const LineDerivatives along_x = differentiate([&](double s) { return at(x + s, y, t); }, jet.value, step);
  const LineDerivatives along_y = differentiate([&](double s) { return at(x, y + s, t); }, jet.value, step);
  const LineDerivatives diagonal = differentiate([&](double s) { return at(x + s, y + s, t); }, jet.value, step);
  jet.dx = along_x.first;
  jet.dy = along_y.first;
  jet.dxx = along_x.second;
  jet.dyy = along_y.second;
  // d2/ds2 of f(x + s, y + s) is f_xx + 2 f_xy + f_yy.
  jet.dxy = 0.5 * (diagonal.second - along_x.second - along_y.second);
  if (varies_in_time) jet.dt = differentiate([&](double s) { return at(x, y, t + s); }, jet.value, step).first;
  return jet;
}

/// dU/dt + div F of the Euler equations.
State inviscid_source(const Jet& jet, double gamma) {
  const double rho = jet.value[0], u = jet.value[1], v = jet.value[2], temperature = jet.value[3];
  const double p = rho * temperature / gamma;
  const double energy = p / (gamma - 1.0) + 0.5 * rho * (u * u + v * v);
  const auto pressure_rate = [&](const State& d) { return (d[0] * temperature + rho * d[3]) / gamma; };
  const auto energy_rate = [&](const State& d) {
    return pressure_rate(d) / (gamma - 1.0) + 0.5 * d[0] * (u * u + v * v) + rho * (u * d[1] + v * d[2]);
  };
  const State &dx = jet.dx, &dy = jet.dy, &dt = jet.dt;
  const double divergence = dx[1] + dy[2];
  const double mass = dt[0] + u * dx[0] + v * dy[0] + rho * divergence;
  const double px = pressure_rate(dx), py = pressure_rate(dy);
  return {mass, u * mass + rho * (dt[1] + u * dx[1] + v * dy[1]) + px,
          v * mass + rho * (dt[2] + u * dx[2] + v * dy[2]) + py,
          energy_rate(dt) + u * (energy_rate(dx) + px) + v * (energy_rate(dy) + py) + (energy + p) * divergence};
}

/// Viscosity at a temperature, and its derivative.
std::array<double, 2> viscosity_at(double temperature, const GasOptions& gas) {
  if (gas.law == ViscosityLaw::constant) return {gas.viscosity, 0.0};
  const double s = gas.sutherland_constant;
  const double mu = gas.viscosity * temperature * std::sqrt(temperature) * (1.0 + s) / (temperature + s);
  return {mu, mu * (1.5 / temperature - 1.0 / (temperature + s))};
}

/// div F_v of the Navier-Stokes equations: Newtonian stress after Stokes, Fourier heat flux.
State viscous_divergence(const Jet& jet, const GasOptions& gas) {
  const double u = jet.value[1], v = jet.value[2];
  const auto [mu, slope] = viscosity_at(jet.value[3], gas);
  const double mu_x = slope * jet.dx[3], mu_y = slope * jet.dy[3];
  const double ux = jet.dx[1], uy = jet.dy[1], vx = jet.dx[2], vy = jet.dy[2];
  const double strain_xx = 4.0 / 3.0 * ux - 2.0 / 3.0 * vy;
  const double strain_yy = 4.0 / 3.0 * vy - 2.0 / 3.0 * ux;
  const double strain_xy = uy + vx;
  const double force_x =
      mu * (4.0 / 3.0 * jet.dxx[1] + jet.dyy[1] + 1.0 / 3.0 * jet.dxy[2]) + mu_x * strain_xx + mu_y * strain_xy;
  const double force_y =
      mu * (4.0 / 3.0 * jet.dyy[2] + jet.dxx[2] + 1.0 / 3.0 * jet.dxy[1]) + mu_x * strain_xy + mu_y * strain_yy;
  const double dissipation = mu * (ux * strain_xx + vy * strain_yy + strain_xy * strain_xy);
  // Heat conductivity over T = gamma p / rho: mu cp / Pr with cp = 1 / (gamma - 1).
  const double conduction =
      (mu * (jet.dxx[3] + jet.dyy[3]) + mu_x * jet.dx[3] + mu_y * jet.dy[3]) / (gas.prandtl * (gas.gamma - 1.0));
  return {0.0, force_x, force_y, u * force_x + v * force_y + dissipation + conduction};
}

}  // namespace

FieldFunction manufactured_source(const FieldFunction& exact, bool varies_in_time, const GasOptions& gas, double step) {
  return [=](double x, double y, double t) {
    const Jet jet = jet_of(exact, varies_in_time, gas.gamma, step, x, y, t);
    const State inviscid = inviscid_source(jet, gas.gamma);
    return gas.viscous ? inviscid - viscous_divergence(jet, gas) : inviscid;
  };
}

}  // namespace dg::app
