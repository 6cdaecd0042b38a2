#include "meshes/face_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "meshes/face_match.hpp"

namespace dg {

template <int Dim>
double gap_after(const Mesh<Dim>& mesh, const Face& face, const RigidMotion<Dim>& motion, double limit) {
  double largest = 0;
  all_node_pairs(mesh, face, [&](Index minus, Index plus) {
    const std::array<double, Dim> there = motion(mesh.nodes[minus]);
    double length2 = 0;
    for (int d = 0; d < Dim; ++d) length2 += (there[d] - mesh.nodes[plus][d]) * (there[d] - mesh.nodes[plus][d]);
    largest = std::max(largest, std::sqrt(length2));
    return largest <= limit;
  });
  return largest;
}

template <int Dim>
bool find_orientation(const Mesh<Dim>& mesh, Face& face, const RigidMotion<Dim>& motion, double tolerance) {
  const int n = face_vertex_count(mesh.cell_shapes[face.minus], face.minus_face);
  for (int orientation = 0; orientation < n; ++orientation) {
    face.orientation = static_cast<std::int8_t>(orientation);
    if (fits_orientation(mesh, face) && gap_after(mesh, face, motion, tolerance) <= tolerance) return true;
  }
  return false;
}

template double gap_after<2>(const Mesh<2>&, const Face&, const RigidMotion<2>&, double);
template double gap_after<3>(const Mesh<3>&, const Face&, const RigidMotion<3>&, double);
template bool find_orientation<2>(const Mesh<2>&, Face&, const RigidMotion<2>&, double);
template bool find_orientation<3>(const Mesh<3>&, Face&, const RigidMotion<3>&, double);

}  // namespace dg
