/// Closed domains, whose mass only time steps of one size for all cells keep.
#pragma once

#include <algorithm>
#include <string>

#include "apps/case/case.hpp"

namespace dg::app {

/// What is said of a case that loses_mass().
inline const std::string mass_note =
    "nothing flows in or out, and steps of each cell's own do not keep the mass, as 'step = global' would";

/// True if nothing can flow in or out, so that a steady state has the mass of the initial state, but cells take steps
/// of their own, which do not keep it.
inline bool loses_mass(const Case& c) {
  const auto is_closed = [](const BoundaryCondition& boundary) {
    switch (boundary.type) {
      case BoundaryType::wall_adiabatic:
      case BoundaryType::wall_isothermal:
      case BoundaryType::wall_slip:
      case BoundaryType::symmetry:
      case BoundaryType::periodic:
        return true;
      default:
        return false;
    }
  };
  return c.solver.local_time_step && std::all_of(c.solver.boundaries.begin(), c.solver.boundaries.end(), is_closed);
}

}  // namespace dg::app
