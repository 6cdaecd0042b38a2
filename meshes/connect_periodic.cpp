#include <algorithm>
#include <array>
#include <cmath>

#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_direction.hpp"
#include "meshes/face_motion.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/periodic.hpp"
#include "meshes/point_finder.hpp"
#include "meshes/quoted.hpp"
#include "meshes/rotated_sides.hpp"

namespace dg {
namespace {

template <int Dim>
using PointOf = std::array<double, Dim>;

template <int Dim>
using Boundary = BoundarySide<Dim>;

bool has_faces(const std::vector<Face>& faces, std::int16_t boundary) {
  return std::ranges::any_of(faces, [&](const Face& face) { return face.boundary == boundary; });
}

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

/// The unit normal of a face between its vertices.
template <int Dim>
PointOf<Dim> normal_of(const Mesh<Dim>& mesh, const Face& face) {
  PointOf<Dim> normal = area_of(mesh, face);
  double length2 = 0;
  for (int d = 0; d < Dim; ++d) length2 += normal[d] * normal[d];
  for (int d = 0; d < Dim; ++d) normal[d] /= std::sqrt(length2);
  return normal;
}

/// Finds faces of a boundary where a motion takes those of another.
template <int Dim>
class Counterparts {
 public:
  Counterparts(const Mesh<Dim>& mesh, const Boundary<Dim>& of, const RigidMotion<Dim>& motion)
      : mesh_(mesh),
        of_(of),
        motion_(motion),
        tolerance_(periodic_tolerance(mesh)),
        finder_(of.middles, of.middles.size(), tolerance_) {
    for (std::size_t i = 0; i < of.middles.size(); ++i) finder_.insert(static_cast<Index>(i));
  }

  /// The counterpart of face i of `from`, or -1. `joined` becomes the face of which the two are the sides.
  Index find(const Boundary<Dim>& from, std::size_t i, Face& joined) const {
    const Index j = finder_.find(motion_(from.middles[i]));
    if (j < 0) return -1;
    const Face &minus = mesh_.faces[from.faces[i]], &plus = mesh_.faces[of_.faces[j]];
    joined = {minus.minus, plus.minus, minus.minus_face, plus.minus_face, -1};
    return find_orientation(mesh_, joined, motion_, tolerance_) ? of_.faces[j] : -1;
  }

