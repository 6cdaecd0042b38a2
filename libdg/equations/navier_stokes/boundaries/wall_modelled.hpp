/// Wall with a turbulent boundary layer that the mesh does not resolve: the gas slips, friction and heat are given.
///
/// The solver writes them to the boundary data before each stage (kernels/integrands/wall_stresses.hpp).
#pragma once

#include "libdg/equations/navier_stokes/boundaries/closed_boundary.hpp"

namespace dg {

struct WallModelled : SlipBoundary {
  static constexpr const char* name = "wall-modelled";
  static constexpr bool is_wall = true, has_friction = true, exchanges_heat = true;
  static constexpr bool gives_heat = true, traction_in_data = true;
  static constexpr const char* absent_in_euler = "has no friction";
  static constexpr const char* explicit_only = "the other walls work with all";

  /// Adiabatic without a temperature.
  template <class Condition, class Value>
  static void constants(Condition& bc, Value&& value) {
    value.optional_temperature("temperature", bc.temperature);
  }

  /// Behind the traction of the wall on the gas.
  template <int Dim, class Real>
  RKDG_CALL static void take_data(BoundaryParameters<Real, Dim>& bc, const Real* data) {
    bc.heat_flux = data[Dim];
  }
};

}  // namespace dg
