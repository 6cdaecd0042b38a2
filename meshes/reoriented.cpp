#include <array>
#include <cassert>

#include "meshes/build.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

/// The number, in a cell as it was, of lattice point (i, j) of the cell whose first vertex is its vertex `orientation`.
int node_before(CellShape shape, int order, int orientation, int i, int j) {
  if (shape == CellShape::triangle) {
    // Weight k of a point belongs to vertex k.
    const std::array weights{order - i - j, i, j};
    const auto weight = [&](int vertex) { return weights[(vertex + 3 - orientation) % 3]; };
    return lattice_node(shape, order, weight(1), weight(2));
  }
  for (int k = 0; k < orientation; ++k) {
    const int column = order - j;
    j = i;
    i = column;
  }
  return lattice_node(shape, order, i, j);
}

void reorient_nodes(const Mesh2& mesh, Index cell, int orientation, Mesh2& result) {
  const CellShape shape = mesh.cell_shapes[cell];
  const Index begin = mesh.cell_node_begin[cell];
  const int m = mesh.geometry_order;
  for (int j = 0; j <= m; ++j)
    for (int i = 0; i <= (shape == CellShape::triangle ? m - j : m); ++i)
      result.cell_nodes[begin + lattice_node(shape, m, i, j)] =
          mesh.cell_nodes[begin + node_before(shape, m, orientation, i, j)];
}

}  // namespace

Mesh2 reoriented(const Mesh2& mesh, std::span<const std::int8_t> orientations) {
  assert(orientations.size() == mesh.cell_shapes.size());
  Mesh2 result = mesh;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell)
    if (orientations[cell] != 0) reorient_nodes(mesh, cell, orientations[cell], result);
  const auto reorient_face = [&](Index cell, std::int8_t& face) {
    const int n = face_count(mesh.cell_shapes[cell]);
    face = static_cast<std::int8_t>((face + n - orientations[cell]) % n);
  };
  for (Face& face : result.faces) {
    reorient_face(face.minus, face.minus_face);
    if (face.plus >= 0) reorient_face(face.plus, face.plus_face);
  }
  return result;
}

}  // namespace dg
