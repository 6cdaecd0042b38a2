#include "meshes/curving/curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "meshes/checks.hpp"
#include "meshes/curving/displaced_wall.hpp"
#include "meshes/curving/elevated.hpp"
#include "meshes/curving/sharp_edges.hpp"
#include "meshes/curving/smooth_wall.hpp"
#include "meshes/curving/vectors.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/quoted.hpp"
#include "meshes/side_by_side.hpp"
#include "meshes/stated_pairs.hpp"

namespace dg {
namespace {

template <int Dim>
class Curver {
 public:
  Curver(const Mesh<Dim>& mesh, const std::vector<CurvedWall<Dim>>& walls, const CurveOptions& options,
         const std::string& source)
      : mesh_(mesh), source_(source) {
    check(options);
    straight_ = elevated(mesh, options.order);
    moved_.resize(straight_.nodes.size());
    is_on_wall_.resize(straight_.nodes.size(), false);
    std::vector<Index> smooth;
    for (const CurvedWall<Dim>& wall : walls) {
      const std::vector<Index> faces = faces_of(wall.boundary);
      faces_.insert(faces_.end(), faces.begin(), faces.end());
      if (!wall.onto) smooth.insert(smooth.end(), faces.begin(), faces.end());
      if (wall.onto) move_onto(faces, wall, options.angle);
    }
    if (!smooth.empty()) move_to_smooth(smooth, options.angle);
    find_other_normals();
  }

