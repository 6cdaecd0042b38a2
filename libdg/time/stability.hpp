/// Linear stability limits of the schemes: the largest dt (|u| + c) / h (Euler) and dt nu / h^2 (BR2 diffusion).
///
/// h is the length in ZoneView: the side of a square; for triangles see zone_geometry.cpp. Limits by Fourier analysis
/// on uniform meshes of squares and of triangles, over all directions and wave numbers; for Q^p as sums of the
/// one-dimensional operator.
#pragma once

#include "libdg/element/element.hpp"

namespace dg {

/// Largest dt (|u| + c) / h of the Euler equations.
double convective_limit(Space space, int degree, TimeScheme scheme);

/// Largest dt nu / h^2 of BR2 diffusion with stabilisation eta.
double viscous_limit(Space space, int degree, TimeScheme scheme, double eta);

}  // namespace dg
