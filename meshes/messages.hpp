/// How the messages about meshes name places.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// "(x, y)"
inline std::string place(const std::array<double, 2>& point) {
  return fmt::format("({:.7g}, {:.7g})", point[0], point[1]);
}

/// "(x, y)-(x, y)"
inline std::string segment(const Mesh2& mesh, const std::array<Index, 2>& vertices) {
  return place(mesh.nodes[vertices[0]]) + "-" + place(mesh.nodes[vertices[1]]);
}

/// "cell 7 at (x, y)", the place being the mean of the vertices.
inline std::string cell_at(const Mesh2& mesh, Index cell) {
  const int n = face_count(mesh.cell_shapes[cell]);
  std::array<double, 2> mean{};
  for (int v = 0; v < n; ++v) {
    for (int d = 0; d < 2; ++d) mean[d] += mesh.nodes[vertex_node(mesh, cell, v)][d] / n;
  }
  return fmt::format("cell {} at {}", cell, place(mean));
}

}  // namespace dg
