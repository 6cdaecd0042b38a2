/// Measures of a mesh that the tests of the generators compare with exact values.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg {

inline double mesh_area(const Mesh2& mesh) {
  double sum = 0;
  for (Index c = 0; c < mesh.cell_count(); ++c) sum += cell_area(mesh, c);
  return sum;
}

inline int boundary_number(const Mesh2& mesh, const std::string& name) {
  const auto found = std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), name);
  return found == mesh.boundary_names.end() ? -1 : static_cast<int>(found - mesh.boundary_names.begin());
}

/// Faces of a boundary, or of all boundaries if `name` is empty.
inline std::vector<Face> boundary_faces(const Mesh2& mesh, const std::string& name = "") {
  std::vector<Face> faces;
  for (const Face& face : mesh.faces)
    if (face.plus < 0 && (name.empty() || face.boundary == boundary_number(mesh, name))) faces.push_back(face);
  return faces;
}

/// Nodes of a boundary, face by face, with the shared ones repeated.
inline std::vector<std::array<double, 2>> boundary_nodes(const Mesh2& mesh, const std::string& name) {
  std::vector<std::array<double, 2>> points;
  for (const Face& face : boundary_faces(mesh, name))
    for (int k = 0; k <= mesh.geometry_order; ++k)
      points.push_back(mesh.nodes[face_node(mesh, face.minus, face.minus_face, k)]);
  return points;
}

/// Area to the left of a boundary, the integral of (x dy - y dx) / 2 along it. If it is all of the boundary, that is
/// the area of the mesh (Green). By four Gauss points on the polynomial through the nodes of a face: exact to order 4.
inline double boundary_area(const Mesh2& mesh, const std::string& name = "") {
  const double a = 0.3399810435848563, b = 0.8611363115940526, wa = 0.6521451548625461, wb = 0.3478548451374538;
  const std::array<std::array<double, 2>, 4> rule{{{-b, wb}, {-a, wa}, {a, wa}, {b, wb}}};
  const int m = mesh.geometry_order;
  double sum = 0;
  for (const Face& face : boundary_faces(mesh, name))
    for (const auto& [point, weight] : rule) {
      const double t = (point + 1) / 2 * m;
      std::array<double, 2> x{}, dx{};
      for (int k = 0; k <= m; ++k) {
        double value = 1, slope = 0;
        for (int l = 0; l <= m; ++l)
          if (l != k) {
            slope = (slope * (t - l) + value) / (k - l);
            value *= (t - l) / (k - l);
          }
        const auto& node = mesh.nodes[face_node(mesh, face.minus, face.minus_face, k)];
        for (int d = 0; d < 2; ++d) {
          x[d] += value * node[d];
          dx[d] += slope * m * node[d];
        }
      }
      sum += weight / 4 * (x[0] * dx[1] - x[1] * dx[0]);
    }
  return sum;
}

/// The least Jacobian determinant over the largest of the same cell, sampled on a 13 x 13 lattice of every cell.
inline double worst_jacobian_ratio(const Mesh2& mesh) {
  const int samples = 12;
  const CellMap<2> maps[2] = {
      {CellShape::triangle, mesh.geometry_order, lattice_points(CellShape::triangle, samples)},
      {CellShape::quadrilateral, mesh.geometry_order, lattice_points(CellShape::quadrilateral, samples)}};
  double worst = std::numeric_limits<double>::infinity();
  std::vector<Jacobian2> jacobians;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const CellMap<2>& map = maps[mesh.cell_shapes[c] == CellShape::triangle ? 0 : 1];
    jacobians.resize(map.point_count());
    map.evaluate(mesh, c, {}, jacobians);
    double least = std::numeric_limits<double>::infinity(), largest = -least;
    for (const Jacobian2& j : jacobians) {
      least = std::min(least, determinant(j));
      largest = std::max(largest, determinant(j));
    }
    worst = std::min(worst, least / largest);
  }
  return worst;
}

inline int count_shape(const Mesh2& mesh, CellShape shape) {
  return static_cast<int>(std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), shape));
}

/// The message of the InputError that `call` throws; empty if it throws none.
template <class Error, class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace dg
