/// Small meshes for the tests, made by hand, and the arithmetic to judge them by.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "meshes/build.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg::samples {

using Point = std::array<double, 2>;

/// Collects cells given by maps of their reference cell; nodes at the same place become one.
class MeshMaker {
 public:
  explicit MeshMaker(int order) { mesh.geometry_order = order; }

  void add(CellShape shape, const std::function<Point(Point)>& map) {
    for (const Point& p : lattice_points(shape, mesh.geometry_order)) mesh.cell_nodes.push_back(node(map(p)));
    mesh.cell_shapes.push_back(shape);
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  }

  /// The quadrilateral with corners (s0, t0) and (s1, t1) in the plane that `map` takes to the mesh, or its two halves.
  void add_box(double s0, double t0, double s1, double t1, bool halves,
               const std::function<Point(double, double)>& map) {
    const auto from_unit = [=](double a, double b) { return map(s0 + a * (s1 - s0), t0 + b * (t1 - t0)); };
    if (!halves) {
      add(CellShape::quadrilateral, [&](Point p) { return from_unit((1 + p[0]) / 2, (1 + p[1]) / 2); });
      return;
    }
    add(CellShape::triangle, [&](Point p) { return from_unit((1 + p[0]) / 2, (1 + p[1]) / 2); });
    add(CellShape::triangle, [&](Point p) { return from_unit((1 - p[0]) / 2, (1 - p[1]) / 2); });
  }

  /// All edges that belong to one cell, sorted into boundaries by a function of their ends.
  std::vector<BoundaryEdge> boundary_edges(const std::function<int(Point, Point)>& boundary_of) const {
    std::map<std::pair<Index, Index>, std::array<Index, 3>> seen;  // lower, higher vertex: count, and the ends in order
    for (Index c = 0; c < mesh.cell_count(); ++c) {
      for (int f = 0; f < face_count(mesh.cell_shapes[c]); ++f) {
        const Index a = vertex_node(mesh, c, f), b = vertex_node(mesh, c, f + 1);
        auto& entry = seen[std::minmax(a, b)];
        entry = {entry[0] + 1, a, b};
      }
    }
    std::vector<BoundaryEdge> edges;
    for (const auto& [key, entry] : seen) {
      if (entry[0] > 1) continue;
      const int boundary = boundary_of(mesh.nodes[entry[1]], mesh.nodes[entry[2]]);
      if (boundary >= 0) edges.push_back({{entry[1], entry[2]}, static_cast<std::int16_t>(boundary)});
    }
    return edges;
  }

  Mesh2 mesh;

 private:
  Index node(const Point& p) {
    const auto key = std::pair{std::llround(p[0] * 1e9), std::llround(p[1] * 1e9)};
    const auto [found, is_new] = numbers_.try_emplace(key, mesh.node_count());
    if (is_new) mesh.nodes.push_back(p);
    return found->second;
  }

  std::map<std::pair<long long, long long>, Index> numbers_;
};

/// The unit disc: n x n quadrilaterals within, curved triangles around. Boundaries "upper" and "lower".
inline Mesh2 disc(int order, int n) {
  MeshMaker maker(order);
  const double h = 1.0 / n;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      maker.add_box(i * h, j * h, (i + 1) * h, (j + 1) * h, false, [](double s, double t) {
        return Point{s - 0.5, t - 0.5};
      });
    }
  }
  for (int quarter = 0; quarter < 4; ++quarter) {
    const auto ring = [&](double s, double t) {  // s along the side x = 1/2 downwards, t outwards
      const double angle = (0.5 - s) * std::numbers::pi / 2, x = (1 - t) * 0.5 + t * std::cos(angle),
                   y = (1 - t) * (0.5 - s) + t * std::sin(angle);
      const double c = std::array{1.0, 0.0, -1.0, 0.0}[quarter], d = std::array{0.0, 1.0, 0.0, -1.0}[quarter];
      return Point{c * x - d * y, d * x + c * y};
    };
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) maker.add_box(i * h, j * h, (i + 1) * h, (j + 1) * h, true, ring);
    }
  }
  maker.mesh.boundary_names = {"upper", "lower"};
  const auto edges = maker.boundary_edges([](Point a, Point b) { return a[1] + b[1] > 1e-9 ? 0 : 1; });
  build_faces(maker.mesh, edges, "disc");
  return maker.mesh;
}

/// A box [0, 2] x [0, 1] of nx x ny quadrilaterals, every second one cut into triangles, bent inside for order > 1.
/// Boundaries "left", "right", "bottom", "top".
inline Mesh2 box(int order, int nx, int ny) {
  MeshMaker maker(order);
  const auto bend = [&](double s, double t) {
    const double bump = order > 1 ? 0.05 * std::sin(std::numbers::pi * s) * std::sin(std::numbers::pi * t) : 0.0;
    return Point{2 * s + bump, t - bump};
  };
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      maker.add_box(i / double(nx), j / double(ny), (i + 1) / double(nx), (j + 1) / double(ny), (i + j) % 2 == 1, bend);
    }
  }
  maker.mesh.boundary_names = {"left", "right", "bottom", "top"};
  const auto edges = maker.boundary_edges([](Point a, Point b) {
    const double x = (a[0] + b[0]) / 2, y = (a[1] + b[1]) / 2;
    return std::abs(x) < 1e-9 ? 0 : std::abs(x - 2) < 1e-9 ? 1 : std::abs(y) < 1e-9 ? 2 : 3;
  });
  build_faces(maker.mesh, edges, "box");
  return maker.mesh;
}

inline double total_area(const Mesh2& mesh) {
  double sum = 0;
  for (Index c = 0; c < mesh.cell_count(); ++c) sum += cell_area(mesh, c);
  return sum;
}

/// Number of faces in the boundary `name`, or of those between two cells if `name` is empty.
inline int faces_in(const Mesh2& mesh, const std::string& name) {
  int count = 0;
  for (const Face& f : mesh.faces) count += f.boundary < 0 ? name.empty() : mesh.boundary_names[f.boundary] == name;
  return count;
}

inline bool same(const Mesh2& a, const Mesh2& b) {
  return a.geometry_order == b.geometry_order && a.nodes == b.nodes && a.cell_shapes == b.cell_shapes &&
         a.cell_node_begin == b.cell_node_begin && a.cell_nodes == b.cell_nodes && a.faces == b.faces &&
         a.boundary_names == b.boundary_names && a.periodic_pairs == b.periodic_pairs;
}

}  // namespace dg::samples
