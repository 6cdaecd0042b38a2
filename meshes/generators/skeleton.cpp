#include "meshes/generators/skeleton.hpp"

#include <cassert>
#include <cmath>
#include <limits>
#include <span>

#include "libdg/core/whole_number.hpp"
#include "meshes/errors.hpp"
#include "meshes/side_table.hpp"

namespace dg {
namespace {

/// Value at t in [0, 1] of the polynomial through values at the equispaced nodes 0..m.
Point interpolated(std::span<const Point> values, double t) {
  const int m = static_cast<int>(values.size()) - 1;
  Point sum{0, 0};
  for (int k = 0; k <= m; ++k) {
    double weight = 1;
    for (int l = 0; l <= m; ++l)
      if (l != k) weight *= (t * m - l) / (k - l);
    for (int d = 0; d < 2; ++d) sum[d] += weight * values[k][d];
  }
  return sum;
}

/// Fills the inner nodes of a quadrilateral lattice from its edges.
void blend_quadrilateral(int m, std::span<Point> x) {
  const auto at = [&](int i, int j) -> Point& { return x[lattice_node(CellShape::quadrilateral, m, i, j)]; };
  for (int j = 1; j < m; ++j)
    for (int i = 1; i < m; ++i) {
      const double u = double(i) / m, v = double(j) / m;
      for (int d = 0; d < 2; ++d)
        at(i, j)[d] = (1 - v) * at(i, 0)[d] + v * at(i, m)[d] + (1 - u) * at(0, j)[d] + u * at(m, j)[d] -
                      (1 - u) * ((1 - v) * at(0, 0)[d] + v * at(0, m)[d]) -
                      u * ((1 - v) * at(m, 0)[d] + v * at(m, m)[d]);
    }
}

/// Fills the inner nodes of a triangle lattice: straight positions, plus for each edge (a, b) with departure d(t) from
/// its chord the share l_a l_b / (t (1-t)) d(t) at t = (1 + l_b - l_a) / 2.
void blend_triangle(int m, std::span<Point> x) {
  constexpr CellShape triangle = CellShape::triangle;
  const std::array<Point, 3> corner{x[lattice_vertex(triangle, m, 0)], x[lattice_vertex(triangle, m, 1)],
                                    x[lattice_vertex(triangle, m, 2)]};
  std::array<std::array<Point, max_geometry_order + 1>, 3> departure;
  for (int e = 0; e < 3; ++e)
    for (int k = 0; k <= m; ++k)
      for (int d = 0; d < 2; ++d) {
        const double chord = corner[e][d] + (corner[(e + 1) % 3][d] - corner[e][d]) * k / m;
        departure[e][k][d] = x[lattice_face_node(triangle, m, e, k)][d] - chord;
      }
  for (int j = 1; j < m; ++j)
    for (int i = 1; i < m - j; ++i) {
      const std::array<double, 3> l{double(m - i - j) / m, double(i) / m, double(j) / m};
      Point& p = x[lattice_node(triangle, m, i, j)];
      for (int d = 0; d < 2; ++d) p[d] = l[0] * corner[0][d] + l[1] * corner[1][d] + l[2] * corner[2][d];
      for (int e = 0; e < 3; ++e) {
        const double a = l[e], b = l[(e + 1) % 3], t = (1 + b - a) / 2;
        const Point bulge = interpolated(std::span(departure[e]).first(m + 1), t);
        for (int d = 0; d < 2; ++d) p[d] += a * b / (t * (1 - t)) * bulge[d];
      }
    }
}

/// The cells with their vertices; all other entries of cell_nodes are -1.
Mesh2 with_vertices(const Skeleton& skeleton, int order) {
  Mesh2 mesh;
  mesh.geometry_order = order;
  mesh.boundary_names = skeleton.boundary_names;
  mesh.nodes = skeleton.points;
  for (const auto& cell : skeleton.cells) {
    const CellShape shape = cell[3] < 0 ? CellShape::triangle : CellShape::quadrilateral;
    const std::size_t begin = mesh.cell_nodes.size();
    mesh.cell_shapes.push_back(shape);
    mesh.cell_nodes.resize(begin + node_count(shape, order), -1);
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
    for (int v = 0; v < face_count(shape); ++v) mesh.cell_nodes[begin + lattice_vertex(shape, order, v)] = cell[v];
  }
  return mesh;
}

/// Adds equispaced nodes on all edges, then moves those of the curved ones.
void add_edge_nodes(Mesh2& mesh, const std::vector<CurvedEdge>& curved) {
  const int m = mesh.geometry_order;
  const SideTable<2> edges(mesh);
  const auto entry = [&](Side side, int k) -> Index& {
    const Index cell = side_cell<2>(side);
    return mesh
        .cell_nodes[mesh.cell_node_begin[cell] + lattice_face_node(mesh.cell_shapes[cell], m, side_face<2>(side), k)];
  };
  edges.for_each_face([&](SideTable<2>::Range sides) {
    const Side first = *sides.begin();
    const Index start = entry(first, 0);
    const Point a = mesh.nodes[start], b = mesh.nodes[entry(first, m)];
    for (int k = 1; k < m; ++k) {
      const double t = double(k) / m;
      for (const Side side : sides) entry(side, entry(side, 0) == start ? k : m - k) = mesh.node_count();
      mesh.nodes.push_back({a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t});
    }
  });
  for (const CurvedEdge& edge : curved) {
    const SideTable<2>::Range sides = edges.sides({2, {edge.vertices[0], edge.vertices[1]}});
    assert(sides.size() > 0);
    const Side side = *sides.begin();
    const bool along = entry(side, 0) == edge.vertices[0];
    for (int k = 1; k < m; ++k) mesh.nodes[entry(side, along ? k : m - k)] = edge.nodes[k - 1];
  }
}

/// Adds the nodes inside the cells.
void add_inner_nodes(Mesh2& mesh) {
  const int m = mesh.geometry_order;
  std::vector<Point> x;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const Index begin = mesh.cell_node_begin[c];
    const std::span<Index> local = std::span(mesh.cell_nodes).subspan(begin, mesh.cell_node_begin[c + 1] - begin);
    x.resize(local.size());
    for (std::size_t i = 0; i < local.size(); ++i)
      if (local[i] >= 0) x[i] = mesh.nodes[local[i]];
    if (mesh.cell_shapes[c] == CellShape::triangle)
      blend_triangle(m, x);
    else
      blend_quadrilateral(m, x);
    for (std::size_t i = 0; i < local.size(); ++i) {
      if (local[i] >= 0) continue;
      local[i] = mesh.node_count();
      mesh.nodes.push_back(x[i]);
    }
  }
}

}  // namespace

void check_cell_count(double cells, int order, const std::string& source) {
  if (cells * node_count(CellShape::quadrilateral, order) <= double(std::numeric_limits<Index>::max())) return;
  throw InputError(source + ": " + whole_text(cells) + " cells of geometric order " + std::to_string(order) +
                   " are more than a mesh can hold; use a lower level or order");
}

Mesh2 elevated(const Skeleton& skeleton, int order, const std::vector<CurvedEdge>& curved, const std::string& source) {
  assert(order >= 1 && order <= max_geometry_order);
  check_cell_count(double(skeleton.cells.size()), order, source);
  Mesh2 mesh = with_vertices(skeleton, order);
  if (order == 1) return mesh;
  add_edge_nodes(mesh, curved);
  add_inner_nodes(mesh);
  return mesh;
}

}  // namespace dg
