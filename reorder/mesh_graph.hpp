/// The cell graph of a mesh, with the centroids of the cells and the links between touching boundary faces.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"
#include "reorder/graph.hpp"

namespace dg {

/// The vertices of a cell: a list that needs no memory of its own.
struct CellVertices {
  std::array<Index, most_vertices> nodes;
  int count;

  const Index* begin() const { return nodes.data(); }
  const Index* end() const { return nodes.data() + count; }
};

/// Vertices of a cell as node numbers, in the mesh's order of vertices.
template <int Dim>
CellVertices vertices_of(const Mesh<Dim>& mesh, Index cell) {
  CellVertices vertices{{}, vertex_count(mesh.cell_shapes[cell])};
  for (int v = 0; v < vertices.count; ++v) vertices.nodes[v] = vertex_node(mesh, cell, v);
  return vertices;
}

/// A ridge is where two faces of a boundary meet: a vertex in 2-D, an edge in 3-D. Sorted node numbers.
template <int Dim>
using Ridge = std::array<Index, static_cast<std::size_t>(Dim - 1)>;

/// Ridges of boundary face `face`; in 2-D its end comes first, then its start, in 3-D they go round.
template <int Dim>
std::vector<Ridge<Dim>> ridges_of(const Mesh<Dim>& mesh, const Face& face) {
  const auto vertices = face_vertex_nodes(mesh, face.minus, face.minus_face);
  if constexpr (Dim == 2) {
    return {{vertices[1]}, {vertices[0]}};
  } else {
    std::vector<Ridge<Dim>> ridges;
    for (int i = 0; i < vertices.count; ++i) {
      const auto [low, high] = std::minmax({vertices[i], vertices[(i + 1) % vertices.count]});
      ridges.push_back({low, high});
    }
    return ridges;
  }
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
