#include "apps/run/force_coefficients.hpp"

#include <cmath>
#include <numbers>

namespace dg::app {

ForceCoefficients force_coefficients(const Force& force, const ReferenceSection& reference) {
  const double angle = reference.alpha * std::numbers::pi / 180.0;
  const double scale = 1.0 / (0.5 * reference.mach * reference.mach * reference.length);
  const auto along = [&](const std::array<double, 2>& f) {
    return scale * (f[0] * std::cos(angle) + f[1] * std::sin(angle));
  };
  const auto across = [&](const std::array<double, 2>& f) {
    return scale * (f[1] * std::cos(angle) - f[0] * std::sin(angle));
  };
  ForceCoefficients c;
  c.cd_pressure = along(force.pressure);
  c.cd_viscous = along(force.viscous);
  c.cl_pressure = across(force.pressure);
  c.cl_viscous = across(force.viscous);
  c.cd = c.cd_pressure + c.cd_viscous;
  c.cl = c.cl_pressure + c.cl_viscous;
  c.cm = -scale / reference.length * force.moment;
  return c;
}

}  // namespace dg::app
