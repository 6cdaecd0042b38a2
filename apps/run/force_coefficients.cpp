#include "apps/run/force_coefficients.hpp"

#include <cmath>
#include <numbers>

namespace dg::app {

template <int Dim>
ForceCoefficients force_coefficients(const ForceOf<Dim>& force, const ReferenceSection& reference) {
  const double alpha = reference.alpha * std::numbers::pi / 180.0, beta = reference.beta * std::numbers::pi / 180.0;
  const double size = Dim == 2 ? reference.length : reference.area;
  const double scale = 1.0 / (0.5 * reference.mach * reference.mach * size);
  using Vector = std::array<double, Dim>;
  // In the plane of alpha along the stream, and across it.
  const auto forward = [&](const Vector& f) { return f[0] * std::cos(alpha) + f[1] * std::sin(alpha); };
  const auto drag = [&](const Vector& f) {
    if constexpr (Dim == 2)
      return scale * forward(f);
    else
      return scale * (forward(f) * std::cos(beta) + f[2] * std::sin(beta));
  };
  const auto lift = [&](const Vector& f) { return scale * (f[1] * std::cos(alpha) - f[0] * std::sin(alpha)); };
  ForceCoefficients c;
  c.cd_pressure = drag(force.pressure);
  c.cd_viscous = drag(force.viscous);
  c.cl_pressure = lift(force.pressure);
  c.cl_viscous = lift(force.viscous);
  c.cd = c.cd_pressure + c.cd_viscous;
  c.cl = c.cl_pressure + c.cl_viscous;
  if constexpr (Dim == 2) {
    c.cm[0] = -scale / reference.length * force.moment;
  } else {
    const auto side = [&](const Vector& f) { return scale * (f[2] * std::cos(beta) - forward(f) * std::sin(beta)); };
    c.cz_pressure = side(force.pressure);
    c.cz_viscous = side(force.viscous);
    c.cz = c.cz_pressure + c.cz_viscous;
    for (int d = 0; d < 3; ++d) c.cm[d] = scale / reference.length * force.moment[d];
  }
  return c;
}

template ForceCoefficients force_coefficients<2>(const ForceOf<2>&, const ReferenceSection&);
template ForceCoefficients force_coefficients<3>(const ForceOf<3>&, const ReferenceSection&);

}  // namespace dg::app
