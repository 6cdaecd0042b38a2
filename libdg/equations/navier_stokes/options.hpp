/// What a user says of a gas: its law and its fluxes.
#pragma once

#include <array>
#include <cstddef>

namespace dg {

enum class Riemann { llf, roe, hllc, roe_low_mach };
enum class ViscosityLaw { constant, sutherland };

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

}  // namespace dg
