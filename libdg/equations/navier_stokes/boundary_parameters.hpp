/// Boundary conditions of a gas in the form that kernels read.
#pragma once

#include "libdg/backend/config.hpp"
#include "libdg/equations/navier_stokes/options.hpp"

namespace dg {

/// A boundary condition in the form kernels read.
template <class Real, int Dim>
struct BoundaryParameters {
  BoundaryType type;
  bool from_data;       ///< the values that follow lie in the boundary data
  Real state[Dim + 2];  ///< farfield, supersonic_in: conservative
  Real velocity[Dim];
  Real temperature, heat_flux, pressure, total_pressure, total_temperature;
  Real relaxation;  ///< outflow_nonreflecting: per length
  Real direction[Dim];
};

/// The condition at a point, with the values that lie in the data there. They are the conservative state for farfield
/// and supersonic_in, velocity and temperature for walls and inflow_velocity. For wall_heat_flux they are velocity and
/// heat flux, for outflows the pressure. For inflow_total: total pressure and temperature, direction of length 1. For
/// wall_modelled: traction of the wall on the gas, heat flux.
template <int Dim, class Real>
RKDG_CALL BoundaryParameters<Real, Dim> at_point(BoundaryParameters<Real, Dim> bc, const Real* data) {
  switch (bc.type) {
    case BoundaryType::farfield:
    case BoundaryType::supersonic_in:
      for (int k = 0; k < Dim + 2; ++k) bc.state[k] = data[k];
      break;
    case BoundaryType::wall_adiabatic:
    case BoundaryType::wall_isothermal:
    case BoundaryType::inflow_velocity:
      for (int d = 0; d < Dim; ++d) bc.velocity[d] = data[d];
      bc.temperature = data[Dim];
      break;
    case BoundaryType::wall_heat_flux:
      for (int d = 0; d < Dim; ++d) bc.velocity[d] = data[d];
      bc.heat_flux = data[Dim];
      break;
    case BoundaryType::wall_modelled:
      bc.heat_flux = data[Dim];
      break;
    case BoundaryType::outflow_pressure:
    case BoundaryType::outflow_nonreflecting:
      bc.pressure = data[0];
      break;
    case BoundaryType::inflow_total:
      bc.total_pressure = data[0];
      bc.total_temperature = data[1];
      for (int d = 0; d < Dim; ++d) bc.direction[d] = data[2 + d];
      break;
    default:
      break;
  }
  bc.from_data = false;
  return bc;
}

}  // namespace dg