 private:
  const Mesh<Dim>& mesh_;
  const Boundary<Dim>& of_;
  RigidMotion<Dim> motion_;
  double tolerance_;
  PointFinder<Dim> finder_;
};

/// The faces that join each face of `a` to its counterpart in `b`, up to the first that has none.
template <int Dim>
std::vector<Face> join(const Mesh<Dim>& mesh, const Boundary<Dim>& a, const Boundary<Dim>& b,
                       const RigidMotion<Dim>& motion) {
  const Counterparts<Dim> counterparts(mesh, b, motion);
  std::vector<Face> joined;
  std::vector<bool> is_taken(mesh.faces.size(), false);
  for (std::size_t i = 0; i < a.faces.size(); ++i) {
    Face face;
    const Index other = counterparts.find(a, i, face);
    if (other < 0 || is_taken[other]) return joined;
    joined.push_back(face);
    is_taken[other] = true;
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

/// Puts the joined faces in the place of the boundary faces that they are made of.
template <int Dim>
void replace_sides(Mesh<Dim>& mesh, const std::vector<Index>& sides, std::vector<Face> joined,
                   const PeriodicPair<Dim>& pair) {
  for (Face& face : joined) point_upwards(face);

  // The joined faces go between the interior faces and what is left of the boundary.
  constexpr std::int16_t gone = -2;
  for (const Index f : sides) mesh.faces[f].boundary = gone;
  std::erase_if(mesh.faces, [](const Face& f) { return f.boundary == gone; });
  const auto first_boundary =
      std::stable_partition(mesh.faces.begin(), mesh.faces.end(), [](const Face& f) { return f.boundary < 0; });
  mesh.faces.insert(first_boundary, joined.begin(), joined.end());
  mesh.periodic_pairs.push_back(pair);
}

template <int Dim>
void connect(Mesh<Dim>& mesh, const Boundary<Dim>& from, const Boundary<Dim>& to, const std::string& source) {
  std::vector<Face> joined;
  const PeriodicPair<Dim> pair = find_pair<Dim>(mesh, from, to, source, joined);
  std::vector<Index> sides = from.faces;
  sides.insert(sides.end(), to.faces.begin(), to.faces.end());
  replace_sides(mesh, sides, std::move(joined), pair);
}

/// Joins the faces of a boundary that look one way to those that look the other way, pair of sides after pair.
template <int Dim>
void connect_within(Mesh<Dim>& mesh, const std::string& name, const std::string& source) {
  constexpr double alike = 0.9;  // the least cosine between the normals of one side, which may be wavy
  const std::int16_t index = find_boundary(mesh, name, source).index;
  while (has_faces(mesh.faces, index)) {
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

/// Joins the faces of boundary a that the motion of a pair takes to faces of boundary b, which may be the same.
template <int Dim>
void connect_by(Mesh<Dim>& mesh, const PeriodicPair<Dim>& pair, const std::string& source) {
  if (!has_faces(mesh.faces, pair.a) || !has_faces(mesh.faces, pair.b)) return;
  const auto from = find_boundary(mesh, mesh.boundary_names[pair.a], source);
  const auto to = find_boundary(mesh, mesh.boundary_names[pair.b], source);
  const Counterparts<Dim> counterparts(mesh, to, motion_of(pair));
  std::vector<bool> is_taken(mesh.faces.size(), false);
  std::vector<Face> joined;
  std::vector<Index> sides;
  for (std::size_t i = 0; i < from.faces.size(); ++i) {
    Face face;
    const Index other = is_taken[from.faces[i]] ? -1 : counterparts.find(from, i, face);
    if (other < 0 || other == from.faces[i] || is_taken[other]) continue;
    joined.push_back(face);
    for (const Index side : {from.faces[i], other}) {
      sides.push_back(side);
      is_taken[side] = true;
    }
  }
  if (!joined.empty()) replace_sides(mesh, sides, std::move(joined), pair);
}

template <int Dim>
PeriodicPair<Dim> reversed_pair(const PeriodicPair<Dim>& pair) {
  const RigidMotion<Dim> back = inverse(motion_of(pair));
  PeriodicPair<Dim> turned{pair.b, pair.a, back.translation, {}};
  if (pair.is_rotated()) turned.rotation = back.rotation;
  return turned;
}

/// Joins two boundaries as far as the pairs that a mesh file states do so, which they do once.
template <int Dim>
void connect_as_stated(Mesh<Dim>& mesh, std::int16_t a, std::int16_t b, const std::string& source) {
  std::vector<PeriodicPair<Dim>> stated;
  std::erase_if(mesh.periodic_pairs, [&](const PeriodicPair<Dim>& pair) {
    const bool is_theirs = (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
    if (is_theirs) stated.push_back(pair.a == a ? pair : reversed_pair(pair));
    return is_theirs;
  });
  for (const PeriodicPair<Dim>& pair : stated) connect_by(mesh, pair, source);
}

}  // namespace

template <int Dim>
void connect_periodic(Mesh<Dim>& mesh, const std::string& a, const std::string& b, const std::string& source) {
  const auto first = find_boundary(mesh, a, source).index, second = find_boundary(mesh, b, source).index;
  connect_as_stated(mesh, first, second, source);
  if (!has_faces(mesh.faces, first) && !has_faces(mesh.faces, second)) return;
  if (a == b) return connect_within<Dim>(mesh, a, source);
  const auto from = find_boundary(mesh, a, source), to = find_boundary(mesh, b, source);
  if (from.faces.size() != to.faces.size()) {
    throw InputError(fmt::format("{}: periodic boundaries {} and {} have {} and {} faces; they must match", source,
                                 in_quotes(a), in_quotes(b), from.faces.size(), to.faces.size()));
  }
  connect<Dim>(mesh, from, to, source);
}

template void connect_periodic<2>(Mesh<2>&, const std::string&, const std::string&, const std::string&);
template void connect_periodic<3>(Mesh<3>&, const std::string&, const std::string&, const std::string&);

}  // namespace dg
