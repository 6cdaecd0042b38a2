/// How the messages about meshes name places.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// What the messages call a face of a cell.
template <int Dim>
inline constexpr const char* face_word = Dim == 2 ? "edge" : "face";

/// "(x, y)" or "(x, y, z)"
template <std::size_t Dim>
std::string place(const std::array<double, Dim>& point) {
  if constexpr (Dim == 2) return fmt::format("({:.7g}, {:.7g})", point[0], point[1]);
  if constexpr (Dim == 3) return fmt::format("({:.7g}, {:.7g}, {:.7g})", point[0], point[1], point[2]);
}

/// The places of the vertices of a face: "(x, y)-(x, y)"
template <int Dim>
std::string outline(const Mesh<Dim>& mesh, const FaceVertices<Index>& vertices) {
  std::string text;
  for (const Index vertex : vertices) {
    if (!text.empty()) text += "-";
    text += place(mesh.nodes[vertex]);
  }
  return text;
}

/// "cell 7 at (x, y)", the place being the mean of the vertices.
template <int Dim>
std::string cell_at(const Mesh<Dim>& mesh, Index cell) {
  const int n = vertex_count(mesh.cell_shapes[cell]);
  std::array<double, Dim> mean{};
  for (int v = 0; v < n; ++v) {
    for (int d = 0; d < Dim; ++d) mean[d] += mesh.nodes[vertex_node(mesh, cell, v)][d] / n;
  }
  return fmt::format("cell {} at {}", cell, place(mean));
}

}  // namespace dg
