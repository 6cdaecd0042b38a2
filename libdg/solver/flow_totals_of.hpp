/// Names for what the equations of a gas integrate.
#pragma once

#include "libdg/kernels/integrands/flow_integrals.hpp"
#include "libdg/solver/flow_totals.hpp"

namespace dg {

/// In the order of NavierStokes::integrals().
template <class Eq>
FlowTotals flow_totals_of(const FlowIntegrals<Eq>& integrals) {
  const auto [kinetic_energy, enstrophy, entropy, viscous_dissipation, pressure_dilatation] = integrals;
  return {kinetic_energy, enstrophy, entropy, viscous_dissipation, pressure_dilatation};
}

}  // namespace dg
