#include "meshes/stated_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "meshes/curving/vectors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/motion_fit.hpp"
#include "meshes/periodic.hpp"
#include "meshes/quoted.hpp"
#include "meshes/rotated_sides.hpp"

namespace dg {
namespace {

/// The faces of boundaries by their lowest vertices.
template <int Dim>
class BoundaryFaces {
 public:
  explicit BoundaryFaces(const Mesh<Dim>& mesh) : mesh_(mesh) {
    for (Index f = 0; f < mesh.face_count(); ++f)
      if (mesh.faces[f].boundary >= 0) faces_.push_back({lowest(vertices_of(f)), f});
    std::sort(faces_.begin(), faces_.end());
  }

  FaceVertices<Index> vertices_of(Index face) const {
    return face_vertex_nodes(mesh_, mesh_.faces[face].minus, mesh_.faces[face].minus_face);
  }

  /// Calls visit(face) for the faces of which `node` is the lowest vertex.
  template <class Visit>
  void for_each_face_at(Index node, const Visit& visit) const {
    for (auto at = std::lower_bound(faces_.begin(), faces_.end(), std::pair{node, Index{0}});
         at != faces_.end() && at->first == node; ++at)
      visit(at->second);
  }

  /// The face with these vertices, or -1.
  Index find(const FaceVertices<Index>& vertices) const {
    Index found = -1;
    for_each_face_at(lowest(vertices), [&](Index face) {
      const auto other = vertices_of(face);
      if (std::is_permutation(other.begin(), other.end(), vertices.begin(), vertices.end())) found = face;
    });
    return found;
  }

 private:
  static Index lowest(const FaceVertices<Index>& vertices) {
    return *std::min_element(vertices.begin(), vertices.end());
  }

  const Mesh<Dim>& mesh_;
  std::vector<std::pair<Index, Index>> faces_;  // lowest vertex, face
};

/// Faces of one boundary whose images are faces of another, and the vertices of both.
template <int Dim>
struct PairedFaces {
  std::vector<std::array<double, Dim>> from, to;
  Index first = -1, first_image = -1;
};

template <int Dim>
class StatedPairs {
 public:
  StatedPairs(Mesh<Dim>& mesh, const std::string& path, std::vector<std::string>& notes)
      : mesh_(mesh), path_(path), notes_(notes), faces_(mesh), tolerance_(periodic_tolerance(mesh)) {}

  void add(std::vector<std::array<Index, 2>> nodes) {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end(), [](const auto& a, const auto& b) { return a[0] == b[0]; }),
                nodes.end());
    std::map<std::pair<std::int16_t, std::int16_t>, PairedFaces<Dim>> found;
    for (const auto& pair : nodes)
      faces_.for_each_face_at(pair[0], [&](Index image) {
        const auto vertices = faces_.vertices_of(image);
        FaceVertices<Index> original{vertices.count, {}};
        for (int i = 0; i < vertices.count; ++i) original.vertex[i] = original_of(vertices[i], nodes);
        if (std::find(original.begin(), original.end(), -1) != original.end()) return;
        const Index face = faces_.find(original);
        if (face < 0 || face == image) return;
        PairedFaces<Dim>& all = found[{mesh_.faces[face].boundary, mesh_.faces[image].boundary}];
        if (all.first < 0) all.first = face, all.first_image = image;
        for (int i = 0; i < vertices.count; ++i) {
          all.from.push_back(mesh_.nodes[original[i]]);
          all.to.push_back(mesh_.nodes[vertices[i]]);
        }
      });
    for (const auto& [boundaries, faces] : found) add(boundaries.first, boundaries.second, faces);
  }

 private:
  static Index original_of(Index image, const std::vector<std::array<Index, 2>>& nodes) {
    const auto at = std::lower_bound(nodes.begin(), nodes.end(), std::array{image, Index{-1}});
    return at != nodes.end() && (*at)[0] == image ? (*at)[1] : -1;
  }

