/// What a user says of a gas: its law, its fluxes, and what holds on the boundaries.
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace dg {

enum class Riemann { llf, roe, hllc, roe_low_mach };
enum class ViscosityLaw { constant, sutherland };

enum class BoundaryType {
  farfield,
  wall_adiabatic,
  wall_isothermal,
  wall_heat_flux,
  wall_modelled,
  wall_slip,
  symmetry,
  outflow_pressure,
  outflow_nonreflecting,
  inflow_total,
  inflow_velocity,
  supersonic_in,
  supersonic_out,
  exact,
  periodic
};

/// What stands for the scales that a large-eddy simulation does not resolve; see subgrid_models.hpp. With `given`, each
/// cell has a viscosity of its own, which is none of turbulence.
enum class SubgridModel { none, smagorinsky, wale, vreman, sigma, given };

struct SubgridOptions {
  SubgridModel model = SubgridModel::none;
  double constant = 0.0;  ///< of the model; 0: default_constant()
  double prandtl = 0.9;   ///< Prandtl number of the added viscosity
};

/// Perfect gas in units of the case: `p = (gamma - 1)(rho E - rho |u|^2 / 2)`, temperature `T = gamma p / rho`. So T is
/// the square of the speed of sound, and T = 1 in the free stream (rho = 1, p = 1/gamma).
struct GasOptions {
  bool viscous = true;  ///< Navier-Stokes; false: Euler
  double gamma = 1.4;
  double prandtl = 0.72;
  ViscosityLaw law = ViscosityLaw::constant;
  double viscosity = 0.0;               ///< dynamic viscosity at T = 1
  double sutherland_constant = 0.3831;  ///< S / T_ref of Sutherland's law (110.4 K / 288.15 K)
  SubgridOptions subgrid;
};

/// Density, velocity and pressure in two or three dimensions; in two the third component of the velocity is 0.
struct PrimitiveState {
  double rho;
  std::array<double, 3> velocity;
  double p;

  PrimitiveState(double density, const std::array<double, 3>& u, double pressure)
      : rho(density), velocity(u), p(pressure) {}

  /// From rho, u, v, (w,) p.
  template <std::size_t N>
  PrimitiveState(const std::array<double, N>& values) : PrimitiveState(values[0], {}, values[N - 1]) {
    for (std::size_t d = 0; d + 2 < N; ++d) velocity[d] = values[1 + d];
  }

  /// rho, u, v, (w,) p.
  template <int Dim>
  std::array<double, Dim + 2> values() const {
    std::array<double, Dim + 2> w{};
    w[0] = rho;
    for (int d = 0; d < Dim; ++d) w[1 + d] = velocity[d];
    w[Dim + 1] = p;
    return w;
  }

  bool operator==(const PrimitiveState&) const = default;
};

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
