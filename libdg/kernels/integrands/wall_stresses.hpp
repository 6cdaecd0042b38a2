/// Friction and heat at points of modelled walls are those of a boundary layer in equilibrium (WallLaw). At the
/// far end of the wall's cell, the layer has the velocity along the wall and the temperature of the flow there.
///
///     traction = -f(s) tau u_t / |u_t|,   heat = rho_w u_tau c_p (T_w - T) / T+,   c_p = 1 / (gamma - 1)
///
/// Density and viscosity are those at the wall, at the pressure of the flow there; an adiabatic wall is as warm as the
/// flow. The wall is at rest. Let s be the velocity of the gas at the wall along u_t, as a part of |u_t|. Then f = 1
/// unless it is negative (acting_friction()).
#pragma once

#include "libdg/equations/navier_stokes/boundary.hpp"
#include "libdg/equations/navier_stokes/wall_law.hpp"
#include "libdg/kernels/integrands/boundary_readings.hpp"

namespace dg {

/// What the law says of a wall from the flow at a distance.
struct WallFlow {
  double friction_over_speed;  ///< tau / |u_t|
  double heat;                 ///< per area and time into the gas
};
RKDG_CALL WallFlow wall_flow(double speed, double distance, double rho, double mu, double prandtl, double heat_capacity,
                             double temperature_excess) {
  const double laminar = mu / distance, y = WallLaw::place(rho * speed * distance / mu);
  const double friction = speed > 0 && y > 0 ? laminar * y / WallLaw::velocity(y) : laminar;
  const double conduction = y > 1e-6 ? y / WallLaw::temperature(y, prandtl) : 1 / prandtl;
  return {friction, heat_capacity * temperature_excess * laminar * conduction};
}

/// f(s). A layer without turbulence does not carry the friction to the far end, whose velocity therefore says nothing
/// of the gas at the wall. Friction would drive this gas backwards, and its energy up, without bound. It vanishes at s
/// = -1/10 and opposes the reversed flow beyond.
RKDG_CALL double acting_friction(double slip) {
  const double part = 1 + 10 * slip;
  return part > 1 ? 1 : part < -1 ? -1 : part;
}

/// Writes the traction on the gas and the heat into it to the boundary data, as at_point() and viscous_factors_at()
/// read them. It reads the state at the far end of the cell and at the wall. A temperature of the condition that
/// is not positive makes the wall adiabatic.
template <class Real, int Dim>
struct WallStresses {
  Gas<Real> gas;
  const BoundaryParameters<Real, Dim>* conditions;
  BoundaryReadings<Real, Dim> readings;
  Real* data;

  /// At point i, for a state by modes.
  RKDG_CALL void operator()(Index i, const Real* state) const {
    const BoundaryReading<Real, Dim>& point = readings.points[i];
    Real u[Dim + 2], at_wall[Dim + 2];
    readings.read(i, 0, state, u);
    readings.read(i, 1, state, at_wall);
    Primitive<Real, Dim> w = primitive(gas, u);
    Real through(0);
    for (int d = 0; d < Dim; ++d) through += w.velocity[d] * point.normal[d];
    double along[Dim], square = 0, product = 0;
    for (int d = 0; d < Dim; ++d) {
      along[d] = static_cast<double>(w.velocity[d] - through * point.normal[d]);
      square += along[d] * along[d];
      product += along[d] * static_cast<double>(at_wall[1 + d] / at_wall[0]);
    }
    const Real temperature = gas.gamma * w.p * w.inverse_rho, given = conditions[point.condition].temperature;
    const bool adiabatic = !(given > Real(0));
    if (!adiabatic) w.inverse_rho = given / (gas.gamma * w.p);
    const WallFlow flow =
        wall_flow(std::sqrt(square), point.distance, 1 / double(w.inverse_rho), viscosity(gas, w), gas.prandtl,
                  1 / (double(gas.gamma) - 1), adiabatic ? 0.0 : double(given) - double(temperature));
    const double friction = flow.friction_over_speed * (square > 0 ? acting_friction(product / square) : 1.0);
    Real* here = data + point.data;
    for (int d = 0; d < Dim; ++d) here[d] = static_cast<Real>(-friction * along[d]);
    here[Dim] = static_cast<Real>(flow.heat);
  }
};

}  // namespace dg
