/// Meshes of a box cut into cubes, and these into cells.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "meshes/generators/box_cells.hpp"
#include "meshes/generators/grid_window.hpp"
#include "meshes/generators/parameters.hpp"
#include "meshes/mesh.hpp"

namespace dg {

enum class BoxKind { tetrahedra, prisms, hexahedra, hybrid, layers, pyramids };

/// The greatest grading.
inline constexpr double max_grading = 5;

/// A box and the numbers of cubes along its sides.
struct Box {
  std::array<double, 3> low, high;
  std::array<int, 3> n;
  int order;
  BoxKind kind;
  int prism_layers = 0;             ///< of BoxKind::layers
  std::array<double, 3> grading{};  ///< how much the cubes gather at both ends of a direction, see make_box_mesh()
  double distortion = 0;            ///< largest displacement of inner vertices, in edges of a cube; below 0.25
  int seed = 1;                     ///< of the displacements
  double curved = 0;                ///< amplitude of a smooth curving of the inside, in sides of the box
  std::array<std::string, 6> boundaries;  ///< at the lower and the upper end of x, y, z
  std::optional<GridWindow<3>> part{};    ///< the cubes that are made; empty: all

  CubeCells cells_at(const std::array<int, 3>& cube) const;
  GridWindow<3> window() const { return part.value_or(GridWindow<3>{{0, 0, 0}, n}); }
  /// Nodes along a side of the window. Lattice points of all cells but those inside of cubes around a centre lie on one
  /// regular grid.
  Index nodes_along(int d) const { return window().along(d) * order + 1; }
};

/// Vertices lie at `tanh(g (2 i / n - 1)) / tanh g` between the ends, g being the grading of the direction, and equally
/// spaced where that is 0. Cells are straight unless the box is curved. Opposite sides match. `source` is for messages.
/// Sides of a window inside of the box are a seventh boundary. Precondition: a box with a window is not distorted.
Mesh3 make_box_mesh(const Box& box, const std::string& source);

/// Refuses a box whose numbers of sides, or of nodes of all cells, overflow Index.
void check_size(const Box& box, const Parameters& parameters);

}  // namespace dg
