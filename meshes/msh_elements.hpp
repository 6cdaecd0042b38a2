/// Gmsh's element types, as numbered in .msh files, and the order of the nodes in an element.
/// Reference: Gmsh reference manual, "Node ordering" and "MSH file format".
#pragma once

#include <array>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

enum class MshShape { point, line, triangle, quadrilateral, tetrahedron, prism, hexahedron, pyramid, unknown };

/// 0 to 3. Precondition: the shape is known.
constexpr int dim_of(MshShape shape) {
  if (shape <= MshShape::line) return shape == MshShape::point ? 0 : 1;
  return shape <= MshShape::quadrilateral ? 2 : 3;
}

/// What a type number means.
struct MshElementType {
  MshShape shape = MshShape::unknown;
  int order = 0;
  int node_count = 0;
  bool complete = true;  ///< false if nodes inside are missing, as in the 8-node quadrilateral
};

MshElementType msh_element_type(int type);

/// The shape of a cell. Precondition: dim_of(shape) >= 2.
CellShape cell_shape(MshShape shape);

/// Type number of a cell, or of a line, with all its nodes. Precondition: 1 <= order <= max_element_order.
int msh_cell_type(CellShape shape, int order);
int msh_line_type(int order);

/// The edges of a cell and the vertices of its faces, in Gmsh's order. Nodes inside the edges follow the vertices, and
/// then come those inside the faces. A triangle is no face of its own.
std::vector<std::array<int, 2>> msh_edges(CellShape shape);
std::vector<std::vector<int>> msh_faces(CellShape shape);

/// By Gmsh's number of a node of a cell: its number on the lattice of Mesh.
std::vector<int> msh_node_order(CellShape shape, int order);

}  // namespace dg
