/// High-order cells in VTK: their numbering, and linear cells in their place.
#pragma once

#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// VTK's number of the cell type: linear cells for order 1, Lagrange cells beyond.
int vtk_cell_type(CellShape shape, int order);

/// For each point of a VTK cell in VTK's order, its number in the lattice of Mesh (row by row). VTK lists vertices,
/// then the inside of each edge, then the inside of the cell: of a triangle as a triangle of order - 3, of a
/// quadrilateral row by row.
std::vector<int> vtk_node_order(CellShape shape, int order);

/// The linear cells into which the lattice cuts a cell, order^2 of the same shape: their vertices as lattice nodes,
/// cell after cell, each counter-clockwise.
std::vector<int> linear_sub_cells(CellShape shape, int order);

}  // namespace dg
