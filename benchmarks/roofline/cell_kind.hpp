/// The kinds of cells that kernels are compiled for, and boxes made of one of them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "libdg/element/element.hpp"
#include "libdg/solver/options.hpp"
#include "meshes/mesh.hpp"

namespace dg::roofline {

struct CellKind {
  Space space = Space::triangle_P;
  bool curved = false;

  /// As on the command line: triangle, quadrilateral-P, quadrilateral-Q, curved-triangle, ...
  std::string name() const;
};

inline constexpr std::array<CellKind, 6> cell_kinds{{{Space::triangle_P, false},
                                                     {Space::quadrilateral_P, false},
                                                     {Space::quadrilateral_Q, false},
                                                     {Space::triangle_P, true},
                                                     {Space::quadrilateral_P, true},
                                                     {Space::quadrilateral_Q, true}}};

/// A periodic box of n x n squares, each cut into two triangles or whole; curved cells are of second order.
Mesh2 make_box(CellKind kind, int n);

/// What all counts and times are about: Navier-Stokes with BR2 and the local Lax-Friedrichs flux, one stage in
/// Shu-Osher form that reads U^n and U^(s) and writes U^(s+1).
SolverOptions stage_options(CellKind kind, int degree, Assembly assembly);

/// Coefficients of a smooth subsonic flow with small jumps at faces, [cell][component][mode].
std::vector<double> stage_state(CellKind kind, int degree, Index cells);

}  // namespace dg::roofline
