/// Gmsh's element types, as numbered in .msh files, and the order of the nodes in an element.
/// Reference: Gmsh reference manual, "Node ordering" and "MSH file format".
#pragma once

#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

enum class MshShape { point, line, triangle, quadrilateral, solid, unknown };

/// What a type number means. Of shapes solid and unknown only the shape is known.
struct MshElementType {
  MshShape shape = MshShape::unknown;
  int order = 0;
  int node_count = 0;
  bool complete = true;  ///< false if nodes inside are missing, as in the 8-node quadrilateral
};

MshElementType msh_element_type(int type);

/// Type number of a cell, or of a line, with all its nodes. Precondition: 1 <= order <= max_geometry_order.
int msh_cell_type(CellShape shape, int order);
int msh_line_type(int order);

/// By Gmsh's number of a node of a cell: its number on the lattice of Mesh.
std::vector<int> msh_node_order(CellShape shape, int order);

}  // namespace dg
