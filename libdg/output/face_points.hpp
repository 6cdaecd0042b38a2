/// Points on the faces of cells, as the solver has them.
#pragma once

#include <array>
#include <vector>

#include "libdg/element/reference_face.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// The solver's points on the face under local face f of a cell, for solutions of a degree.
template <int Dim>
ReferenceFace<Dim> points_on_reference_face(CellShape shape, int f, int degree, FaceRule rule) {
  return ReferenceFace<Dim>(face_shape_of_kind(Dim, kind_of_face(shape, f)), degree, rule);
}

/// Points of the reference face in the reference cell. They go from the first vertex of local face f along its edges to
/// the second and the last.
template <int Dim>
std::vector<std::array<double, Dim>> points_in_cell(CellShape shape, int f,
                                                    const std::vector<std::array<double, Dim - 1>>& on_face) {
  const auto vertices = face_vertices(shape, f);
  const auto corner = [&](int i) { return vertex_corner(shape, vertices[i]); };
  std::vector<std::array<double, Dim>> points;
  for (const auto& s : on_face) {
    auto& point = points.emplace_back();
    for (int d = 0; d < Dim; ++d) {
      point[d] = 2.0 * corner(0)[d] - 1.0;
      for (int a = 0; a < Dim - 1; ++a) {
        const int end = a == 0 ? 1 : vertices.count - 1;
        point[d] += (1.0 + s[a]) * (corner(end)[d] - corner(0)[d]);
      }
    }
  }
  return points;
}

}  // namespace dg
