/// Linear stability limits of the schemes: the largest dt |a| / h (advection) and dt nu / h^2 (BR2 diffusion).
///
/// h is the length in ZoneView: the side of a square; for triangles see space/cell_length.hpp. Limits by Fourier
/// analysis on uniform meshes of squares and triangles, over all directions and wave numbers. Those of advection are on
/// right triangles (there h was twice the inradius), those of BR2 on triangles of several shapes. For Q^p they are sums
/// of the one-dimensional operator. The acoustic limits are from the eigenvalues of the linearised Euler operator on
/// such meshes and on equilateral triangles, which have the lowest.
///
/// 3-D cells, degrees 0 to 4: spectral radii of BR2 by power iteration, and acoustic limits of SSP-RK3 by the growth of
/// waves. Cubes are cut into six tetrahedra, two prisms or six pyramids. benchmarks/stability/fourier.py has degree 5,
/// and degree 3 on cubes with P. Pyramids have bounds from degree 3 on. Other schemes are in the ratios of 2-D.
#pragma once

#include "libdg/element/element.hpp"

namespace dg {

/// Whether the limits on cells of a dimension are known for a degree.
bool has_stability_limits(int dim, int degree);

/// Largest dt |a| / h of upwind advection, on 2-D cells.
double convective_limit(Space space, int degree, TimeScheme scheme);

/// Largest `dt c / h` of sound waves in a gas at rest with the local Lax-Friedrichs flux, which damps them at full
/// speed in every direction. It is below convective_limit(), and below that with any mean flow at the same |u| + c.
double acoustic_limit(Space space, int degree, TimeScheme scheme);

/// The same of finite volumes with unlimited linear reconstruction, on cells of 2-D and 3-D. With `multistage4`, which
/// lets long waves grow at any step, where waves grow by one percent a step. By Fourier analysis: the lowest limits of
/// the shapes that fill space, flat and tall ones among them.
double reconstruction_limit(Space space, TimeScheme scheme);

/// Largest dt nu / h^2 of diffusion in finite volumes, see finite_volume/viscous_terms.hpp; likewise.
double reconstruction_viscous_limit(Space space, TimeScheme scheme);

/// Largest dt nu / h^2 of BR2 diffusion with stabilisation eta.
double viscous_limit(Space space, int degree, TimeScheme scheme, double eta);

}  // namespace dg
