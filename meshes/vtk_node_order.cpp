#include "meshes/vtk_node_order.hpp"

#include <array>
#include <cassert>
#include <utility>

#include "meshes/lattice.hpp"

namespace dg {
namespace {

/// VTK's numbers of the linear cell of a shape, and of its Lagrange cell, which a prism is at any order: up to version
/// 9.6 VTK's linear prism has a first triangle that is counter-clockwise from outside, and from 9.7 on from inside.
std::array<int, 2> vtk_types(CellShape shape) {
  switch (shape) {
    case CellShape::triangle:
      return {5, 69};
    case CellShape::quadrilateral:
      return {9, 70};
    case CellShape::tetrahedron:
      return {10, 71};
    case CellShape::hexahedron:
      return {12, 72};
    case CellShape::prism:
      return {73, 73};
    case CellShape::pyramid:
      return {14, 72};
  }
  return {};
}

/// Calls add(i, j) for the points of the triangle of order `m` whose lattice starts at (offset, offset).
template <class Add>
void over_triangle(int offset, int m, Add add) {
  const auto add_inside = [&](int i, int j) { add(offset + i, offset + j); };
  add_inside(0, 0);
  if (m == 0) return;
  add_inside(m, 0);
  add_inside(0, m);
  for (int k = 1; k < m; ++k) add_inside(k, 0);
  for (int k = 1; k < m; ++k) add_inside(m - k, k);
  for (int k = 1; k < m; ++k) add_inside(0, m - k);
  if (m >= 3) over_triangle(offset + 1, m - 3, add);
}

/// The same for the points inside the triangle of order `m`.
template <class Add>
void inside_triangle(int m, Add add) {
  if (m >= 3) over_triangle(1, m - 3, add);
}

/// VTK runs along the upper and left edges in the direction of growing coordinates.
void add_quadrilateral(std::vector<int>& nodes, int m) {
  const auto add = [&](int i, int j) { nodes.push_back(lattice_node(CellShape::quadrilateral, m, i, j)); };
  add(0, 0);
  add(m, 0);
  add(m, m);
  add(0, m);
  for (int k = 1; k < m; ++k) add(k, 0);
  for (int k = 1; k < m; ++k) add(m, k);
  for (int k = 1; k < m; ++k) add(k, m);
  for (int k = 1; k < m; ++k) add(0, k);
  for (int j = 1; j < m; ++j) {
    for (int i = 1; i < m; ++i) add(i, j);
  }
}

/// Adds the tetrahedron of order `m` that lies `offset` layers inside one of order `order`.
void add_tetrahedron(std::vector<int>& nodes, int order, int offset, int m) {
  // By the steps from the faces opposite to the vertices.
  const auto add = [&](const std::array<int, 4>& steps) {
    nodes.push_back(
        lattice_node(CellShape::tetrahedron, order, offset + steps[1], offset + steps[2], offset + steps[3]));
  };
  if (m == 0) return add({0, 0, 0, 0});
  for (std::size_t v = 0; v < 4; ++v) {
    std::array<int, 4> steps{};
    steps[v] = m;
    add(steps);
  }
  constexpr std::array<std::array<std::size_t, 2>, 6> edges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
  for (const auto& [from, to] : edges)
    for (int s = 1; s < m; ++s) {
      std::array<int, 4> steps{};
      steps[from] = m - s;
      steps[to] = s;
      add(steps);
    }
  constexpr std::array<std::array<std::size_t, 3>, 4> faces{{{0, 1, 3}, {2, 3, 1}, {0, 3, 2}, {0, 2, 1}}};
  for (const auto& face : faces)
    inside_triangle(m, [&](int i, int j) {
      std::array<int, 4> steps{};
      steps[face[0]] = m - i - j;
      steps[face[1]] = i;
      steps[face[2]] = j;
      add(steps);
    });
  if (m >= 4) add_tetrahedron(nodes, order, offset + 1, m - 4);
}

/// Calls add(s) for the inside of an edge.
template <class Add>
void along_edge(int m, Add add) {
  for (int s = 1; s < m; ++s) add(s);
}

/// Triangles below and above first, their edges in turn; edges and upright faces run as the triangle goes round.
void add_prism(std::vector<int>& nodes, int m) {
  const auto add = [&](int i, int j, int k) { nodes.push_back(lattice_node(CellShape::prism, m, i, j, k)); };
  for (const int k : {0, m}) add(0, 0, k), add(m, 0, k), add(0, m, k);
  for (const int k : {0, m}) {
    along_edge(m, [&](int s) { add(s, 0, k); });
    along_edge(m, [&](int s) { add(m - s, s, k); });
    along_edge(m, [&](int s) { add(0, m - s, k); });
  }
  for (const auto& [i, j] : {std::pair{0, 0}, {m, 0}, {0, m}})
    for (int k = 1; k < m; ++k) add(i, j, k);
  const auto inside_layer = [&](int k) { inside_triangle(m, [&](int i, int j) { add(i, j, k); }); };
  for (const int k : {0, m}) inside_layer(k);
  for (int k = 1; k < m; ++k) along_edge(m, [&](int s) { add(s, 0, k); });
  for (int k = 1; k < m; ++k) along_edge(m, [&](int s) { add(m - s, s, k); });
  for (int k = 1; k < m; ++k) along_edge(m, [&](int s) { add(0, m - s, k); });
  for (int k = 1; k < m; ++k) inside_layer(k);
}

/// Edges and faces run in the direction of growing coordinates.
void add_hexahedron(std::vector<int>& nodes, int m) {
  const auto add = [&](int i, int j, int k) { nodes.push_back(lattice_node(CellShape::hexahedron, m, i, j, k)); };
  const std::array<std::array<int, 2>, 4> corners{{{0, 0}, {m, 0}, {m, m}, {0, m}}};
  for (const int k : {0, m})
    for (const auto& [i, j] : corners) add(i, j, k);
  for (const int k : {0, m}) {
    along_edge(m, [&](int s) { add(s, 0, k); });
    along_edge(m, [&](int s) { add(m, s, k); });
    along_edge(m, [&](int s) { add(s, m, k); });
    along_edge(m, [&](int s) { add(0, s, k); });
  }
  for (const auto& [i, j] : corners)
    for (int k = 1; k < m; ++k) add(i, j, k);
  const auto over_face = [m](auto visit) {
    for (int b = 1; b < m; ++b)
      for (int a = 1; a < m; ++a) visit(a, b);
  };
  for (const int i : {0, m}) over_face([&](int a, int b) { add(i, a, b); });
  for (const int j : {0, m}) over_face([&](int a, int b) { add(a, j, b); });
  for (const int k : {0, m}) over_face([&](int a, int b) { add(a, b, k); });
  for (int k = 1; k < m; ++k) over_face([&](int a, int b) { add(a, b, k); });
}

}  // namespace

int vtk_cell_type(CellShape shape, int order) { return vtk_types(shape)[order == 1 ? 0 : 1]; }

std::vector<int> vtk_node_order(CellShape shape, int order) {
  assert(order >= 1);
  std::vector<int> nodes;
  switch (shape) {
    case CellShape::triangle:
      over_triangle(0, order, [&](int i, int j) { nodes.push_back(lattice_node(shape, order, i, j)); });
      break;
    case CellShape::tetrahedron:
      add_tetrahedron(nodes, order, 0, order);
      break;
    case CellShape::prism:
      add_prism(nodes, order);
      break;
    case CellShape::pyramid:
      if (order == 1) return {0, 1, 3, 2, 4};
      [[fallthrough]];
    case CellShape::hexahedron:
      add_hexahedron(nodes, order);
      break;
    default:
      add_quadrilateral(nodes, order);
  }
  return nodes;
}

}  // namespace dg
