/// What a user says of a boundary of a gas; see boundaries/list.hpp for the conditions.
#pragma once

#include <array>
#include <string>

#include "libdg/equations/navier_stokes/boundaries/list.hpp"
#include "libdg/equations/navier_stokes/options.hpp"

namespace dg {

/// One named boundary and what holds on it. Of vectors the first components count, as many as there are dimensions.
struct BoundaryCondition {
  std::string name;
  BoundaryType type = BoundaryType::farfield;
  PrimitiveState state{1.0, {}, 1.0 / 1.4};  ///< farfield, supersonic_in
  std::array<double, 3> velocity{};          ///< of a moving wall, and of inflow_velocity
  double temperature = 1.0;                  ///< walls (modelled, 0: adiabatic), inflow_velocity: T = gamma p / rho
  double heat_flux = 0.0;                    ///< wall_heat_flux: into the gas
  double pressure = 1.0 / 1.4;               ///< outflow_pressure, outflow_nonreflecting: static
  double relaxation = 0.25;                  ///< outflow_nonreflecting: see incoming_wave()
  double length = 1.0;                       ///< outflow_nonreflecting: of the domain
  double total_pressure = 1.0 / 1.4;         ///< inflow_total
  double total_temperature = 1.0;            ///< inflow_total
  std::array<double, 3> direction{1.0, 0.0, 0.0};  ///< inflow_total: of the flow
  std::string partner;                             ///< periodic
  bool from_data = false;  ///< the values above are those of the boundary data at each point, see boundary_states()
};

}  // namespace dg
