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

  /// As on the command line: triangle, quadrilateral-P, quadrilateral-Q, curved-triangle, tetrahedron, ...
  std::string name() const;
  int dim() const { return dim_of(space); }
  /// Of these cells, what a square or a cube of the box is made of.
  int cells_per_cube() const;
};

inline constexpr std::array<CellKind, 18> cell_kinds{{{Space::triangle_P, false},
                                                      {Space::quadrilateral_P, false},
                                                      {Space::quadrilateral_Q, false},
                                                      {Space::triangle_P, true},
                                                      {Space::quadrilateral_P, true},
                                                      {Space::quadrilateral_Q, true},
                                                      {Space::tetrahedron_P, false},
                                                      {Space::pyramid_P, false},
                                                      {Space::prism_P, false},
                                                      {Space::prism_Q, false},
                                                      {Space::hexahedron_P, false},
                                                      {Space::hexahedron_Q, false},
                                                      {Space::tetrahedron_P, true},
                                                      {Space::pyramid_P, true},
                                                      {Space::prism_P, true},
                                                      {Space::prism_Q, true},
                                                      {Space::hexahedron_P, true},
                                                      {Space::hexahedron_Q, true}}};

/// A periodic box of n squares or cubes along each side, each cut into simplices, pyramids or prisms, or whole; curved
/// cells are of second order.
template <int Dim>
Mesh<Dim> make_box(CellKind kind, int n);

/// What all counts and times are about: Navier-Stokes with BR2 and the local Lax-Friedrichs flux, one stage in
/// Shu-Osher form that reads U^n and U^(s) and writes U^(s+1).
SolverOptions stage_options(CellKind kind, int degree, Assembly assembly);

/// Coefficients of a smooth subsonic flow with small jumps at faces, [cell][component][mode].
std::vector<double> stage_state(CellKind kind, int degree, Index cells);

}  // namespace dg::roofline
