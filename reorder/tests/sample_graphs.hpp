/// Small meshes and graphs made by index arithmetic, on which the orderings are tested.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "meshes/mesh.hpp"
#include "reorder/mesh_graph.hpp"
#include "reorder/order.hpp"
#include "reorder/ordering.hpp"
#include "reorder/random_order.hpp"

namespace dg::test {

using Point = std::array<double, 2>;

/// A mesh of straight cells given by their vertices, counter-clockwise. `boundary_of(a, b)` is the number of the
/// boundary on which the face between the vertices a and b lies.
inline Mesh2 mesh_of(std::vector<Point> nodes, const std::vector<std::vector<Index>>& cells,
                     std::vector<std::string> names, const std::function<int(Point, Point)>& boundary_of) {
  Mesh2 mesh;
  mesh.nodes = std::move(nodes);
  mesh.boundary_names = std::move(names);
  std::map<std::pair<Index, Index>, Face> open;  // faces seen from one cell so far
  for (Index cell = 0; cell < static_cast<Index>(cells.size()); ++cell) {
    const auto& v = cells[cell];
    const auto count = static_cast<int>(v.size());
    mesh.cell_shapes.push_back(count == 3 ? CellShape::triangle : CellShape::quadrilateral);
    if (count == 3)
      mesh.cell_nodes.insert(mesh.cell_nodes.end(), {v[0], v[1], v[2]});
    else
      mesh.cell_nodes.insert(mesh.cell_nodes.end(), {v[0], v[1], v[3], v[2]});  // row by row
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
    for (int f = 0; f < count; ++f) {
      const auto [low, high] = std::minmax(v[f], v[(f + 1) % count]);
      const auto [it, is_new] = open.try_emplace({low, high}, Face{cell, -1, static_cast<std::int8_t>(f), -1, -1});
      if (is_new) continue;
      it->second.plus = cell;
      it->second.plus_face = static_cast<std::int8_t>(f);
      mesh.faces.push_back(it->second);
      open.erase(it);
    }
  }
  for (auto& [vertices, face] : open) {
    face.boundary = static_cast<std::int16_t>(boundary_of(mesh.nodes[vertices.first], mesh.nodes[vertices.second]));
    mesh.faces.push_back(face);
  }
  return mesh;
}

enum class Cut { none, all, upper };  ///< which quadrilaterals of a grid are cut into two triangles

/// nx times ny unit squares, row by row from below; boundaries bottom, right, top, left.
inline Mesh2 grid_mesh(Index nx, Index ny, Cut cut = Cut::none) {
  std::vector<Point> nodes;
  std::vector<std::vector<Index>> cells;
  for (Index j = 0; j <= ny; ++j)
    for (Index i = 0; i <= nx; ++i) nodes.push_back({static_cast<double>(i), static_cast<double>(j)});
  for (Index j = 0; j < ny; ++j)
    for (Index i = 0; i < nx; ++i) {
      const Index a = j * (nx + 1) + i, b = a + 1, c = b + nx + 1, d = c - 1;
      if (cut == Cut::all || (cut == Cut::upper && 2 * j >= ny)) {
        cells.push_back({a, b, d});
        cells.push_back({b, c, d});
      } else {
        cells.push_back({a, b, c, d});
      }
    }
  const auto side = [=](Point p, Point q) {
    if (p[1] == 0 && q[1] == 0) return 0;
    if (p[0] == nx && q[0] == nx) return 1;
    return p[1] == ny && q[1] == ny ? 2 : 3;
  };
  return mesh_of(std::move(nodes), cells, {"bottom", "right", "top", "left"}, side);
}

/// Triangulated ring, `around` times `across` quadrilaterals cut in two; boundaries wall (radius 1) and farfield.
inline Mesh2 annulus_mesh(Index around, Index across) {
  std::vector<Point> nodes;
  std::vector<std::vector<Index>> cells;
  for (Index j = 0; j <= across; ++j)
    for (Index i = 0; i < around; ++i) {
      const double r = std::pow(1 + 2 * std::numbers::pi / around, j), angle = 2 * std::numbers::pi * i / around;
      nodes.push_back({r * std::cos(angle), r * std::sin(angle)});
    }
  for (Index j = 0; j < across; ++j)
    for (Index i = 0; i < around; ++i) {
      const Index next = (i + 1) % around, a = j * around + i, b = j * around + next;
      cells.push_back({a, a + around, b});
      cells.push_back({b, a + around, b + around});
    }
  return mesh_of(std::move(nodes), cells, {"wall", "farfield"},
                 [](Point p, Point) { return std::hypot(p[0], p[1]) > 1 + 1e-9 ? 1 : 0; });
}

/// nx times ny times nz cubes: six faces a cell, three coordinates, boundaries low and high (in z) and sides.
inline CellGraph box_graph(Index nx, Index ny, Index nz) {
  const std::array<Index, 3> n{nx, ny, nz}, stride{1, nx, nx * ny};
  std::vector<GraphFace> faces;
  std::vector<double> centroids;
  for (Index cell = 0; cell < nx * ny * nz; ++cell)
    for (std::int8_t d = 0; d < 3; ++d) {
      const Index i = cell / stride[d] % n[d];
      const auto low = static_cast<std::int8_t>(2 * d), high = static_cast<std::int8_t>(2 * d + 1);
      centroids.push_back(i + 0.5);
      if (i == 0) faces.push_back({cell, -1, static_cast<std::int16_t>(d == 2 ? 0 : 2), low, -1});
      if (i == n[d] - 1) faces.push_back({cell, -1, static_cast<std::int16_t>(d == 2 ? 1 : 2), high, -1});
      if (i < n[d] - 1) faces.push_back({cell, cell + stride[d], -1, high, low});
    }
  auto graph = build_graph(nx * ny * nz, std::move(faces), {"low", "high", "sides"});
  graph.dimension = 3;
  graph.centroids = std::move(centroids);
  return graph;
}

/// The same mesh with cells and faces in random order.
inline CellGraph shuffled(const CellGraph& graph, std::uint64_t seed) {
  return permuted(graph,
                  {random_permutation(graph.cell_count(), seed), random_permutation(graph.face_count(), seed + 1)});
}

/// Both graphs side by side, not touching. Boundaries of equal name become one.
inline CellGraph apart(const CellGraph& a, const CellGraph& b) {
  auto faces = a.faces;
  auto names = a.boundary_names;
  for (auto face : b.faces) {
    face.minus += a.cell_count();
    if (face.plus != -1) face.plus += a.cell_count();
    if (face.boundary != -1) {
      const auto& name = b.boundary_names[face.boundary];
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      face.boundary = static_cast<std::int16_t>(std::find(names.begin(), names.end(), name) - names.begin());
    }
    faces.push_back(face);
  }
  auto graph = build_graph(a.cell_count() + b.cell_count(), std::move(faces), std::move(names));
  graph.dimension = a.dimension;
  graph.centroids = a.centroids;
  graph.centroids.insert(graph.centroids.end(), b.centroids.begin(), b.centroids.end());
  return graph;
}

struct NamedGraph {
  std::string name, start;
  CellGraph graph;
};

/// Graphs of every kind on which all orderings must hold.
inline std::vector<NamedGraph> sample_graphs() {
  const auto quads = make_graph(grid_mesh(24, 17));
  const auto annulus = make_graph(annulus_mesh(40, 12));
  return {{"quadrilaterals", "bottom", quads},
          {"shuffled quadrilaterals", "left", shuffled(quads, 1)},
          {"shuffled triangles", "top", shuffled(make_graph(grid_mesh(30, 20, Cut::all)), 2)},
          {"shuffled hybrid", "bottom", shuffled(make_graph(grid_mesh(21, 22, Cut::upper)), 3)},
          {"shuffled annulus", "wall", shuffled(annulus, 4)},
          {"shuffled cubes", "low", shuffled(box_graph(9, 8, 7), 5)},
          {"two parts", "wall", shuffled(apart(annulus, quads), 6)},
          {"single cell", "left", make_graph(grid_mesh(1, 1))}};
}

/// The graph with its cells in the order that a method finds with the options it has by default.
inline CellGraph in_order(const CellGraph& graph, OrderingMethod method) {
  OrderingOptions options;
  options.method = method;
  return permuted(graph, order(graph, options));
}

}  // namespace dg::test
