/// How two sides of cells lie on each other: vertex by vertex, and node by node.
#pragma once

#include <cstdint>

#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// How the vertices of two sides match.
struct FaceMatch {
  enum Kind { opposite, same_side, none } kind;
  std::int8_t orientation;  ///< of dg::Face; 1 if they are not opposite
};

/// Compares the vertices of two sides as their cells list them.
constexpr FaceMatch match_vertices(const FaceVertices<Index>& a, const FaceVertices<Index>& b) {
  const int n = a.count;
  if (b.count != n) return {FaceMatch::none, 1};
  for (int orientation = 0; orientation < n; ++orientation) {
    if (b[orientation] != a[0]) continue;
    bool opposite = true, same = true;
    for (int i = 1; i < n; ++i) {
      opposite = opposite && a[i] == b[(orientation + n - i) % n];
      same = same && a[i] == b[(orientation + i) % n];
    }
    // On two vertices both hold where the edges run against each other, and only the place of the first tells.
    if (n == 2) opposite = opposite && orientation == 1, same = same && orientation == 0;
    if (opposite) return {FaceMatch::opposite, static_cast<std::int8_t>(orientation)};
    if (same) return {FaceMatch::same_side, 1};
  }
  return {FaceMatch::none, 1};
}

/// Calls visit(node on the minus side, node on the plus side) for every point of `face` until it returns false; true if
/// it never did. Preconditions: face.plus >= 0, both sides have the same number of vertices.
template <int Dim, class Visitor>
bool all_node_pairs(const Mesh<Dim>& mesh, const Face& face, Visitor visit) {
  const int n = face_vertex_count(mesh.cell_shapes[face.minus], face.minus_face), m = mesh.geometry_order;
  bool all = true;
  for_each_face_point(n, m, [&](int i, int j) {
    const auto across = point_across(n, m, face.orientation, i, j);
    all = all && visit(face_node(mesh, face.minus, face.minus_face, i, j),
                       face_node(mesh, face.plus, face.plus_face, across[0], across[1]));
  });
  return all;
}

/// True if the sides of `face` have the same number of vertices and `face.orientation` is one of them. Precondition:
/// face.plus >= 0.
template <int Dim>
bool fits_orientation(const Mesh<Dim>& mesh, const Face& face) {
  const int n = face_vertex_count(mesh.cell_shapes[face.minus], face.minus_face);
  if (n != face_vertex_count(mesh.cell_shapes[face.plus], face.plus_face)) return false;
  return Dim == 2 ? face.orientation == 1 : face.orientation >= 0 && face.orientation < n;
}

/// True if the cells on the two sides of `face` share its nodes. Precondition: fits_orientation().
template <int Dim>
bool shares_nodes(const Mesh<Dim>& mesh, const Face& face) {
  return all_node_pairs(mesh, face, [](Index minus, Index plus) { return minus == plus; });
}

/// True if `node` lies on the straight face between `vertices`, and is none of them.
bool lies_within(const Mesh<2>& mesh, Index node, const FaceVertices<Index>& vertices);
bool lies_within(const Mesh<3>& mesh, Index node, const FaceVertices<Index>& vertices);

}  // namespace dg
