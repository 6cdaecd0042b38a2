/// The types of VTK's cells, and the order of their nodes.
#pragma once

#include <vector>

#include "meshes/cell_shape.hpp"

namespace dg {

/// VTK's number of the cell type: a linear cell for order 1, a Lagrange cell beyond. Prisms are Lagrange cells at order
/// 1, too, because versions of VTK order the linear one in different ways. VTK numbers Lagrange pyramids, but has none.
/// In their place are hexahedra whose upper faces have shrunk to a point, with the same polynomials.
int vtk_cell_type(CellShape shape, int order);

/// For each point of a VTK cell in VTK's order, its number on the lattice of Mesh. VTK lists vertices, then the inside
/// of each edge, of each face, and of the cell. The inside of a triangle is listed as a triangle of order - 3, and that
/// of a tetrahedron as one of order - 4. That of others is listed row by row. As of version 2.2 of its XML files.
std::vector<int> vtk_node_order(CellShape shape, int order);

}  // namespace dg
