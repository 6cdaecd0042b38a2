/// From modes to what states of assembly `tiles` are made of, and back.
#pragma once

#include <cstddef>
#include <vector>

#include "libdg/element/state_basis.hpp"

namespace dg {

/// A change of basis and its inverse.
struct BasisChange {
  std::vector<double> from_modes;  ///< [number of a state][mode]
  std::vector<double> to_modes;    ///< [mode][number of a state]

  std::size_t size() const;  ///< modes, and as many numbers of a state
};

/// Of StateBasis::symmetric_modes and triangle_modes. Empty for modes, and for line_points: hexahedra change it line by
/// line.
BasisChange make_basis_change(int degree, StateBasis basis);

/// Rows of a matrix that takes modes become rows that take what states are made of, by BasisChange::to_modes of n
/// modes.
void change_basis_of_rows(const std::vector<double>& to_modes, std::size_t n, std::vector<double>& rows);

/// BasisChange in a backend's memory; null for states by modes or by points of lines.
template <class Real>
struct BasisChangeView {
  const Real* from_modes = nullptr;
  const Real* to_modes = nullptr;
};

}  // namespace dg
