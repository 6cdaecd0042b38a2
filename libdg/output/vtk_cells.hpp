/// High-order cells in VTK: their numbering, and linear cells in their place.
#pragma once

#include <vector>

#include "libdg/element/spaced_shapes.hpp"
#include "meshes/mesh.hpp"
#include "meshes/vtk_node_order.hpp"

namespace dg {

/// VTK's number of the cell type: linear cells for order 1, but of prisms, whose linear cell its versions turn in
/// different ways; Lagrange cells beyond. VTK numbers Lagrange pyramids, but has none: in their place stand hexahedra
/// whose upper faces have shrunk to a point, which hold the same polynomials.
int vtk_cell_type(CellShape shape, int order);

/// vtk_node_order() of all shapes of a dimension, by shape_number().
template <int Dim>
std::vector<std::vector<int>> vtk_node_orders(int order) {
  std::vector<std::vector<int>> orders;
  for (const CellShape shape : spaced_shapes<Dim>) orders.push_back(vtk_node_order(shape, order));
  return orders;
}

/// Linear cells by their vertices, cell after cell in the order of VTK's cells of vtk_cell_type() at order 1, which is
/// counter-clockwise in the plane.
struct LinearCells {
  std::vector<CellShape> shapes;
  std::vector<int> nodes;
};

/// The linear cells into which the nodes of LagrangeBasis cut a cell, order^2 in the plane and order^3 in space: of the
/// shape of the cell, but for pyramids, which have hexahedra below their uppermost layer.
LinearCells linear_sub_cells(CellShape shape, int order);

}  // namespace dg
