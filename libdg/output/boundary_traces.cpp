#include "libdg/output/boundary_traces.hpp"

#include <algorithm>

#include "libdg/core/errors.hpp"
#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

using Points = std::vector<std::array<double, 2>>;

/// The Gauss points of all faces of a reference cell, face after face.
Points points_of_faces(CellShape shape, int per_face) {
  constexpr std::array<std::array<double, 2>, 3> triangle{{{-1, -1}, {1, -1}, {-1, 1}}};
  constexpr std::array<std::array<double, 2>, 4> quadrilateral{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  const auto vertex = [&](int v) { return shape == CellShape::triangle ? triangle[v % 3] : quadrilateral[v % 4]; };
  const QuadratureRule<1> rule = gauss_legendre(per_face);
  Points points;
  for (int f = 0; f < face_count(shape); ++f) {
    const auto a = vertex(f), b = vertex(f + 1);
    for (const auto& [t] : rule.points) {
      const double s = 0.5 * (1.0 + t);
      points.push_back({a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])});
    }
  }
  return points;
}

}  // namespace

std::vector<BoundaryTrace> boundary_traces(const Mesh2& mesh, const Solver& solver, int degree,
                                           const std::string& boundary) {
  const auto name = std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), boundary);
  if (name == mesh.boundary_names.end()) throw InputError("boundary '" + boundary + "' is not in the mesh");
  const auto number = name - mesh.boundary_names.begin();
  const int per_face = degree + 1;
  const std::array points{points_of_faces(CellShape::triangle, per_face),
                          points_of_faces(CellShape::quadrilateral, per_face)};
  const std::vector<double> samples = solver.sample(points[0], points[1]);
  std::vector<std::size_t> begin{0};
  for (const CellShape shape : mesh.cell_shapes) {
    begin.push_back(begin.back() + 4 * points[static_cast<std::size_t>(shape)].size());
  }
  std::vector<BoundaryTrace> traces;
  for (const Face& face : mesh.faces) {
    if (face.plus >= 0 || face.boundary != number) continue;
    const double factor = mesh.cell_shapes[face.minus] == CellShape::triangle ? 2.0 : 1.0;
    const double height = factor * cell_area(mesh, face.minus) / face_length(mesh, face.minus, face.minus_face);
    for (int g = 0; g < per_face; ++g) {
      const double* u = &samples[begin[face.minus] + 4 * static_cast<std::size_t>(face.minus_face * per_face + g)];
      traces.push_back({{u[0], u[1], u[2], u[3]}, height});
    }
  }
  return traces;
}

}  // namespace dg
