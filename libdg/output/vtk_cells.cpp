#include "libdg/output/vtk_cells.hpp"

#include <array>
#include <cassert>
#include <initializer_list>
#include <utility>

#include "meshes/lattice.hpp"

namespace dg {
namespace {

/// Rows of triangles or quadrilaterals.
LinearCells sub_cells_2d(CellShape shape, int order) {
  LinearCells cells;
  const bool triangular = shape == CellShape::triangle;
  const auto add = [&](std::initializer_list<std::array<int, 2>> corners) {
    cells.shapes.push_back(shape);
    for (const auto& [i, j] : corners) cells.nodes.push_back(lattice_node(shape, order, i, j));
  };
  for (int j = 0; j < order; ++j)
    for (int i = 0; i < (triangular ? order - j : order); ++i) {
      if (!triangular) {
        add({{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}});
        continue;
      }
      add({{i, j}, {i + 1, j}, {i, j + 1}});
      if (i + j + 2 <= order) add({{i + 1, j}, {i + 1, j + 1}, {i, j + 1}});
    }
  return cells;
}

/// Each step of the lattice is a tetrahedron like the whole, an octahedron in four parts around a diagonal, and a
/// tetrahedron upside down, as far as they are inside.
LinearCells cut_tetrahedron(int order) {
  LinearCells cells;
  using Place = std::array<int, 3>;
  const auto add = [&](const Place& a, const Place& b, const Place& c, const Place& d) {
    cells.shapes.push_back(CellShape::tetrahedron);
    for (const Place& p : {a, b, c, d})
      cells.nodes.push_back(lattice_node(CellShape::tetrahedron, order, p[0], p[1], p[2]));
  };
  for (int k = 0; k < order; ++k)
    for (int j = 0; j + k < order; ++j)
      for (int i = 0; i + j + k < order; ++i) {
        const auto at = [&](int x, int y, int z) { return Place{i + x, j + y, k + z}; };
        const int inside = order - i - j - k;
        add(at(0, 0, 0), at(1, 0, 0), at(0, 1, 0), at(0, 0, 1));
        if (inside < 2) continue;
        const std::array around{at(0, 1, 0), at(0, 0, 1), at(1, 0, 1), at(1, 1, 0)};
        for (std::size_t r = 0; r < 4; ++r) add(at(1, 0, 0), at(0, 1, 1), around[r], around[(r + 1) % 4]);
        if (inside > 2) add(at(1, 1, 0), at(0, 1, 1), at(1, 0, 1), at(1, 1, 1));
      }
  return cells;
}

/// The triangles of a layer, and those above.
LinearCells cut_prism(int order) {
  LinearCells cells;
  const LinearCells triangles = sub_cells_2d(CellShape::triangle, order);
  const int of_layer = node_count(CellShape::triangle, order);
  for (int k = 0; k < order; ++k)
    for (std::size_t t = 0; t < triangles.shapes.size(); ++t) {
      cells.shapes.push_back(CellShape::prism);
      for (const int layer : {k, k + 1})
        for (std::size_t v = 3 * t; v < 3 * t + 3; ++v) cells.nodes.push_back(layer * of_layer + triangles.nodes[v]);
    }
  return cells;
}

/// Hexahedra, and of a pyramid, whose uppermost nodes are one point, pyramids there.
LinearCells cut_layers(CellShape shape, int order) {
  LinearCells cells;
  const LinearCells squares = sub_cells_2d(CellShape::quadrilateral, order);
  const int of_layer = node_count(CellShape::quadrilateral, order);
  for (int k = 0; k < order; ++k)
    for (std::size_t q = 0; q < squares.shapes.size(); ++q) {
      const bool at_apex = shape == CellShape::pyramid && k + 1 == order;
      cells.shapes.push_back(at_apex ? CellShape::pyramid : CellShape::hexahedron);
      const auto add_square = [&](int layer) {
        for (std::size_t v = 4 * q; v < 4 * q + 4; ++v) cells.nodes.push_back(layer * of_layer + squares.nodes[v]);
      };
      add_square(k);
      if (at_apex)
        cells.nodes.push_back(order * of_layer);
      else
        add_square(k + 1);
    }
  return cells;
}

}  // namespace

LinearCells linear_sub_cells(CellShape shape, int order) {
  assert(order >= 1);
  switch (shape) {
    case CellShape::triangle:
    case CellShape::quadrilateral:
      return sub_cells_2d(shape, order);
    case CellShape::tetrahedron:
      return cut_tetrahedron(order);
    case CellShape::prism:
      return cut_prism(order);
    default:
      return cut_layers(shape, order);
  }
}

}  // namespace dg
