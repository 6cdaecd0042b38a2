/// Integrals that a history has of a flow.
#pragma once

namespace dg {

/// Integrals over the domain: of `rho |u|^2 / 2`, of `rho |curl u|^2 / 2`, of `rho ln(p / rho^gamma)`, and of what
/// leaves the kinetic energy for the internal energy. The viscous stress tau takes tau : grad u, and the pressure -p
/// div u. Gradients are those of the polynomials in each cell, without the jumps between cells.
struct FlowTotals {
  double kinetic_energy = 0.0, enstrophy = 0.0, entropy = 0.0;
  double viscous_dissipation = 0.0;  ///< of tau : grad u = 2 mu S : S, with the deviatoric rate of strain S
  double pressure_dilatation = 0.0;  ///< of p div u, which the expanding gas gives to the kinetic energy
};

}  // namespace dg
