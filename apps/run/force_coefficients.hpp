/// Drag, lift and moment coefficients in the axes of the free stream.
#pragma once

#include "apps/case/case.hpp"
#include "libdg/solver/solver.hpp"

namespace dg::app {

/// Normalised by rho_inf |u_inf|^2 length / 2; the moment, about the origin and positive nose-up (clockwise when the
/// stream comes from the left), by that times the length.
struct ForceCoefficients {
  double cd = 0.0, cl = 0.0, cd_pressure = 0.0, cd_viscous = 0.0, cl_pressure = 0.0, cl_viscous = 0.0, cm = 0.0;
};

/// Precondition: reference.mach > 0.
ForceCoefficients force_coefficients(const Force& force, const ReferenceSection& reference);

}  // namespace dg::app
