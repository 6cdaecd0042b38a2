/// The cell graph of a mesh, with the centroids of the cells and the links between touching boundary faces.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "meshes/mesh.hpp"
#include "reorder/graph.hpp"

namespace dg {

/// The vertices of a cell: a list that needs no memory of its own.
struct CellVertices {
  std::array<Index, 4> nodes;
  int count;

  const Index* begin() const { return nodes.data(); }
  const Index* end() const { return nodes.data() + count; }
};

/// Vertices of a cell as node numbers, in the mesh's order of vertices.
template <int Dim>
CellVertices vertices_of(const Mesh<Dim>& mesh, Index cell) {
  const Index* nodes = mesh.cell_nodes.data() + mesh.cell_node_begin[cell];
  const int m = mesh.geometry_order, last = node_count(mesh.cell_shapes[cell], m) - 1;
  if (mesh.cell_shapes[cell] == CellShape::triangle) return {{nodes[0], nodes[m], nodes[last]}, 3};
  return {{nodes[0], nodes[m], nodes[last], nodes[last - m]}, 4};
}

/// A ridge is where two faces of a boundary meet: a vertex in 2-D, an edge in 3-D. Sorted node numbers.
template <int Dim>
using Ridge = std::array<Index, static_cast<std::size_t>(Dim - 1)>;

/// Ridges of boundary face `face`; in 2-D its end comes first, then its start.
template <int Dim>
std::vector<Ridge<Dim>> ridges_of(const Mesh<Dim>& mesh, const Face& face) {
  static_assert(Dim == 2, "faces of cells in 3-D have no numbering yet");
  const auto vertices = vertices_of(mesh, face.minus);
  return {{vertices.nodes[(face.minus_face + 1) % vertices.count]}, {vertices.nodes[face.minus_face]}};
}

/// Fills boundary_link_begin and boundary_links of `graph` with the boundary faces at each ridge of each boundary face.
template <int Dim>
void link_boundary_faces(const Mesh<Dim>& mesh, CellGraph& graph) {
  std::vector<std::pair<Ridge<Dim>, Index>> at_ridge;  // (ridge, position of a boundary face there)
  std::vector<std::vector<Ridge<Dim>>> ridges;
  for (const Index f : graph.boundary_faces) {
    ridges.push_back(ridges_of(mesh, mesh.faces[f]));
    for (const auto& ridge : ridges.back()) at_ridge.emplace_back(ridge, static_cast<Index>(ridges.size()) - 1);
  }
  std::sort(at_ridge.begin(), at_ridge.end());

  graph.boundary_link_begin.assign(1, 0);
  graph.boundary_links.clear();
  for (std::size_t i = 0; i < ridges.size(); ++i) {
    for (const auto& ridge : ridges[i]) {
      const auto links_before = graph.boundary_links.size();
      auto it = std::lower_bound(at_ridge.begin(), at_ridge.end(), std::pair{ridge, Index{0}});
      for (; it != at_ridge.end() && it->first == ridge; ++it)
        if (it->second != static_cast<Index>(i)) graph.boundary_links.push_back(it->second);
      if (graph.boundary_links.size() == links_before) graph.boundary_links.push_back(-1);
    }
    graph.boundary_link_begin.push_back(static_cast<Index>(graph.boundary_links.size()));
  }
}

/// The graph of `mesh`; the centroid of a cell is the mean of its vertices. Throws InputError for an empty mesh.
template <int Dim>
CellGraph make_graph(const Mesh<Dim>& mesh) {
  std::vector<GraphFace> faces;
  faces.reserve(mesh.faces.size());
  for (const auto& face : mesh.faces)
    faces.push_back({face.minus, face.plus, face.boundary, face.minus_face, face.plus_face});
  auto graph = build_graph(mesh.cell_count(), std::move(faces), mesh.boundary_names);
  link_boundary_faces(mesh, graph);

  graph.dimension = Dim;
  graph.centroids.reserve(static_cast<std::size_t>(graph.cell_count()) * Dim);
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto vertices = vertices_of(mesh, cell);
    for (int d = 0; d < Dim; ++d) {
      double sum = 0;
      for (const Index v : vertices) sum += mesh.nodes[v][d];
      graph.centroids.push_back(sum / vertices.count);
    }
  }
  return graph;
}

}  // namespace dg
