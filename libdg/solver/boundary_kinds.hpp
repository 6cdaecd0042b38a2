/// What kinds of boundaries there are.
#pragma once

#include <algorithm>
#include <vector>

#include "libdg/equations/navier_stokes/options.hpp"

namespace dg {

inline bool is_wall(BoundaryType type) {
  return type == BoundaryType::wall_adiabatic || type == BoundaryType::wall_isothermal ||
         type == BoundaryType::wall_heat_flux || type == BoundaryType::wall_modelled || type == BoundaryType::wall_slip;
}

/// Whether no boundary is one through which a gas flows in or out; walls that blow are left to ClosedBoundaries.
inline bool are_closed(const std::vector<BoundaryCondition>& boundaries) {
  return std::ranges::all_of(boundaries, [](const BoundaryCondition& b) {
    return is_wall(b.type) || b.type == BoundaryType::symmetry || b.type == BoundaryType::periodic;
  });
}

}  // namespace dg
