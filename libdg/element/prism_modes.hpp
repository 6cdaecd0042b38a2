/// Modes of prisms with triangle x line, by line and triangle.
///
/// With the orthonormal polynomials T_t of the triangle and phi_c of the line (element/line_matrices.hpp), a mode is
/// T_t phi_c. A polynomial is also given by the coefficients of T_t at the points of the line. They are the modes of
/// its trace on the triangle there, StateBasis::triangle_modes.
#pragma once

#include <vector>

#include "libdg/element/basis_change.hpp"
#include "libdg/element/element.hpp"

namespace dg {

/// Where in a state the coefficient of T_t at point i of the line is.
constexpr int place_of_triangle_mode(int degree, int i, int t) { return i * total_degree_count(2, degree) + t; }

/// Number of mode T_t phi_c in the order of element/basis.hpp, [c][t].
std::vector<int> prism_modes_by_line(int degree);

/// From modes to those coefficients, and back.
BasisChange prism_basis_change(int degree);

}  // namespace dg
