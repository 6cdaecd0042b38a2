/// Small three-dimensional meshes for the tests, made by hand, and the arithmetic to judge them by.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "meshes/build.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/generate.hpp"
#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg::samples {

using Point3 = std::array<double, 3>;

inline Mesh3 box(const GeneratorParameters& parameters) {
  return std::get<Mesh3>(generate_any_mesh("box", 0, parameters));
}

inline constexpr std::array shapes_3d{CellShape::tetrahedron, CellShape::prism, CellShape::hexahedron,
                                      CellShape::pyramid};

inline Point3 minus(const Point3& a, const Point3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline double dot(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Point3 cross(const Point3& a, const Point3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Cells of order 1 by their vertices, in the order of vertices.
inline Mesh3 cells_3d(std::vector<Point3> nodes, const std::vector<std::pair<CellShape, std::vector<Index>>>& lists) {
  Mesh3 mesh;
  mesh.nodes = std::move(nodes);
  for (const auto& [shape, list] : lists) {
    const auto begin = mesh.cell_nodes.size();
    mesh.cell_nodes.resize(begin + list.size());
    for (std::size_t v = 0; v < list.size(); ++v)
      mesh.cell_nodes[begin + lattice_vertex(shape, 1, static_cast<int>(v))] = list[v];
    mesh.cell_shapes.push_back(shape);
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  }
  mesh.boundary_names = {"wall", "rest"};
  return mesh;
}

/// All faces that belong to one cell, in boundary 0.
inline std::vector<TaggedFace<3>> outer_faces(const Mesh3& mesh) {
  std::map<std::vector<Index>, std::pair<int, TaggedFace<3>>> seen;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    for (int f = 0; f < face_count(mesh.cell_shapes[c]); ++f) {
      const auto vertices = face_vertex_nodes(mesh, c, f);
      std::vector<Index> key(vertices.begin(), vertices.end());
      std::sort(key.begin(), key.end());
      auto& [count, face] = seen[key];
      ++count;
      face = {{-1, -1, -1, -1}, 0};
      std::copy(vertices.begin(), vertices.end(), face.vertices.begin());
    }
  }
  std::vector<TaggedFace<3>> faces;
  for (const auto& [key, entry] : seen)
    if (entry.first == 1) faces.push_back(entry.second);
  return faces;
}

/// One cell: the reference cell under a map.
inline Mesh3 one_cell_3d(CellShape shape, int order, const std::function<Point3(Point3)>& map) {
  Mesh3 mesh;
  mesh.geometry_order = order;
  for (const auto& point : lattice_points<3>(shape, order)) {
    mesh.cell_nodes.push_back(mesh.node_count());
    mesh.nodes.push_back(map(point));
  }
  mesh.cell_shapes = {shape};
  mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  mesh.boundary_names = {"wall"};
  return mesh;
}

/// Edges of the cells, as pairs of vertices.
inline std::set<std::pair<Index, Index>> edges_of(const Mesh3& mesh) {
  std::set<std::pair<Index, Index>> edges;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    for (int f = 0; f < face_count(mesh.cell_shapes[c]); ++f) {
      const auto v = face_vertex_nodes(mesh, c, f);
      for (int i = 0; i < v.count; ++i) edges.insert(std::minmax(v[i], v[(i + 1) % v.count]));
    }
  }
  return edges;
}

inline double total_volume(const Mesh3& mesh) {
  double sum = 0;
  for (Index c = 0; c < mesh.cell_count(); ++c) sum += cell_volume(mesh, c);
  return sum;
}

inline int faces_in(const Mesh3& mesh, const std::string& name) {
  return static_cast<int>(std::count_if(mesh.faces.begin(), mesh.faces.end(), [&](const Face& face) {
    return face.boundary >= 0 && mesh.boundary_names[face.boundary] == name;
  }));
}

inline bool same(const Mesh3& a, const Mesh3& b) {
  return a.geometry_order == b.geometry_order && a.nodes == b.nodes && a.cell_shapes == b.cell_shapes &&
         a.cell_node_begin == b.cell_node_begin && a.cell_nodes == b.cell_nodes && a.faces == b.faces &&
         a.boundary_names == b.boundary_names && a.periodic_pairs == b.periodic_pairs;
}

}  // namespace dg::samples
