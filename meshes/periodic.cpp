#include "meshes/periodic.hpp"

#include <algorithm>
#include <limits>

#include "meshes/bounding_box.hpp"
#include "meshes/face_match.hpp"
#include "meshes/face_motion.hpp"

namespace dg {

template <int Dim>
double periodic_tolerance(const Mesh<Dim>& mesh) {
  return 1e-8 * bounding_box(mesh).diagonal();
}

template <int Dim>
std::optional<PeriodicSides> periodic_sides_of(const Mesh<Dim>& mesh, const Face& face, double tolerance) {
  for (const auto& pair : mesh.periodic_pairs) {
    const RigidMotion<Dim> motion = motion_of(pair);
    if (gap_after(mesh, face, motion, tolerance) <= tolerance) return PeriodicSides{pair.a, pair.b};
    if (gap_after(mesh, face, inverse(motion), tolerance) <= tolerance) return PeriodicSides{pair.b, pair.a};
  }
  return std::nullopt;
}

template <int Dim>
bool has_rotated_pairs(const Mesh<Dim>& mesh) {
  return std::ranges::any_of(mesh.periodic_pairs, [](const auto& pair) { return pair.is_rotated(); });
}

template <int Dim>
int rotation_across(const Mesh<Dim>& mesh, const Face& face) {
  if (face.plus < 0 || shares_nodes(mesh, face)) return 0;
  int number = 0;
  double least = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i < mesh.periodic_pairs.size(); ++i) {
    const PeriodicPair<Dim>& pair = mesh.periodic_pairs[i];
    const RigidMotion<Dim> motion = motion_of(pair);
    for (const bool back : {false, true}) {
      const double gap = gap_after(mesh, face, back ? inverse(motion) : motion, least);
      if (gap >= least) continue;
      least = gap;
      const int rotated = static_cast<int>(i) + 1;
      number = !pair.is_rotated() ? 0 : back ? -rotated : rotated;
    }
  }
  return number;
}

template double periodic_tolerance<2>(const Mesh<2>&);
template double periodic_tolerance<3>(const Mesh<3>&);
template std::optional<PeriodicSides> periodic_sides_of<2>(const Mesh<2>&, const Face&, double);
template std::optional<PeriodicSides> periodic_sides_of<3>(const Mesh<3>&, const Face&, double);
template bool has_rotated_pairs<2>(const Mesh<2>&);
template bool has_rotated_pairs<3>(const Mesh<3>&);
template int rotation_across<2>(const Mesh<2>&, const Face&);
template int rotation_across<3>(const Mesh<3>&, const Face&);

}  // namespace dg
