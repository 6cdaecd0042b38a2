/// High-order cells in VTK: their numbering, and linear cells in their place.
#pragma once

#include <vector>

#include "libdg/element/spaced_shapes.hpp"
#include "meshes/mesh.hpp"
#include "meshes/vtk_node_order.hpp"

namespace dg {

/// vtk_node_order() of all shapes of a dimension, by shape_number().
template <int Dim>
std::vector<std::vector<int>> vtk_node_orders(int order) {
  std::vector<std::vector<int>> orders;
  for (const CellShape shape : spaced_shapes<Dim>) orders.push_back(vtk_node_order(shape, order));
  return orders;
}

/// Linear cells by their vertices, cell after cell in the order of VTK's cells of vtk_cell_type() at order 1, which is
/// counter-clockwise in 2-D.
struct LinearCells {
  std::vector<CellShape> shapes;
  std::vector<int> nodes;
};

/// The linear cells into which the nodes of LagrangeBasis cut a cell, order^2 in 2-D and order^3 in 3-D. They have the
/// shape of the cell, but pyramids have hexahedra below their uppermost layer.
LinearCells linear_sub_cells(CellShape shape, int order);

}  // namespace dg
