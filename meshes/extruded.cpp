#include "meshes/extruded.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_match.hpp"
#include "meshes/lattice.hpp"
#include "meshes/periodic.hpp"
#include "meshes/quoted.hpp"
#include "meshes/stated_pairs.hpp"

namespace dg {
namespace {

class Extrusion {
 public:
  Extrusion(const Mesh2& base, double low, double high, int layers) : base_(base), layers_(layers) {
    const int order = mesh.geometry_order = base.geometry_order, levels = layers * order;
    mesh.nodes.reserve(std::size_t(base.node_count()) * (levels + 1));
    for (int l = 0; l <= levels; ++l) {
      // Nodes within a layer lie on straight lines between those at its ends.
      const double z = l == levels ? high : low + (high - low) * l / levels;
      for (const auto& x : base.nodes) mesh.nodes.push_back({x[0], x[1], z});
    }
    for (int layer = 0; layer < layers; ++layer)
      for (Index c = 0; c < base.cell_count(); ++c) add_cell(c, layer);
    mesh.boundary_names = base.boundary_names;
    front_ = static_cast<std::int16_t>(mesh.boundary_names.size());
    mesh.boundary_names.insert(mesh.boundary_names.end(), {"front", "back"});
    add_walls();
    add_ends();
  }

  Mesh3 mesh;
  std::vector<TaggedFace<3>> sides;

 private:
  Index node_at(Index node, int level) const { return node + level * base_.node_count(); }

  void add_cell(Index c, int layer) {
    const int order = base_.geometry_order;
    for (int k = 0; k <= order; ++k)
      for (Index i = base_.cell_node_begin[c]; i < base_.cell_node_begin[c + 1]; ++i)
        mesh.cell_nodes.push_back(node_at(base_.cell_nodes[i], layer * order + k));
    const bool triangle = base_.cell_shapes[c] == CellShape::triangle;
    mesh.cell_shapes.push_back(triangle ? CellShape::prism : CellShape::hexahedron);
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  }

  /// The faces above an edge of a boundary.
  void add_wall(std::int16_t boundary, Index cell, int face) {
    const auto edge = face_vertex_nodes(base_, cell, face);
    for (int layer = 0; layer < layers_; ++layer) {
      const int low = layer * base_.geometry_order, high = low + base_.geometry_order;
      sides.push_back(
          {{node_at(edge[0], low), node_at(edge[1], low), node_at(edge[1], high), node_at(edge[0], high)}, boundary});
    }
  }

  /// A face between periodic boundaries is an edge of both.
  void add_walls() {
    const double tolerance = periodic_tolerance(base_);
    for (const Face& face : base_.faces) {
      if (face.boundary >= 0) add_wall(face.boundary, face.minus, face.minus_face);
      if (face.plus < 0 || base_.periodic_pairs.empty() || shares_nodes(base_, face)) continue;
      if (const auto pair = periodic_sides_of(base_, face, tolerance)) {
        add_wall(pair->minus, face.minus, face.minus_face);
        add_wall(pair->plus, face.plus, face.plus_face);
      }
    }
  }

  void add_ends() {
    for (const bool back : {false, true})
      for (Index c = 0; c < base_.cell_count(); ++c) {
        TaggedFace<3> face{{-1, -1, -1, -1}, static_cast<std::int16_t>(front_ + back)};
        const int level = back ? layers_ * base_.geometry_order : 0;
        for (int v = 0; v < vertex_count(base_.cell_shapes[c]); ++v)
          face.vertices[v] = node_at(vertex_node(base_, c, v), level);
        sides.push_back(face);
      }
  }

  const Mesh2& base_;
  int layers_;
  std::int16_t front_;
};

/// The same pair for the walls that its boundaries sweep.
PeriodicPair<3> swept(const PeriodicPair<2>& pair) {
  const auto& r = pair.rotation;
  PeriodicPair<3> walls{pair.a, pair.b, {pair.translation[0], pair.translation[1], 0}, {}};
  if (pair.is_rotated()) walls.rotation = {r[0], r[1], 0, r[2], r[3], 0, 0, 0, 1};
  return walls;
}

}  // namespace

Mesh3 extruded(const Mesh2& base, double low, double high, int layers, const std::string& source) {
  for (const std::string& name : base.boundary_names)
    if (name == "front" || name == "back")
      throw InputError(source + ": the 2-D mesh has a boundary " + in_quotes(name) +
                       ", which is what an end of the extruded one is called; give it another name");
  constexpr double most = std::numeric_limits<Index>::max();
  const double entries = double(base.cell_nodes.size()) * (base.geometry_order + 1) * layers;
  if (entries > most || 8.0 * base.cell_count() * layers > most)
    throw InputError(source + ": " + std::to_string(layers) + " layers of " + std::to_string(base.cell_count()) +
                     " cells are too many; a mesh holds at most 2^28 cells and 2^31 - 1 nodes of cells");
  Extrusion extrusion(base, low, high, layers);
  build_faces(extrusion.mesh, extrusion.sides, source);
  const auto joined = joined_pairs(base);
  for (const auto& pair : base.periodic_pairs) {
    if (std::find(joined.begin(), joined.end(), pair) == joined.end())
      extrusion.mesh.periodic_pairs.push_back(swept(pair));
    else
      connect_periodic(extrusion.mesh, base.boundary_names[pair.a], base.boundary_names[pair.b], source);
  }
  return std::move(extrusion.mesh);
}

}  // namespace dg
