/// Wall along which the gas slips.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/closed_boundary.hpp"

namespace dg {

struct WallSlip : SlipBoundary {
  static constexpr const char* name = "wall-slip";
  static constexpr bool is_wall = true;
};

}  // namespace dg