  void add(std::int16_t a, std::int16_t b, const PairedFaces<Dim>& faces) {
    const auto motion = motion_between<Dim>(faces.from, faces.to, tolerance_);
    if (!motion || !keeps_inside(*motion, faces)) {
      const std::string note = fmt::format(
          "{}: the nodes of the boundaries {} and {} are paired, but they lie neither a translation nor a "
          "rotation apart; this is ignored",
          path_, in_quotes(mesh_.boundary_names[a]), in_quotes(mesh_.boundary_names[b]));
      if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(note);
      return;
    }
    PeriodicPair<Dim> pair{a, b, motion->translation, {}};
    if (!is_translation(*motion)) pair.rotation = motion->rotation;
    if (std::ranges::none_of(mesh_.periodic_pairs, [&](const auto& other) { return are_alike(pair, other); }))
      mesh_.periodic_pairs.push_back(pair);
  }

  // What lies inside of one face must lie outside of its image.
  bool keeps_inside(const RigidMotion<Dim>& motion, const PairedFaces<Dim>& faces) const {
    return inner(motion.rotated(area_of(mesh_, mesh_.faces[faces.first])),
                 area_of(mesh_, mesh_.faces[faces.first_image])) < 0;
  }

  bool are_alike(const PeriodicPair<Dim>& pair, const PeriodicPair<Dim>& other) const {
    const RigidMotion<Dim> motion = motion_of(pair);
    if (pair.a == other.a && pair.b == other.b && are_alike(motion, motion_of(other))) return true;
    return pair.a == other.b && pair.b == other.a && are_alike(motion, inverse(motion_of(other)));
  }

  // By where they take the corners of the mesh.
  bool are_alike(const RigidMotion<Dim>& a, const RigidMotion<Dim>& b) const {
    for (const Index corner : {Index{0}, mesh_.node_count() / 2, mesh_.node_count() - 1})
      if (length(sum(a(mesh_.nodes[corner]), -1, b(mesh_.nodes[corner]))) > tolerance_) return false;
    return std::ranges::equal(a.rotation, b.rotation, [](double x, double y) { return std::abs(x - y) < 1e-6; });
  }

  Mesh<Dim>& mesh_;
  const std::string& path_;
  std::vector<std::string>& notes_;
  BoundaryFaces<Dim> faces_;
  double tolerance_;
};

}  // namespace

template <int Dim>
void state_periodic_pairs(Mesh<Dim>& mesh, const std::vector<PeriodicNodes>& stated, const std::string& path,
                          std::vector<std::string>& notes) {
  const auto is_of_faces = [](const PeriodicNodes& nodes) { return nodes.dimension == Dim - 1; };
  if (std::ranges::none_of(stated, is_of_faces)) return;
  StatedPairs<Dim> pairs(mesh, path, notes);
  for (const PeriodicNodes& nodes : stated)
    if (is_of_faces(nodes)) pairs.add(nodes.pairs);
}

template <int Dim>
std::vector<PeriodicPair<Dim>> joined_pairs(const Mesh<Dim>& mesh) {
  std::vector<bool> is_open(mesh.boundary_names.size(), false);
  for (const Face& face : mesh.faces)
    if (face.boundary >= 0) is_open[face.boundary] = true;
  std::vector<PeriodicPair<Dim>> pairs = mesh.periodic_pairs;
  std::erase_if(pairs, [&](const auto& pair) { return is_open[pair.a] || is_open[pair.b]; });
  return pairs;
}

template void state_periodic_pairs<2>(Mesh<2>&, const std::vector<PeriodicNodes>&, const std::string&,
                                      std::vector<std::string>&);
template void state_periodic_pairs<3>(Mesh<3>&, const std::vector<PeriodicNodes>&, const std::string&,
                                      std::vector<std::string>&);
template std::vector<PeriodicPair<2>> joined_pairs<2>(const Mesh<2>&);
template std::vector<PeriodicPair<3>> joined_pairs<3>(const Mesh<3>&);

}  // namespace dg
