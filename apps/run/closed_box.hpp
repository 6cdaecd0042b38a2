/// Closed domains, whose steady state is one of many: that with the mass of the initial state.
#pragma once

#include <string>

#include "apps/case/case.hpp"
#include "libdg/solver/scaled_residual.hpp"
#include "libdg/solver/solver.hpp"

namespace dg::app {

/// What is said of a case that loses_mass().
inline const std::string mass_note =
    "nothing flows in or out, and local time steps do not conserve the mass; 'step = global' does";

/// True if nothing can flow in or out and cells take steps of their own. A steady state then has the mass of the
/// initial state, which such steps do not keep.
bool loses_mass(const Case& c);

/// What is said of a case that heats_for_ever().
inline const std::string heat_note =
    "there is no steady state: all walls are adiabatic and one moves, so that its work heats the gas for ever; a "
    "'wall-isothermal' takes the heat";

/// True if a steady flow is wanted in a domain that nothing but the work of a moving wall enters or leaves.
template <int Dim>
bool heats_for_ever(const SolverOf<Dim>& solver, const Case& c);

/// Throws InputError where a source adds to what no boundary lets out, so that no flow is steady.
template <int Dim>
void require_balance(const SolverOf<Dim>& solver, const FlowScale& flow, const Case& c);

}  // namespace dg::app
