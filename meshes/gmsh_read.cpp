#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <utility>

#include "meshes/bounding_box.hpp"
#include "meshes/build.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/gmsh_model.hpp"
#include "meshes/input_file.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

using Tags = std::vector<std::size_t>;

void check_format(const std::string& path) {
  double version = 0;
  if (std::sscanf(file_head(path, 32).c_str(), "$MeshFormat %lf", &version) != 1) {
    throw InputError(path + ": is no Gmsh mesh file (.msh)");
  }
  if (!(version >= 2 && version < 2.25) && !(version >= 4 && version < 4.15)) {
    throw InputError(fmt::format("{}: has version {} of Gmsh's format; save it as 2.2 or 4.1", path, version));
  }
  if (!ends_as_gmsh_file(path)) {
    throw InputError(path + ": is truncated; a Gmsh file ends with a line such as $EndElements");
  }
}

void refuse_solids(const std::string& path) {
  std::vector<int> types;
  gmsh::model::mesh::getElementTypes(types, 3);
  if (types.empty()) return;
  std::string name;
  int dimension, order, node_total, vertices;
  std::vector<double> coordinates;
  gmsh::model::mesh::getElementProperties(types.front(), name, dimension, order, node_total, coordinates, vertices);
  throw InputError(
      fmt::format("{}: is a 3-D mesh (it has elements of type '{}'); only plane 2-D meshes are supported", path, name));
}

/// Turns the current Gmsh model into a Mesh2 without faces, and the edges of its physical groups.
class Importer {
 public:
  explicit Importer(const std::string& path) : path_(path) {}

  void run() {
    refuse_solids(path_);
    gmsh::model::mesh::renumberNodes();  // 1 .. number of nodes
    read_cells();
    read_boundaries();
    read_nodes();
  }

  Mesh2& mesh() { return mesh_; }
  const std::vector<BoundaryEdge>& edges() const { return edges_; }

 private:
  void read_cells() {
    std::vector<int> types;
    std::vector<Tags> elements, nodes;
    gmsh::model::mesh::getElements(types, elements, nodes, 2);
    if (types.empty()) {
      throw InputError(path_ +
                       ": has no triangles or quadrilaterals; once a line has a physical group, Gmsh saves the "
                       "cells only of surfaces that have one too");
    }
    for (std::size_t t = 0; t < types.size(); ++t) {
      const GmshCell type = gmsh_cell(types[t], path_);
      if (t == 0) mesh_.geometry_order = type.order;
      if (type.order != mesh_.geometry_order) {
        throw InputError(fmt::format("{}: has elements of orders {} and {}; all must have the same order", path_,
                                     mesh_.geometry_order, type.order));
      }
      append_cells(type, elements[t].size(), nodes[t]);
    }
  }

  void append_cells(const GmshCell& type, std::size_t count, const Tags& nodes) {
    const std::size_t per_cell = type.lattice.size(), begin = mesh_.cell_nodes.size();
    if (begin + nodes.size() > std::numeric_limits<Index>::max()) {
      throw InputError(path_ + ": has too many cells; all their nodes together must stay below 2^31");
    }
    mesh_.cell_nodes.resize(begin + nodes.size());
    mesh_.cell_shapes.resize(mesh_.cell_shapes.size() + count, type.shape);
    mesh_.cell_node_begin.reserve(mesh_.cell_shapes.size() + 1);
    for (std::size_t c = 0; c < count; ++c) {
      Index* cell = mesh_.cell_nodes.data() + begin + c * per_cell;
      for (std::size_t n = 0; n < per_cell; ++n)
        cell[type.lattice[n]] = static_cast<Index>(nodes[c * per_cell + n] - 1);
      mesh_.cell_node_begin.push_back(static_cast<Index>(begin + (c + 1) * per_cell));
    }
  }

  void read_boundaries() {
    gmsh::vectorpair groups;
    gmsh::model::getPhysicalGroups(groups, 1);
    for (const auto& [dimension, group] : groups) {
      std::string name;
      gmsh::model::getPhysicalName(1, group, name);
      if (name.empty()) name = std::to_string(group);
      auto& names = mesh_.boundary_names;
      const auto boundary = static_cast<std::int16_t>(std::find(names.begin(), names.end(), name) - names.begin());
      if (static_cast<std::size_t>(boundary) == names.size()) names.push_back(name);
      std::vector<int> entities;
      gmsh::model::getEntitiesForPhysicalGroup(1, group, entities);
      for (const int entity : entities) append_edges(entity, boundary);
    }
  }

  void append_edges(int entity, std::int16_t boundary) {
    std::vector<int> types;
    std::vector<Tags> elements, nodes;
    gmsh::model::mesh::getElements(types, elements, nodes, 1, entity);
    for (std::size_t t = 0; t < types.size(); ++t) {
      const std::size_t per_edge = nodes[t].size() / elements[t].size();  // the ends come first
      for (std::size_t n = 0; n < nodes[t].size(); n += per_edge) {
        edges_.push_back({{static_cast<Index>(nodes[t][n] - 1), static_cast<Index>(nodes[t][n + 1] - 1)}, boundary});
      }
    }
  }

  // Keeps only the nodes in use: Gmsh also saves centres of circles and the like.
  void read_nodes() {
    Tags tags;
    std::vector<double> coordinates, parameters;
    gmsh::model::mesh::getNodes(tags, coordinates, parameters);
    std::vector<Index> number(tags.size(), -1);
    for (const Index n : mesh_.cell_nodes) number[n] = 0;
    for (const BoundaryEdge& edge : edges_) {
      for (const Index n : edge.vertices) number[n] = 0;
    }
    Index used = 0;
    for (Index& n : number) {
      if (n == 0) n = used++;
    }
    mesh_.nodes.resize(used);
    std::vector<double> heights(used);
    for (std::size_t i = 0; i < tags.size(); ++i) {
      const Index n = number[tags[i] - 1];
      if (n < 0) continue;
      mesh_.nodes[n] = {coordinates[3 * i], coordinates[3 * i + 1]};
      heights[n] = coordinates[3 * i + 2];
    }
    for (Index& n : mesh_.cell_nodes) n = number[n];
    for (BoundaryEdge& edge : edges_) {
      for (Index& n : edge.vertices) n = number[n];
    }
    refuse_heights(heights);
  }

  void refuse_heights(const std::vector<double>& heights) const {
    const double tolerance = 1e-10 * bounding_box(mesh_).diagonal();
    for (std::size_t n = 0; n < heights.size(); ++n) {
      if (std::abs(heights[n] - heights[0]) <= tolerance) continue;
      throw InputError(fmt::format("{}: is not plane: z is {:.7g} at ({:.7g}, {:.7g}) but {:.7g} at ({:.7g}, {:.7g})",
                                   path_, heights[0], mesh_.nodes[0][0], mesh_.nodes[0][1], heights[n],
                                   mesh_.nodes[n][0], mesh_.nodes[n][1]));
    }
  }

  const std::string& path_;
  Mesh2 mesh_;
  std::vector<BoundaryEdge> edges_;
};

}  // namespace

Mesh2 read_gmsh(const std::string& path) {
  check_format(path);
  Importer importer(path);
  {
    const GmshModel model;
    const std::string damaged = path + ": is damaged or too large";
    model.run(damaged, [&] { gmsh::merge(path); });
    model.run(damaged, [&] { importer.run(); });
  }
  build_faces(importer.mesh(), importer.edges(), path);
  return std::move(importer.mesh());
}

}  // namespace dg
