/// Structured meshes that are made part by part, so that no process holds more than one part and the cells around it.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "meshes/generators/grid_window.hpp"
#include "meshes/mesh_piece.hpp"

namespace dg {

/// A grid of cubes, or of squares, that all become the same number of cells.
template <int Dim>
struct Grid {
  std::array<int, Dim> cubes;
  int cells_of_cube = 1;
  int nodes_of_cube = 1;  ///< entries of Mesh::cell_nodes
  /// The cells of a window, cube by cube, with x running fastest. Sides of the window inside of the grid are in a
  /// boundary behind all others.
  std::function<Mesh<Dim>(const GridWindow<Dim>&)> make;
};

using AnyGrid = std::variant<Grid<2>, Grid<3>>;

/// A grid cut into parts, which are blocks of cubes with few faces between them.
template <int Dim>
class GridPieces {
 public:
  /// Throws InputError, in the name of `source`, if no blocks of the grid give so many parts, or a part is too large.
  GridPieces(Grid<Dim> grid, int parts, const std::string& source);

  int parts() const;
  /// The first cell of each part, and the number of cells.
  const std::vector<GlobalIndex>& part_cells() const { return part_cells_; }
  /// True if 32 bits hold no numbers of all cells, faces and nodes.
  bool has_long_numbers() const;
  /// A part of the grid. The cells of a part lie in the order of the grid.
  MeshPiece<Dim> piece(int part) const;

 private:
  GridWindow<Dim> block(int part) const;
  GlobalIndex number_of(const std::array<int, Dim>& cube) const;

  Grid<Dim> grid_;
  std::array<int, Dim> blocks_;  ///< along each direction
  std::vector<GlobalIndex> part_cells_;
};

}  // namespace dg
