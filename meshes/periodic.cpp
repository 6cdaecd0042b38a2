#include "meshes/periodic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "meshes/bounding_box.hpp"
#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_direction.hpp"
#include "meshes/face_match.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/point_finder.hpp"
#include "meshes/quoted.hpp"
#include "meshes/rotated_sides.hpp"

namespace dg {
namespace {

template <int Dim>
using PointOf = std::array<double, Dim>;

template <int Dim>
using Boundary = BoundarySide<Dim>;

template <int Dim>
Boundary<Dim> find_boundary(const Mesh<Dim>& mesh, const std::string& name, const std::string& source) {
  const auto found = std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), name);
  if (found == mesh.boundary_names.end()) {
    throw InputError(fmt::format("{}: boundary {} is not in the mesh (it has: {})", source, in_quotes(name),
                                 name_list(mesh.boundary_names)));
  }
  Boundary<Dim> boundary{name, static_cast<std::int16_t>(found - mesh.boundary_names.begin()), {}, {}};
  for (Index f = 0; f < mesh.face_count(); ++f) {
    const Face& face = mesh.faces[f];
    if (face.boundary != boundary.index) continue;
    const auto vertices = face_vertex_nodes(mesh, face.minus, face.minus_face);
    PointOf<Dim> middle{};
    for (const Index v : vertices) {
      for (int d = 0; d < Dim; ++d) middle[d] += mesh.nodes[v][d] / vertices.count;
    }
    boundary.faces.push_back(f);
    boundary.middles.push_back(middle);
  }
  if (boundary.faces.empty()) {
    throw InputError(
        fmt::format("{}: boundary {} has no faces to connect; is it periodic already?", source, in_quotes(name)));
  }
  return boundary;
}

/// How far the nodes of the plus side of a face are from those of its minus side once these have moved, at most, as
/// Face::orientation pairs them. It gives up where they are further apart than `limit`.
template <int Dim>
double gap_after(const Mesh<Dim>& mesh, const Face& face, const RigidMotion<Dim>& motion, double limit) {
  double largest = 0;
  all_node_pairs(mesh, face, [&](Index minus, Index plus) {
    const PointOf<Dim> there = motion(mesh.nodes[minus]);
    double length2 = 0;
    for (int d = 0; d < Dim; ++d) length2 += (there[d] - mesh.nodes[plus][d]) * (there[d] - mesh.nodes[plus][d]);
    largest = std::max(largest, std::sqrt(length2));
    return largest <= limit;
  });
  return largest;
}

template <int Dim>
bool matches(const Mesh<Dim>& mesh, const Face& face, const RigidMotion<Dim>& motion, double tolerance) {
  return gap_after<Dim>(mesh, face, motion, tolerance) <= tolerance;
}

/// Finds the orientation of a face of which a motion takes one side to the other; false if there is none.
template <int Dim>
bool find_orientation(const Mesh<Dim>& mesh, Face& face, const RigidMotion<Dim>& motion, double tolerance) {
  const int n = face_vertex_count(mesh.cell_shapes[face.minus], face.minus_face);
  for (int orientation = 0; orientation < n; ++orientation) {
    face.orientation = static_cast<std::int8_t>(orientation);
    if (fits_orientation(mesh, face) && matches<Dim>(mesh, face, motion, tolerance)) return true;
  }
  return false;
}

/// The unit normal of a face between its vertices.
template <int Dim>
PointOf<Dim> normal_of(const Mesh<Dim>& mesh, const Face& face) {
  PointOf<Dim> normal = area_of(mesh, face);
  double length2 = 0;
  for (int d = 0; d < Dim; ++d) length2 += normal[d] * normal[d];
  for (int d = 0; d < Dim; ++d) normal[d] /= std::sqrt(length2);
  return normal;
}

/// The faces that join each face of `a` to its counterpart in `b`, up to the first that has none.
template <int Dim>
std::vector<Face> join(const Mesh<Dim>& mesh, const Boundary<Dim>& a, const Boundary<Dim>& b,
                       const RigidMotion<Dim>& motion) {
  const double tolerance = periodic_tolerance(mesh);
  PointFinder<Dim> finder(b.middles, b.middles.size(), tolerance);
  for (std::size_t i = 0; i < b.middles.size(); ++i) finder.insert(static_cast<Index>(i));
  std::vector<Face> joined;
  std::vector<bool> taken(b.faces.size(), false);
  for (std::size_t i = 0; i < a.faces.size(); ++i) {
    const Index j = finder.find(motion(a.middles[i]));
    if (j < 0 || taken[j]) return joined;
    const Face &from = mesh.faces[a.faces[i]], &to = mesh.faces[b.faces[j]];
    Face face{from.minus, to.minus, from.minus_face, to.minus_face, -1};
    if (!find_orientation<Dim>(mesh, face, motion, tolerance)) return joined;
    joined.push_back(face);
    taken[j] = true;
  }
  return joined;
}

/// Of the translation and all rotations that may take `from` to `to`, the first that does, with the faces it joins.
template <int Dim>
PeriodicPair<Dim> find_pair(const Mesh<Dim>& mesh, const Boundary<Dim>& from, const Boundary<Dim>& to,
                            const std::string& source, std::vector<Face>& joined) {
  PeriodicPair<Dim> pair{from.index, to.index, {}, {}};
  const PointOf<Dim> start = from.mean_middle(), end = to.mean_middle();
  for (int d = 0; d < Dim; ++d) pair.translation[d] = end[d] - start[d];
  joined = join<Dim>(mesh, from, to, motion_of(pair));
  if (joined.size() == from.faces.size()) return pair;
  const std::string where = place(from.middles[joined.size()]), distance = place(pair.translation);
  std::string tried;
  for (const RigidMotion<Dim>& rotation : possible_rotations(mesh, from, to)) {
    joined = join<Dim>(mesh, from, to, rotation);
    pair.rotation = rotation.rotation;
    pair.translation = rotation.translation;
    if (joined.size() == from.faces.size()) return pair;
    if (tried.empty()) tried = "; nor does " + description(rotation) + " fit";
  }
  throw InputError(
      fmt::format("{}: the face of boundary {} at {} has no counterpart in {} at a distance of {}{}; periodic "
                  "boundaries must match by a translation or a rotation",
                  source, in_quotes(from.name), where, in_quotes(to.name), distance, tried));
}

