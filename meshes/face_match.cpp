#include "meshes/face_match.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dg {
namespace {

using Point3 = std::array<double, 3>;

constexpr double tolerance = 1e-6;  // of the length of an edge

Point3 difference(const Point3& a, const Point3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Point3 cross(const Point3& a, const Point3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double dot(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// True if `p` lies in the triangle, its edges included and its vertices not.
bool lies_in_triangle(const Point3& p, const Point3& a, const Point3& b, const Point3& c) {
  const Point3 ab = difference(b, a), ac = difference(c, a), ap = difference(p, a), normal = cross(ab, ac);
  const double area2 = dot(normal, normal);
  const double height = dot(ap, normal) / std::sqrt(area2), size = std::sqrt(std::max(dot(ab, ab), dot(ac, ac)));
  const double v = dot(cross(ap, ac), normal) / area2, w = dot(cross(ab, ap), normal) / area2, u = 1 - v - w;
  const bool at_vertex = std::max({u, v, w}) > 1 - tolerance;
  return std::abs(height) < tolerance * size && std::min({u, v, w}) > -tolerance && !at_vertex;
}

}  // namespace

bool lies_within(const Mesh<2>& mesh, Index node, const FaceVertices<Index>& vertices) {
  const auto &p = mesh.nodes[node], &a = mesh.nodes[vertices[0]], &b = mesh.nodes[vertices[1]];
  const double ex = b[0] - a[0], ey = b[1] - a[1], px = p[0] - a[0], py = p[1] - a[1];
  const double length2 = ex * ex + ey * ey;
  const double along = (ex * px + ey * py) / length2, off = (ex * py - ey * px) / length2;
  return along > tolerance && along < 1 - tolerance && std::abs(off) < tolerance;
}

bool lies_within(const Mesh<3>& mesh, Index node, const FaceVertices<Index>& vertices) {
  if (std::find(vertices.begin(), vertices.end(), node) != vertices.end()) return false;
  const Point3& p = mesh.nodes[node];
  for (int i = 2; i < vertices.count; ++i) {
    if (lies_in_triangle(p, mesh.nodes[vertices[0]], mesh.nodes[vertices[i - 1]], mesh.nodes[vertices[i]])) return true;
  }
  return false;
}

}  // namespace dg
