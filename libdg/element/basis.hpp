/// Orthonormal modal bases on the reference cells: int phi_k phi_l = delta_kl.
///
/// Simplices: Proriol-Koornwinder-Dubiner polynomials. On quadrilaterals and hexahedra: products of Legendre
/// polynomials (total degree P^p or tensor Q^p). On prisms: products of those of the triangle and of the line, of total
/// degree p (P^p) or each of degree p (Q^p). On pyramids: `P_i(a) P_j(b) ((1 - zeta) / 2)^(i + j) P_k^(2i + 2j + 2,
/// 0)(zeta)` in the collapsed coordinates a and b, which are polynomials of total degree i + j + k. Modes are
/// hierarchical: those of degree q < p come first, and a derivative of mode l only has modes k < l. Reference:
/// Karniadakis and Sherwin, Spectral/hp Element Methods for CFD, 2nd ed., section 3.2.
#pragma once

#include <array>
#include <span>

#include "libdg/element/element.hpp"

namespace dg {

/// Values of all modes of (space, degree) at the reference point x. `values` has mode_count(space, degree) entries.
template <std::size_t Dim>
void evaluate_basis(Space space, int degree, const std::array<double, Dim>& x, std::span<double> values);

/// Values and derivatives d / d x_d of all modes at x.
template <std::size_t Dim>
void evaluate_basis(Space space, int degree, const std::array<double, Dim>& x, std::span<double> values,
                    const std::array<std::span<double>, Dim>& derivatives);

/// The same in 2-D, at (r, s).
inline void evaluate_basis(Space space, int degree, double r, double s, std::span<double> values) {
  evaluate_basis<2>(space, degree, {r, s}, values);
}
inline void evaluate_basis(Space space, int degree, double r, double s, std::span<double> values,
                           std::span<double> d_dr, std::span<double> d_ds) {
  evaluate_basis<2>(space, degree, {r, s}, values, {d_dr, d_ds});
}

}  // namespace dg
