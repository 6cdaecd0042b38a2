/// Numbers of the nodes of a cell: the lattice of equispaced points, row by row, described at dg::Mesh.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// Highest geometric order of a mesh.
inline constexpr int max_geometry_order = 4;

/// Highest order of elements in files: those above max_geometry_order can only be read as cells of a lower order.
inline constexpr int max_element_order = 9;

/// Number within its cell of the lattice point in column `i` (along xi), row `j` (along eta) and layer `k` (along zeta;
/// 0 in 2-D).
constexpr int lattice_node(CellShape shape, int order, int i, int j, int k = 0) {
  const auto in_triangle = [i, j](int m) { return j * (m + 1) - j * (j - 1) / 2 + i; };
  const int below = order - k;  // the order of layer k, where layers shrink
  switch (shape) {
    case CellShape::triangle:
      return in_triangle(order);
    case CellShape::quadrilateral:
      return j * (order + 1) + i;
    case CellShape::tetrahedron:
      return node_count(shape, order) - node_count(shape, below) + in_triangle(below);
    case CellShape::prism:
      return k * node_count(CellShape::triangle, order) + in_triangle(order);
    case CellShape::hexahedron:
      return (k * (order + 1) + j) * (order + 1) + i;
    case CellShape::pyramid:
      return node_count(shape, order) - node_count(shape, below) + j * (below + 1) + i;
  }
  return -1;
}

/// Calls visit(i, j, k) for every lattice point of a cell, in the order of the nodes.
template <class Visitor>
constexpr void for_each_lattice_point(CellShape shape, int order, Visitor visit) {
  const bool shrinks = shape == CellShape::tetrahedron || shape == CellShape::pyramid;
  const bool triangular = shape == CellShape::triangle || shape == CellShape::tetrahedron || shape == CellShape::prism;
  const int layers = dim_of(shape) == 2 ? 0 : order;
  for (int k = 0; k <= layers; ++k) {
    const int m = shrinks ? order - k : order;
    for (int j = 0; j <= m; ++j) {
      for (int i = 0; i <= (triangular ? m - j : m); ++i) visit(i, j, k);
    }
  }
}

/// Number within its cell of vertex `vertex`.
constexpr int lattice_vertex(CellShape shape, int order, int vertex) {
  const auto corner = vertex_corner(shape, vertex);
  return lattice_node(shape, order, order * corner[0], order * corner[1], order * corner[2]);
}

/// Number within its cell of point (i, j) on face `face`. It is `i` steps of 1/order from the face's vertex 0 towards
/// vertex 1, then `j` along the direction from vertex 0 to the last. In 2-D the points of a face are `i` from 0 to the
/// order, counted along the face.
constexpr int lattice_face_node(CellShape shape, int order, int face, int i, int j = 0) {
  const auto vertices = face_vertices(shape, face);
  const auto start = vertex_corner(shape, vertices[0]), along = vertex_corner(shape, vertices[1]),
             up = vertex_corner(shape, vertices[vertices.count - 1]);
  std::array<int, 3> p{};
  for (int d = 0; d < 3; ++d) p[d] = order * start[d] + i * (along[d] - start[d]) + j * (up[d] - start[d]);
  return lattice_node(shape, order, p[0], p[1], p[2]);
}

/// Calls visit(i, j) for every lattice point of a face with `vertices` vertices, j = 0 in 2-D.
template <class Visitor>
constexpr void for_each_face_point(int vertices, int order, Visitor visit) {
  for (int j = 0; j <= (vertices == 2 ? 0 : order); ++j) {
    for (int i = 0; i <= (vertices == 3 ? order - j : order); ++i) visit(i, j);
  }
}

/// Point (i, j) of a face with `vertices` vertices as the cell on the other side counts it, where `orientation` is that
/// of dg::Face. The same function leads back.
constexpr std::array<int, 2> point_across(int vertices, int order, int orientation, int i, int j) {
  const auto corner = [vertices](int vertex) {
    const auto place = vertices == 2 ? std::array{vertex % 2, 0, 0}
                                     : vertex_corner(vertices == 3 ? CellShape::triangle : CellShape::quadrilateral,
                                                     vertex % vertices);
    return std::array{place[0], place[1]};
  };
  const auto start = corner(orientation), along = corner(orientation + vertices - 1), up = corner(orientation + 1);
  std::array<int, 2> p{};
  for (int d = 0; d < 2; ++d) p[d] = order * start[d] + i * (along[d] - start[d]) + j * (up[d] - start[d]);
  return p;
}

/// Reference coordinates of all lattice points, in order. Preconditions: order >= 1, dim_of(shape) == Dim.
template <int Dim = 2>
std::vector<std::array<double, Dim>> lattice_points(CellShape shape, int order);

/// Node at point (i, j) of local face `face` of `cell`, as lattice_face_node() counts them.
template <int Dim>
Index face_node(const Mesh<Dim>& mesh, Index cell, int face, int i, int j = 0) {
  return mesh.cell_nodes[mesh.cell_node_begin[cell] +
                         lattice_face_node(mesh.cell_shapes[cell], mesh.geometry_order, face, i, j)];
}

/// Node at vertex `vertex` of `cell`; the vertex after the last is the first again.
template <int Dim>
Index vertex_node(const Mesh<Dim>& mesh, Index cell, int vertex) {
  const CellShape shape = mesh.cell_shapes[cell];
  const int number = vertex == vertex_count(shape) ? 0 : vertex;
  return mesh.cell_nodes[mesh.cell_node_begin[cell] + lattice_vertex(shape, mesh.geometry_order, number)];
}

/// lattice_vertex() of the vertices of a face: by shape, order and face.
using FaceVertexLattice =
    std::array<std::array<std::array<FaceVertices<std::int16_t>, most_faces>, max_element_order + 1>, cell_shape_count>;
extern const FaceVertexLattice face_vertex_lattice;

/// Nodes at the vertices of local face `face` of `cell`, in the face's order.
template <int Dim>
FaceVertices<Index> face_vertex_nodes(const Mesh<Dim>& mesh, Index cell, int face) {
  const auto& local =
      face_vertex_lattice[static_cast<std::size_t>(mesh.cell_shapes[cell])]
                         [static_cast<std::size_t>(mesh.geometry_order)][static_cast<std::size_t>(face)];
  const Index* own = mesh.cell_nodes.data() + mesh.cell_node_begin[cell];
  FaceVertices<Index> nodes{local.count, {}};
  for (int i = 0; i < local.count; ++i) nodes.vertex[i] = own[local[i]];
  return nodes;
}

}  // namespace dg