template <int Dim>
void connect(Mesh<Dim>& mesh, const Boundary<Dim>& from, const Boundary<Dim>& to, const std::string& source) {
  std::vector<Face> joined;
  const PeriodicPair<Dim> pair = find_pair<Dim>(mesh, from, to, source, joined);
  for (Face& face : joined) point_upwards(face);

  // The joined faces go between the interior faces and what is left of the boundary.
  constexpr std::int16_t gone = -2;
  for (const auto* faces : {&from.faces, &to.faces})
    for (const Index f : *faces) mesh.faces[f].boundary = gone;
  std::erase_if(mesh.faces, [](const Face& f) { return f.boundary == gone; });
  const auto first_boundary =
      std::stable_partition(mesh.faces.begin(), mesh.faces.end(), [](const Face& f) { return f.boundary < 0; });
  mesh.faces.insert(first_boundary, joined.begin(), joined.end());
  mesh.periodic_pairs.push_back(pair);
}

/// Joins the faces of a boundary that look one way to those that look the other way, pair of sides after pair.
template <int Dim>
void connect_within(Mesh<Dim>& mesh, const std::string& name, const std::string& source) {
  constexpr double alike = 0.9;  // the least cosine between the normals of one side, which may be wavy
  const std::int16_t index = find_boundary(mesh, name, source).index;
  const auto is_open = [&](const Face& face) { return face.boundary == index; };
  while (std::any_of(mesh.faces.begin(), mesh.faces.end(), is_open)) {
    const auto all = find_boundary(mesh, name, source);
    Boundary<Dim> from{name, index, {}, {}}, to = from, others = from;
    const PointOf<Dim> normal = normal_of(mesh, mesh.faces[all.faces.front()]);
    for (std::size_t i = 0; i < all.faces.size(); ++i) {
      const PointOf<Dim> other = normal_of(mesh, mesh.faces[all.faces[i]]);
      double cosine = 0;
      for (int d = 0; d < Dim; ++d) cosine += normal[d] * other[d];
      Boundary<Dim>& side = cosine >= alike ? from : cosine <= -alike ? to : others;
      side.faces.push_back(all.faces[i]);
      side.middles.push_back(all.middles[i]);
    }
    if (to.faces.empty()) to = others;  // the other side of a sector
    if (from.faces.size() != to.faces.size())
      throw InputError(
          fmt::format("{}: boundary {} is periodic with itself, but {} of its faces look along {} and {} "
                      "the other way; they must match",
                      source, in_quotes(name), from.faces.size(), place(normal), to.faces.size()));
    connect<Dim>(mesh, from, to, source);
  }
}

}  // namespace

template <int Dim>
double periodic_tolerance(const Mesh<Dim>& mesh) {
  return 1e-8 * bounding_box(mesh).diagonal();
}

template <int Dim>
std::optional<PeriodicSides> periodic_sides_of(const Mesh<Dim>& mesh, const Face& face, double tolerance) {
  for (const auto& pair : mesh.periodic_pairs) {
    const RigidMotion<Dim> motion = motion_of(pair);
    if (matches<Dim>(mesh, face, motion, tolerance)) return PeriodicSides{pair.a, pair.b};
    if (matches<Dim>(mesh, face, inverse(motion), tolerance)) return PeriodicSides{pair.b, pair.a};
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
      const double gap = gap_after<Dim>(mesh, face, back ? inverse(motion) : motion, least);
      if (gap >= least) continue;
      least = gap;
      const int rotated = static_cast<int>(i) + 1;
      number = !pair.is_rotated() ? 0 : back ? -rotated : rotated;
    }
  }
  return number;
}

template <int Dim>
void connect_periodic(Mesh<Dim>& mesh, const std::string& a, const std::string& b, const std::string& source) {
  if (a == b) return connect_within<Dim>(mesh, a, source);
  const auto from = find_boundary(mesh, a, source), to = find_boundary(mesh, b, source);
  if (from.faces.size() != to.faces.size()) {
    throw InputError(fmt::format("{}: periodic boundaries {} and {} have {} and {} faces; they must match", source,
                                 in_quotes(a), in_quotes(b), from.faces.size(), to.faces.size()));
  }
  connect<Dim>(mesh, from, to, source);
}

template double periodic_tolerance<2>(const Mesh<2>&);
template double periodic_tolerance<3>(const Mesh<3>&);
template std::optional<PeriodicSides> periodic_sides_of<2>(const Mesh<2>&, const Face&, double);
template std::optional<PeriodicSides> periodic_sides_of<3>(const Mesh<3>&, const Face&, double);
template bool has_rotated_pairs<2>(const Mesh<2>&);
template bool has_rotated_pairs<3>(const Mesh<3>&);
template int rotation_across<2>(const Mesh<2>&, const Face&);
template int rotation_across<3>(const Mesh<3>&, const Face&);
template void connect_periodic<2>(Mesh<2>&, const std::string&, const std::string&, const std::string&);
template void connect_periodic<3>(Mesh<3>&, const std::string&, const std::string&, const std::string&);

}  // namespace dg
