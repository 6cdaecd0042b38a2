/// Drag, lift and moment coefficients in the axes of the free stream, of the pressure above that of reference.
#pragma once

#include "apps/case/case.hpp"
#include "libdg/solver/solver.hpp"

namespace dg::app {

/// Normalised by rho_inf |u_inf|^2 / 2 times the length in 2-D, the area in 3-D. Lift is across the stream in
/// the plane of alpha, the side force cz across both.
struct ForceCoefficients {
  double cd = 0.0, cl = 0.0, cd_pressure = 0.0, cd_viscous = 0.0, cl_pressure = 0.0, cl_viscous = 0.0;
  double cz = 0.0, cz_pressure = 0.0, cz_viscous = 0.0;  ///< in 3-D
  /// Of the moment about the center of reference, normalised by that times the length. In 2-D one, positive
  /// nose-up (clockwise when the stream comes from the left); in 3-D those about the axes of x, y and z,
  /// right-handed.
  std::array<double, 3> cm{};
};

/// Precondition: reference.mach > 0.
template <int Dim>
ForceCoefficients force_coefficients(const ForceOf<Dim>& force, const ReferenceSection& reference);

}  // namespace dg::app
