#include "libdg/output/vtk_cells.hpp"

#include <cassert>

#include "meshes/lattice.hpp"

namespace dg {
namespace {

/// Adds the triangle of order `m` whose lattice starts at (offset, offset) inside one of order `order`.
void add_triangle(std::vector<int>& nodes, int order, int offset, int m) {
  const auto add = [&](int i, int j) {
    nodes.push_back(lattice_node(CellShape::triangle, order, offset + i, offset + j));
  };
  add(0, 0);
  if (m == 0) return;
  add(m, 0);
  add(0, m);
  for (int k = 1; k < m; ++k) add(k, 0);
  for (int k = 1; k < m; ++k) add(m - k, k);
  for (int k = 1; k < m; ++k) add(0, m - k);
  if (m >= 3) add_triangle(nodes, order, offset + 1, m - 3);
}

/// VTK runs along the upper and left edges in the direction of growing coordinates.
void add_quadrilateral(std::vector<int>& nodes, int m) {
  const auto add = [&](int i, int j) { nodes.push_back(lattice_node(CellShape::quadrilateral, m, i, j)); };
  add(0, 0);
  add(m, 0);
  add(m, m);
  add(0, m);
  for (int k = 1; k < m; ++k) add(k, 0);
  for (int k = 1; k < m; ++k) add(m, k);
  for (int k = 1; k < m; ++k) add(k, m);
  for (int k = 1; k < m; ++k) add(0, k);
  for (int j = 1; j < m; ++j) {
    for (int i = 1; i < m; ++i) add(i, j);
  }
}

}  // namespace

int vtk_cell_type(CellShape shape, int order) {
  constexpr int triangle = 5, quad = 9, lagrange_triangle = 69, lagrange_quadrilateral = 70;
  if (shape == CellShape::triangle) return order == 1 ? triangle : lagrange_triangle;
  return order == 1 ? quad : lagrange_quadrilateral;
}

std::vector<int> vtk_node_order(CellShape shape, int order) {
  assert(order >= 1);
  std::vector<int> nodes;
  if (shape == CellShape::triangle) {
    add_triangle(nodes, order, 0, order);
  } else {
    add_quadrilateral(nodes, order);
  }
  return nodes;
}

std::vector<int> linear_sub_cells(CellShape shape, int order) {
  assert(order >= 1);
  std::vector<int> vertices;
  const auto add = [&](int i, int j) { vertices.push_back(lattice_node(shape, order, i, j)); };
  for (int j = 0; j < order; ++j) {
    for (int i = 0; i < (shape == CellShape::triangle ? order - j : order); ++i) {
      add(i, j);
      add(i + 1, j);
      if (shape == CellShape::quadrilateral) add(i + 1, j + 1);
      add(i, j + 1);
      if (shape == CellShape::quadrilateral || i + j + 2 > order) continue;
      add(i + 1, j);
      add(i + 1, j + 1);
      add(i, j + 1);
    }
  }
  return vertices;
}

}  // namespace dg
