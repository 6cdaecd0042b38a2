/// The length of a flow for which a user gives none.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/solver/boundary_kinds.hpp"
#include "meshes/bounding_box.hpp"
#include "meshes/lattice.hpp"

namespace dg {

/// The longest side of the box around all walls, without walls of that around the mesh. Where each of several ranks has
/// a part of the mesh, all of them call this together.
template <int Dim>
double flow_length(const Mesh<Dim>& mesh, const std::vector<BoundaryCondition>& boundaries, Communicator& ranks) {
  BoundingBox<Dim> walls;
  for (const Face& face : mesh.faces) {
    if (face.plus >= 0 || face.boundary < 0) continue;
    const std::string& name = mesh.boundary_names[face.boundary];
    const auto condition =
        std::find_if(boundaries.begin(), boundaries.end(), [&](const auto& b) { return b.name == name; });
    if (condition == boundaries.end() || !is_wall(condition->type)) continue;
    const int vertices = face_vertices(mesh.cell_shapes[face.minus], face.minus_face).count;
    for_each_face_point(vertices, mesh.geometry_order, [&](int i, int j) {
      walls.include(mesh.nodes[face_node(mesh, face.minus, face.minus_face, i, j)]);
    });
  }
  const auto longest_side = [&](BoundingBox<Dim> box) {
    ranks.reduce(std::span(box.low), Reduction::least);
    ranks.reduce(std::span(box.high), Reduction::largest);
    double longest = 0.0;
    for (int d = 0; d < Dim; ++d) longest = std::max(longest, box.high[d] - box.low[d]);
    return longest;
  };
  const double of_walls = longest_side(walls), of_mesh = longest_side(bounding_box(mesh));
  return of_walls > 0.0 ? of_walls : of_mesh;
}

}  // namespace dg
