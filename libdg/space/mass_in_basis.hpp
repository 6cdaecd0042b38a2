/// Mass matrices of curved cells whose states are not by modes.
#pragma once

#include <vector>

#include "libdg/element/basis_change.hpp"

namespace dg {

/// Packed symmetric matrices [k(k+1)/2 + l][cell], l <= k, that take integrals with modes to modes. They become those
/// that take integrals with the polynomials of which a state has the coefficients to these coefficients.
void change_basis_of_mass_inverses(const BasisChange& basis_change, std::vector<double>& mass_inverses);

}  // namespace dg
