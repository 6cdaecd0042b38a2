/// Bases whose functions are products of those of lines, where modes are found line by line.
#pragma once

#include <vector>

#include "libdg/core/index.hpp"
#include "libdg/element/basis_change.hpp"
#include "libdg/element/tables.hpp"

namespace dg {

/// Coefficients of hexahedra with Q^p are values at points (i, j, k) of three lines. Those of prisms are of the modes t
/// of the triangle at points i of one line. In tensor order they are numbered i + n (j + n k), or t + m i with m such
/// modes; the modes behind them likewise.
struct LineBasis {
  int points = 0;                            ///< n of a line; 0: the basis is none of these
  int directions = 0;                        ///< in which lines lie
  int inner = 1;                             ///< m
  std::vector<double> to_modes, from_modes;  ///< of a line, [mode][point] and [point][mode]
  std::vector<Index> place;                  ///< [tensor order]: the number of the coefficient in a state
  std::vector<double> degree;                ///< [tensor order]: that of a mode
};

/// Of hexahedra and prisms with Q^p whose states have a basis of their own.
LineBasis make_line_basis(const Tables<double, 3>& tables, const BasisChange& basis);

}  // namespace dg
