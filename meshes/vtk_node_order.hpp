/// The order of the nodes in VTK's cells.
#pragma once

#include <vector>

#include "meshes/cell_shape.hpp"

namespace dg {

/// For each point of a VTK cell in VTK's order, its number on the lattice of Mesh. VTK lists vertices, then
/// the inside of each edge, of each face, and of the cell: of a triangle as a triangle of order - 3, of a tetrahedron
/// as one of order - 4, of others row by row. As of version 2.2 of its XML files.
std::vector<int> vtk_node_order(CellShape shape, int order);

}  // namespace dg
