/// Orthonormal modal bases on the reference cells: int phi_k phi_l = delta_kl.
///
/// Triangle: Proriol-Koornwinder-Dubiner polynomials; quadrilateral: products of Legendre polynomials (total degree P^p
/// or tensor Q^p). Modes are hierarchical: those of degree q < p come first, and a derivative of mode l only has modes
/// k < l. Reference: Karniadakis and Sherwin, Spectral/hp Element Methods for CFD, 2nd ed., section 3.2.
#pragma once

#include <span>

#include "libdg/element/element.hpp"

namespace dg {

/// Values of all modes of (space, degree) at the reference point (r, s). `values` has mode_count(space, degree)
/// entries.
void evaluate_basis(Space space, int degree, double r, double s, std::span<double> values);

/// Values and derivatives d/dr, d/ds of all modes at (r, s).
void evaluate_basis(Space space, int degree, double r, double s, std::span<double> values, std::span<double> d_dr,
                    std::span<double> d_ds);

}  // namespace dg
