/// Boundary that is joined to another one, or to itself.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/supersonic_out.hpp"

namespace dg {

/// Its faces lie between cells; one that finds no partner is refused, so that its states are never asked for.
struct Periodic : SupersonicOut {
  static constexpr const char* name = "periodic";
  static constexpr bool is_joined = true;
};

}  // namespace dg
