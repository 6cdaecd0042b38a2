/// What kinds of boundaries there are: what the structs of the conditions say (BoundaryDefaults), by their types.
#pragma once

#include <algorithm>
#include <vector>

#include "libdg/equations/navier_stokes/boundary_condition.hpp"

namespace dg {

#define RKDG_KIND(kind)                                                       \
  constexpr bool kind(BoundaryType type) {                                    \
    return boundary_has(type, [](auto condition) { return condition.kind; }); \
  }
RKDG_KIND(is_wall)
RKDG_KIND(is_closed)
RKDG_KIND(is_joined)
RKDG_KIND(is_no_slip)
RKDG_KIND(has_friction)
RKDG_KIND(exchanges_heat)
RKDG_KIND(takes_state)
RKDG_KIND(may_be_turbulent)
#undef RKDG_KIND

/// Whether no boundary is one through which a gas flows in or out; walls that blow are left to ClosedBoundaries.
inline bool are_closed(const std::vector<BoundaryCondition>& boundaries) {
  return std::ranges::all_of(boundaries,
                             [](const BoundaryCondition& b) { return is_closed(b.type) || is_joined(b.type); });
}

}  // namespace dg
