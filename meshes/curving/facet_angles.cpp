#include "meshes/curving/facet_angles.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "meshes/curving/vectors.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

template <int Dim>
bool is_straight_face(const Mesh<Dim>& mesh, const Face& face) {
  constexpr double tolerance = 1e-8;  // of the face
  const auto v = face_vertex_nodes(mesh, face.minus, face.minus_face);
  const auto p = [&](int i) { return mesh.nodes[v[i]]; };
  const auto along = sum(p(1), -1, p(0)), up = sum(p(v.count - 1), -1, p(0));
  const auto twist = v.count == 4 ? sum(sum(sum(p(0), -1, p(1)), 1, p(2)), -1, p(3)) : std::array<double, Dim>{};
  const double m = mesh.geometry_order, size = std::max(length(along), length(up));
  bool straight = true;
  for_each_face_point(v.count, mesh.geometry_order, [&](int i, int j) {
    auto place = sum(sum(p(0), i / m, along), j / m, up);
    place = sum(place, i * j / (m * m), twist);
    const auto& node = mesh.nodes[face_node(mesh, face.minus, face.minus_face, i, j)];
    straight = straight && length(sum(node, -1, place)) <= tolerance * size;
  });
  return straight;
}

template <int Dim>
std::array<double, Dim> unit_normal(const Mesh<Dim>& mesh, const FaceVertices<Index>& v) {
  const auto p = [&](int i) { return mesh.nodes[v[i]]; };
  if constexpr (Dim == 2) {
    const auto edge = direction(sum(p(1), -1, p(0)));
    return {edge[1], -edge[0]};
  } else {
    const int shift = v.count == 3 ? 0 : 1;
    return direction(cross(sum(p(1 + shift), -1, p(0)), sum(p(2 + shift), -1, p(shift))));
  }
}

}  // namespace

template <int Dim>
FacetAngles facet_angles(const Mesh<Dim>& mesh, int boundary) {
  using Normal = std::array<double, Dim>;
  std::map<std::array<Index, 2>, std::vector<Normal>> around;  // vertices, in 3-D edges
  for (const Face& face : mesh.faces) {
    if (face.boundary != boundary || !is_straight_face(mesh, face)) continue;
    const auto v = face_vertex_nodes(mesh, face.minus, face.minus_face);
    const Normal normal = unit_normal(mesh, v);
    for (int i = 0; i < v.count; ++i) {
      const Index a = v[i], b = Dim == 2 ? a : v[(i + 1) % v.count];
      around[{std::min(a, b), std::max(a, b)}].push_back(normal);
    }
  }
  constexpr double least = 0.05, most = 30;
  FacetAngles angles;
  for (const auto& [place, normals] : around) {
    if (normals.size() != 2) continue;
    ++angles.neighbours;
    // Of small angles the cosine tells little.
    const double half = std::min(1.0, length(sum(normals[0], -1, normals[1])) / 2);
    const double angle = 2 * std::asin(half) * 180 / std::numbers::pi;
    if (angle < least || angle > most) continue;
    ++angles.slight;
    angles.largest = std::max(angles.largest, angle);
  }
  return angles;
}

template FacetAngles facet_angles<2>(const Mesh<2>&, int);
template FacetAngles facet_angles<3>(const Mesh<3>&, int);

}  // namespace dg
