/// The types of VTK's cells, and the order of their nodes.
#pragma once

#include <vector>

#include "meshes/cell_shape.hpp"

namespace dg {

/// VTK's number of the cell type: linear cells for order 1, but of prisms, whose linear cell its versions turn in
/// different ways; Lagrange cells beyond. VTK numbers Lagrange pyramids, but has none: in their place stand hexahedra
/// whose upper faces have shrunk to a point, which hold the same polynomials.
int vtk_cell_type(CellShape shape, int order);

/// For each point of a VTK cell in VTK's order, its number on the lattice of Mesh. VTK lists vertices, then
/// the inside of each edge, of each face, and of the cell: of a triangle as a triangle of order - 3, of a tetrahedron
/// as one of order - 4, of others row by row. As of version 2.2 of its XML files.
std::vector<int> vtk_node_order(CellShape shape, int order);

}  // namespace dg
