/// Numbers of the nodes of a cell: the lattice of equispaced points, row by row, described at dg::Mesh.
#pragma once

#include <array>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// Highest geometric order of a mesh.
inline constexpr int max_geometry_order = 4;

/// Number within its cell of the lattice point in column `i` (along xi) of row `j` (along eta).
constexpr int lattice_node(CellShape shape, int order, int i, int j) {
  return shape == CellShape::triangle ? j * (order + 1) - j * (j - 1) / 2 + i : j * (order + 1) + i;
}

/// Number within its cell of point `k` = 0..order on face `face`, counted along the face, that is counter-clockwise.
constexpr int lattice_face_node(CellShape shape, int order, int face, int k) {
  if (shape == CellShape::triangle) {
    return face == 0   ? lattice_node(shape, order, k, 0)
           : face == 1 ? lattice_node(shape, order, order - k, k)
                       : lattice_node(shape, order, 0, order - k);
  }
  return face == 0   ? lattice_node(shape, order, k, 0)
         : face == 1 ? lattice_node(shape, order, order, k)
         : face == 2 ? lattice_node(shape, order, order - k, order)
                     : lattice_node(shape, order, 0, order - k);
}

/// Number within its cell of vertex `vertex`, where face `vertex` starts.
constexpr int lattice_vertex(CellShape shape, int order, int vertex) {
  return lattice_face_node(shape, order, vertex, 0);
}

/// Reference coordinates of all lattice points, in order. Precondition: order >= 1.
std::vector<std::array<double, 2>> lattice_points(CellShape shape, int order);

/// Node at point `k` = 0..geometry_order of local face `face` of `cell`, counted along the face.
inline Index face_node(const Mesh2& mesh, Index cell, int face, int k) {
  return mesh
      .cell_nodes[mesh.cell_node_begin[cell] + lattice_face_node(mesh.cell_shapes[cell], mesh.geometry_order, face, k)];
}

/// Node at vertex `vertex` of `cell`; the vertex after the last is the first again.
inline Index vertex_node(const Mesh2& mesh, Index cell, int vertex) {
  return face_node(mesh, cell, vertex == face_count(mesh.cell_shapes[cell]) ? 0 : vertex, 0);
}

}  // namespace dg
