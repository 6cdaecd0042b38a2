#include "meshes/rotated_sides.hpp"

#include <cmath>
#include <numbers>

#include "meshes/curving/vectors.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

constexpr double least_angle = 2 * std::numbers::pi * 1e-6;
constexpr double rounding = 1e-6;  ///< of the lengths of vectors that must agree

template <int Dim>
std::array<double, Dim> sum_of_areas(const Mesh<Dim>& mesh, const BoundarySide<Dim>& side, double sign) {
  std::array<double, Dim> total{};
  for (const Index f : side.faces) total = sum(total, sign, area_of(mesh, mesh.faces[f]));
  return total;
}

}  // namespace

std::array<double, 2> area_of(const Mesh<2>& mesh, const Face& face) {
  const auto v = face_vertex_nodes(mesh, face.minus, face.minus_face);
  return {mesh.nodes[v[1]][1] - mesh.nodes[v[0]][1], mesh.nodes[v[0]][0] - mesh.nodes[v[1]][0]};
}

std::array<double, 3> area_of(const Mesh<3>& mesh, const Face& face) {
  const auto v = face_vertex_nodes(mesh, face.minus, face.minus_face);
  const auto span = [&](int from, int to) { return sum(mesh.nodes[v[to]], -1, mesh.nodes[v[from]]); };
  return scaled(0.5, v.count == 3 ? cross(span(0, 1), span(0, 2)) : cross(span(0, 2), span(1, 3)));
}

std::vector<RigidMotion<2>> possible_rotations(const Mesh<2>& mesh, const BoundarySide<2>& a,
                                               const BoundarySide<2>& b) {
  const auto from = sum_of_areas(mesh, a, 1), to = sum_of_areas(mesh, b, -1);
  const double angle = std::atan2(from[0] * to[1] - from[1] * to[0], from[0] * to[0] + from[1] * to[1]);
  if (std::abs(angle) < least_angle) return {};
  return {rotation_by(angle, a.mean_middle(), b.mean_middle())};
}

std::vector<RigidMotion<3>> possible_rotations(const Mesh<3>& mesh, const BoundarySide<3>& a,
                                               const BoundarySide<3>& b) {
  const Vector<3> from = sum_of_areas(mesh, a, 1), to = sum_of_areas(mesh, b, -1);
  const Vector<3> start = a.mean_middle(), end = b.mean_middle();
  const Vector<3> shift = sum(end, -1, start);
  const double size = length(from), distance = length(shift);
  std::vector<RigidMotion<3>> rotations;
  std::vector<Vector<3>> axes{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  for (const Vector<3>& line : {cross(from, shift), cross(from, to)})
    if (length(line) > rounding * rounding * size * std::max(size, distance))
      axes.insert(axes.begin(), direction(line));
  for (const Vector<3>& axis : axes) {
    // Neither what a rotation keeps of a vector may differ, nor may the sides lie apart along the axis.
    if (std::abs(inner(axis, from) - inner(axis, to)) > rounding * size) continue;
    if (std::abs(inner(axis, shift)) > rounding * distance) continue;
    const double along = inner(axis, from) * inner(axis, to);
    const double angle = std::atan2(inner(axis, cross(from, to)), inner(from, to) - along);
    if (std::abs(angle) >= least_angle) rotations.push_back(rotation_by(angle, axis, start, end));
  }
  return rotations;
}

}  // namespace dg