  /// With a displacement that reaches so many times itself into the mesh.
  Mesh<Dim> result(double reach) const {
    const DisplacedWall<Dim> wall(straight_, faces_, moved_, reach);
    Mesh<Dim> mesh = straight_;
    in_parts(mesh.node_count(), 1024, [&](Index first, Index last) {
      for (Index n = first; n < last; ++n)
        mesh.nodes[n] = sum(mesh.nodes[n], 1, is_on_wall_[n] ? moved_[n] : along_others(n, wall.at(mesh.nodes[n])));
    });
    return mesh;
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const { throw InputError(source_ + ": " + reason); }

  void check(const CurveOptions& options) const {
    if (mesh_.geometry_order != 1)
      refuse(fmt::format("its cells are of order {} already; only straight meshes of order 1 are curved",
                         mesh_.geometry_order));
    if (!joined_pairs(mesh_).empty()) refuse("periodic boundaries are joined; join them after curving");
    std::int64_t nodes = 0;
    for (const CellShape shape : mesh_.cell_shapes) nodes += node_count(shape, options.order);
    if (nodes > std::numeric_limits<Index>::max()) refuse("has too many cells to become curved");
  }

  std::vector<Index> faces_of(const std::string& name) const {
    const auto found = std::find(mesh_.boundary_names.begin(), mesh_.boundary_names.end(), name);
    if (found == mesh_.boundary_names.end())
      refuse(
          fmt::format("boundary {} is not in the mesh (it has: {})", in_quotes(name), name_list(mesh_.boundary_names)));
    std::vector<Index> faces;
    for (Index f = 0; f < mesh_.face_count(); ++f)
      if (mesh_.faces[f].boundary == found - mesh_.boundary_names.begin()) faces.push_back(f);
    if (faces.empty()) refuse(fmt::format("boundary {} has no faces", in_quotes(name)));
    return faces;
  }

  /// Calls visit(node, i, j) for the nodes of a face.
  template <class Visit>
  void for_each_node(Index face, const Visit& visit) const {
    const Face& f = straight_.faces[face];
    const int vertices = face_vertex_count(straight_.cell_shapes[f.minus], f.minus_face);
    for_each_face_point(vertices, straight_.geometry_order,
                        [&](int i, int j) { visit(face_node(straight_, f.minus, f.minus_face, i, j), i, j); });
  }

  void move(Index node, const std::array<double, Dim>& place) {
    moved_[node] = sum(place, -1, straight_.nodes[node]);
    is_on_wall_[node] = true;
  }

  void move_onto(const std::vector<Index>& faces, const CurvedWall<Dim>& wall, double angle) {
    std::set<std::array<Index, 2>> edges;
    if (wall.onto_edge) edges = sharp_edges(mesh_, faces, angle);
    for (const Index face : faces)
      for_each_node(face, [&](Index node, int i, int j) {
        if (is_on_wall_[node]) return;
        move(node, (is_on(edges, face, i, j) ? wall.onto_edge : wall.onto)(straight_.nodes[node]));
      });
  }

  /// Whether point (i, j) of a face is on one of these edges.
  bool is_on(const std::set<std::array<Index, 2>>& edges, Index face, int i, int j) const {
    if (edges.empty()) return false;
    const auto v = face_vertex_nodes(mesh_, mesh_.faces[face].minus, mesh_.faces[face].minus_face);
    const int m = straight_.geometry_order;
    const auto is_sharp = [&](int a, int b) {
      const auto [low, high] = std::minmax({v[a], v[b]});
      return edges.contains({low, high});
    };
    if (j == 0 && is_sharp(0, 1)) return true;
    if (i == 0 && is_sharp(v.count - 1, 0)) return true;
    if (v.count == 3) return i + j == m && is_sharp(1, 2);
    return (i == m && is_sharp(1, 2)) || (j == m && is_sharp(2, 3));
  }

  void move_to_smooth(const std::vector<Index>& faces, double angle) {
    const SmoothWall<Dim> wall(mesh_, faces, angle);
    const double m = straight_.geometry_order;
    for (std::size_t f = 0; f < faces.size(); ++f)
      for_each_node(faces[f], [&](Index node, int i, int j) {
        if (!is_on_wall_[node]) move(node, wall.at(static_cast<Index>(f), i / m, j / m));
      });
  }

  // Nodes of boundaries that stay as they are move along them at most.
  void find_other_normals() {
    std::vector<bool> is_wall(mesh_.faces.size(), false);
    for (const Index face : faces_) is_wall[face] = true;
    for (Index face = 0; face < mesh_.face_count(); ++face) {
      if (mesh_.faces[face].boundary < 0 || is_wall[face]) continue;
      const auto normal = normal_of(face);
      for_each_node(face, [&](Index node, int, int) { other_normals_.push_back({node, normal}); });
    }
    std::sort(other_normals_.begin(), other_normals_.end());
  }

  std::array<double, Dim> normal_of(Index face) const {
    const Face& f = mesh_.faces[face];
    const auto v = face_vertex_nodes(mesh_, f.minus, f.minus_face);
    const auto p = [&](int i) { return mesh_.nodes[v[i]]; };
    if constexpr (Dim == 2) {
      const auto edge = direction(sum(p(1), -1, p(0)));
      return {edge[1], -edge[0]};
    } else {
      return direction(v.count == 3 ? cross(sum(p(1), -1, p(0)), sum(p(2), -1, p(0)))
                                    : cross(sum(p(2), -1, p(0)), sum(p(3), -1, p(1))));
    }
  }

  std::array<double, Dim> along_others(Index node, std::array<double, Dim> by) const {
    const auto first = std::lower_bound(other_normals_.begin(), other_normals_.end(), node,
                                        [](const auto& entry, Index n) { return entry.first < n; });
    std::vector<std::array<double, Dim>> normals;  // made perpendicular to each other
    for (auto entry = first; entry != other_normals_.end() && entry->first == node; ++entry) {
      auto normal = entry->second;
      for (const auto& n : normals) normal = sum(normal, -inner(normal, n), n);
      constexpr double same = 1e-6;
      if (length(normal) < same) continue;
      normals.push_back(direction(normal));
      by = sum(by, -inner(by, normals.back()), normals.back());
    }
    return by;
  }

  const Mesh<Dim>& mesh_;
  const std::string& source_;
  Mesh<Dim> straight_;
  std::vector<Index> faces_;                                              // of all walls
  std::vector<std::array<double, Dim>> moved_;                            // by node, those of walls
  std::vector<bool> is_on_wall_;                                          // by node
  std::vector<std::pair<Index, std::array<double, Dim>>> other_normals_;  // by node, of other boundaries
};

}  // namespace

template <int Dim>
Mesh<Dim> curved(const Mesh<Dim>& mesh, const std::vector<CurvedWall<Dim>>& walls, const CurveOptions& options,
                 const std::string& source) {
  constexpr std::array reaches{20.0, 40.0, 10.0, 80.0};  // in displacements of the wall, until no cell turns over
  const Curver<Dim> curver(mesh, walls, options, source);
  std::optional<InputError> first;
  for (const double reach : reaches) {
    Mesh<Dim> result = curver.result(reach);
    try {
      check_jacobians(result, source);
      return result;
    } catch (const InputError& error) {
      if (!first) first = error;
    }
  }
  throw InputError(std::string(first->what()) +
                   "; it fits no curved wall there: refine the wall, or use a smaller --angle to keep its edges");
}

template Mesh<2> curved<2>(const Mesh<2>&, const std::vector<CurvedWall<2>>&, const CurveOptions&, const std::string&);
template Mesh<3> curved<3>(const Mesh<3>&, const std::vector<CurvedWall<3>>&, const CurveOptions&, const std::string&);

}  // namespace dg
