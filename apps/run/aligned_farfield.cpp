#include "apps/run/aligned_farfield.hpp"

#include <fmt/format.h>

#include <cmath>

#include "apps/run/encoded_name.hpp"
#include "meshes/lattice.hpp"

namespace dg::app {
namespace {

/// The normal of a face by its vertices, as long as the face is large, whichever way it points.
template <int Dim>
std::array<double, Dim> area_vector(const Mesh<Dim>& mesh, const Face& face) {
  const auto vertices = face_vertex_nodes(mesh, face.minus, face.minus_face);
  const auto way = [&](int from, int to) {
    const auto &a = mesh.nodes[vertices.vertex[from]], &b = mesh.nodes[vertices.vertex[to]];
    std::array<double, Dim> d;
    for (int i = 0; i < Dim; ++i) d[i] = b[i] - a[i];
    return d;
  };
  if constexpr (Dim == 2) {
    const auto d = way(0, 1);
    return {d[1], -d[0]};
  } else {
    const bool quadrilateral = vertices.count == 4;
    const auto a = way(0, quadrilateral ? 2 : 1), b = quadrilateral ? way(1, 3) : way(0, 2);
    return {(a[1] * b[2] - a[2] * b[1]) / 2, (a[2] * b[0] - a[0] * b[2]) / 2, (a[0] * b[1] - a[1] * b[0]) / 2};
  }
}

/// The part of a boundary that a stream meets at less than a degree or so.
template <int Dim>
double part_along(const Mesh<Dim>& mesh, const std::string& boundary, const std::array<double, 3>& velocity) {
  constexpr double grazing = 0.02;
  double all = 0.0, along = 0.0;
  for (const Face& face : mesh.faces) {
    if (face.plus >= 0 || mesh.boundary_names[face.boundary] != boundary) continue;
    const std::array<double, Dim> normal = area_vector(mesh, face);
    double area2 = 0.0, speed2 = 0.0, through = 0.0;
    for (int d = 0; d < Dim; ++d) {
      area2 += normal[d] * normal[d];
      speed2 += velocity[d] * velocity[d];
      through += velocity[d] * normal[d];
    }
    all += std::sqrt(area2);
    if (through * through < grazing * grazing * speed2 * area2) along += std::sqrt(area2);
  }
  return all > 0.0 ? along / all : 0.0;
}

}  // namespace

template <int Dim>
std::string aligned_farfield(const ProblemOf<Dim>& problem) {
  constexpr double notable = 0.1;  // a circle has 0.013
  for (const BoundaryCondition& boundary : problem.c.solver.boundaries) {
    if (boundary.type != BoundaryType::farfield || boundary.from_data) continue;
    const double part = part_along(problem.whole_mesh(), boundary.name, boundary.state.velocity);
    if (part < notable) continue;
    return fmt::format(
        "{1:.0f} % of the far field '{0}' lie along the stream, where its condition jumps from inflow to outflow and "
        "Newton's method may stall; use 'symmetry' or 'wall-slip' there",
        printable_name(boundary.name), 100 * part);
  }
  return "";
}

template std::string aligned_farfield<2>(const ProblemOf<2>&);
template std::string aligned_farfield<3>(const ProblemOf<3>&);

}  // namespace dg::app
