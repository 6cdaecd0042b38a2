/// Wall without slip, through which a given heat flows into the gas.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/wall_adiabatic.hpp"

namespace dg {

/// Its states are those of an adiabatic wall.
struct WallHeatFlux : WallAdiabatic {
  static constexpr const char* name = "wall-heat-flux";
  static constexpr bool gives_heat = true, exchanges_heat = true;
  static constexpr const char* absent_in_euler = "conducts no heat";

  template <class Condition, class Value>
  RKDG_CALL static void values(Condition& bc, Value&& value) {
    value.vector("velocity", bc.velocity);
    value.number("heat_flux", bc.heat_flux);
  }
};

}  // namespace dg
