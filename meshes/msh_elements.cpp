#include "meshes/msh_elements.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "meshes/lattice.hpp"

namespace dg {
namespace {

struct Entry {
  int type;
  MshElementType meaning;
};

using enum MshShape;

constexpr std::array entries{Entry{15, {point, 0, 1}},
                             Entry{1, {line, 1, 2}},
                             Entry{8, {line, 2, 3}},
                             Entry{26, {line, 3, 4}},
                             Entry{27, {line, 4, 5}},
                             Entry{28, {line, 5, 6}},
                             Entry{62, {line, 6, 7}},
                             Entry{63, {line, 7, 8}},
                             Entry{64, {line, 8, 9}},
                             Entry{65, {line, 9, 10}},
                             Entry{2, {triangle, 1, 3}},
                             Entry{9, {triangle, 2, 6}},
                             Entry{21, {triangle, 3, 10}},
                             Entry{23, {triangle, 4, 15}},
                             Entry{25, {triangle, 5, 21}},
                             Entry{42, {triangle, 6, 28}},
                             Entry{43, {triangle, 7, 36}},
                             Entry{44, {triangle, 8, 45}},
                             Entry{45, {triangle, 9, 55}},
                             Entry{20, {triangle, 3, 9, false}},
                             Entry{22, {triangle, 4, 12, false}},
                             Entry{24, {triangle, 5, 15, false}},
                             Entry{52, {triangle, 6, 18, false}},
                             Entry{53, {triangle, 7, 21, false}},
                             Entry{54, {triangle, 8, 24, false}},
                             Entry{55, {triangle, 9, 27, false}},
                             Entry{3, {quadrilateral, 1, 4}},
                             Entry{10, {quadrilateral, 2, 9}},
                             Entry{36, {quadrilateral, 3, 16}},
                             Entry{37, {quadrilateral, 4, 25}},
                             Entry{38, {quadrilateral, 5, 36}},
                             Entry{47, {quadrilateral, 6, 49}},
                             Entry{48, {quadrilateral, 7, 64}},
                             Entry{49, {quadrilateral, 8, 81}},
                             Entry{50, {quadrilateral, 9, 100}},
                             Entry{16, {quadrilateral, 2, 8, false}},
                             Entry{39, {quadrilateral, 3, 12, false}},
                             Entry{40, {quadrilateral, 4, 16, false}},
                             Entry{41, {quadrilateral, 5, 20, false}},
                             Entry{57, {quadrilateral, 6, 24, false}},
                             Entry{58, {quadrilateral, 7, 28, false}},
                             Entry{59, {quadrilateral, 8, 32, false}},
                             Entry{60, {quadrilateral, 9, 36, false}},
                             Entry{4, {tetrahedron, 1, 4}},
                             Entry{11, {tetrahedron, 2, 10}},
                             Entry{29, {tetrahedron, 3, 20}},
                             Entry{30, {tetrahedron, 4, 35}},
                             Entry{31, {tetrahedron, 5, 56}},
                             Entry{71, {tetrahedron, 6, 84}},
                             Entry{72, {tetrahedron, 7, 120}},
                             Entry{73, {tetrahedron, 8, 165}},
                             Entry{74, {tetrahedron, 9, 220}},
                             Entry{137, {tetrahedron, 3, 16, false}},
                             Entry{32, {tetrahedron, 4, 22, false}},
                             Entry{33, {tetrahedron, 5, 28, false}},
                             Entry{79, {tetrahedron, 6, 34, false}},
                             Entry{80, {tetrahedron, 7, 40, false}},
                             Entry{81, {tetrahedron, 8, 46, false}},
                             Entry{82, {tetrahedron, 9, 52, false}},
                             Entry{6, {prism, 1, 6}},
                             Entry{13, {prism, 2, 18}},
                             Entry{90, {prism, 3, 40}},
                             Entry{91, {prism, 4, 75}},
                             Entry{106, {prism, 5, 126}},
                             Entry{107, {prism, 6, 196}},
                             Entry{108, {prism, 7, 288}},
                             Entry{109, {prism, 8, 405}},
                             Entry{110, {prism, 9, 550}},
                             Entry{18, {prism, 2, 15, false}},
                             Entry{111, {prism, 3, 24, false}},
                             Entry{112, {prism, 4, 33, false}},
                             Entry{113, {prism, 5, 42, false}},
                             Entry{114, {prism, 6, 51, false}},
                             Entry{115, {prism, 7, 60, false}},
                             Entry{116, {prism, 8, 69, false}},
                             Entry{117, {prism, 9, 78, false}},
                             Entry{5, {hexahedron, 1, 8}},
                             Entry{12, {hexahedron, 2, 27}},
                             Entry{92, {hexahedron, 3, 64}},
                             Entry{93, {hexahedron, 4, 125}},
                             Entry{94, {hexahedron, 5, 216}},
                             Entry{95, {hexahedron, 6, 343}},
                             Entry{96, {hexahedron, 7, 512}},
                             Entry{97, {hexahedron, 8, 729}},
                             Entry{98, {hexahedron, 9, 1000}},
                             Entry{17, {hexahedron, 2, 20, false}},
                             Entry{99, {hexahedron, 3, 32, false}},
                             Entry{100, {hexahedron, 4, 44, false}},
                             Entry{101, {hexahedron, 5, 56, false}},
                             Entry{102, {hexahedron, 6, 68, false}},
                             Entry{103, {hexahedron, 7, 80, false}},
                             Entry{104, {hexahedron, 8, 92, false}},
                             Entry{105, {hexahedron, 9, 104, false}},
                             Entry{7, {pyramid, 1, 5}},
                             Entry{14, {pyramid, 2, 14}},
                             Entry{118, {pyramid, 3, 30}},
                             Entry{119, {pyramid, 4, 55}},
                             Entry{120, {pyramid, 5, 91}},
                             Entry{121, {pyramid, 6, 140}},
                             Entry{122, {pyramid, 7, 204}},
                             Entry{123, {pyramid, 8, 285}},
                             Entry{124, {pyramid, 9, 385}},
                             Entry{19, {pyramid, 2, 13, false}},
                             Entry{125, {pyramid, 3, 21, false}},
                             Entry{126, {pyramid, 4, 29, false}},
                             Entry{127, {pyramid, 5, 37, false}},
                             Entry{128, {pyramid, 6, 45, false}},
                             Entry{129, {pyramid, 7, 53, false}},
                             Entry{130, {pyramid, 8, 61, false}},
                             Entry{131, {pyramid, 9, 69, false}}};

/// Shapes of cells and what they are called here.
constexpr std::array<std::pair<MshShape, CellShape>, cell_shape_count> cells{{{triangle, CellShape::triangle},
                                                                              {quadrilateral, CellShape::quadrilateral},
                                                                              {tetrahedron, CellShape::tetrahedron},
                                                                              {prism, CellShape::prism},
                                                                              {hexahedron, CellShape::hexahedron},
                                                                              {pyramid, CellShape::pyramid}}};

int find_type(MshShape shape, int order) {
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) {
    return e.meaning.shape == shape && e.meaning.order == order && e.meaning.complete;
  });
  assert(entry != entries.end());
  return entry->type;
}

/// A lattice point of a cell, by its steps along xi, eta and zeta.
using Steps = std::array<int, 3>;
using Corners = std::vector<Steps>;

/// `count` steps out of m on the way from a to b.
Steps between(const Steps& a, const Steps& b, int count, int m) {
  Steps s;
  for (int d = 0; d < 3; ++d) s[d] = a[d] + (b[d] - a[d]) / m * count;
  return s;
}

/// A list of lattice points in Gmsh's order.
class NodeOrder {
 public:
  NodeOrder(CellShape shape, int order) : shape_(shape), order_(order) {
    Corners corners;
    for (int v = 0; v < vertex_count(shape); ++v) {
      corners.push_back(vertex_corner(shape, v));
      for (int& step : corners.back()) step *= order;
    }
    dim_of(shape) == 2 ? polygon(corners, order) : polyhedron(corners, order);
  }

  std::vector<int> nodes;

 private:
  // Vertices in pairs, in Gmsh's order of the edges.
  using Pairs = std::vector<std::array<int, 2>>;

  void add(const Steps& s) { nodes.push_back(lattice_node(shape_, order_, s[0], s[1], s[2])); }

  void inside_of_edge(const Steps& a, const Steps& b, int m) {
    for (int k = 1; k < m; ++k) add(between(a, b, k, m));
  }

  // Corners, the inner nodes of the edges one after the other, and the same again for the nodes inside.
  void polygon(const Corners& c, int m) {
    if (m == 0) return add(c[0]);
    for (const Steps& corner : c) add(corner);
    for (std::size_t i = 0; i < c.size(); ++i) inside_of_edge(c[i], c[(i + 1) % c.size()], m);
    inside_of_polygon(c, m);
  }

  void inside_of_polygon(const Corners& c, int m) {
    const int n = static_cast<int>(c.size()), inner = m - (n == 3 ? 3 : 2);
    if (inner < 0) return;
    Pairs edges;
    for (int i = 0; i < n; ++i) edges.push_back({i, (i + 1) % n});
    polygon(moved_in(c, edges, m), inner);
  }

  // Every corner moved by a step along each edge from it.
  static Corners moved_in(const Corners& c, const Pairs& edges, int m) {
    Corners moved = c;
    for (const auto& [a, b] : edges)
      for (int d = 0; d < 3; ++d) {
        moved[a][d] += (c[b][d] - c[a][d]) / m;
        moved[b][d] += (c[a][d] - c[b][d]) / m;
      }
    return moved;
  }

  // Vertices, edges, faces, and what is inside.
  void polyhedron(const Corners& c, int m) {
    if (m == 0) return add(c[0]);
    for (const Steps& corner : c) add(corner);
    const Pairs edges = msh_edges(shape_);
    for (const auto& [a, b] : edges) inside_of_edge(c[a], c[b], m);
    for (const auto& face : msh_faces(shape_)) {
      Corners corners;
      for (const int v : face) corners.push_back(c[v]);
      inside_of_polygon(corners, m);
    }
    if (shape_ == CellShape::prism) return inside_of_prism(c, m);
    const int inner = m - (shape_ == CellShape::tetrahedron ? 4 : shape_ == CellShape::pyramid ? 3 : 2);
    if (inner < 0) return;
    Corners moved = moved_in(c, edges, m);
    // Of the four edges from the apex of a pyramid, two opposite ones lead inside.
    if (shape_ == CellShape::pyramid)
      for (int d = 0; d < 3; ++d) moved[4][d] = (c[4][d] + moved[4][d]) / 2;
    polyhedron(moved, inner);
  }

  // The nodes inside the base in their order; above each, those next to the ends first.
  void inside_of_prism(const Corners& c, int m) {
    const std::size_t first = nodes.size();
    inside_of_polygon({c[0], c[1], c[2]}, m);
    const std::vector<int> base(nodes.begin() + static_cast<std::ptrdiff_t>(first), nodes.end());
    nodes.resize(first);
    std::vector<int> heights{1};
    if (m > 2) heights.push_back(m - 1);
    for (int k = 2; k < m - 1; ++k) heights.push_back(k);
    for (const int node : base)
      for (const int height : heights) nodes.push_back(node + height * node_count(CellShape::triangle, m));
  }

  CellShape shape_;
  int order_;
};

}  // namespace

MshElementType msh_element_type(int type) {
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.type == type; });
  return entry == entries.end() ? MshElementType{} : entry->meaning;
}

CellShape cell_shape(MshShape shape) {
  return std::find_if(cells.begin(), cells.end(), [&](const auto& c) { return c.first == shape; })->second;
}

int msh_cell_type(CellShape shape, int order) {
  const auto cell = std::find_if(cells.begin(), cells.end(), [&](const auto& c) { return c.second == shape; });
  return find_type(cell->first, order);
}

int msh_line_type(int order) { return find_type(line, order); }

std::vector<std::array<int, 2>> msh_edges(CellShape shape) {
  switch (shape) {
    case CellShape::triangle:
      return {{0, 1}, {1, 2}, {2, 0}};
    case CellShape::quadrilateral:
      return {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    case CellShape::tetrahedron:
      return {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 2}, {3, 1}};
    case CellShape::prism:
      return {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}};
    case CellShape::hexahedron:
      return {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3}, {2, 6}, {3, 7}, {4, 5}, {4, 7}, {5, 6}, {6, 7}};
    default:
      return {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
  }
}

std::vector<std::vector<int>> msh_faces(CellShape shape) {
  switch (shape) {
    case CellShape::quadrilateral:
      return {{0, 1, 2, 3}};
    case CellShape::tetrahedron:
      return {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {3, 1, 2}};
    case CellShape::prism:
      return {{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {0, 3, 5, 2}, {1, 2, 5, 4}};
    case CellShape::hexahedron:
      return {{0, 3, 2, 1}, {0, 1, 5, 4}, {0, 4, 7, 3}, {1, 2, 6, 5}, {2, 3, 7, 6}, {4, 5, 6, 7}};
    default:
      return {{0, 1, 4}, {3, 0, 4}, {1, 2, 4}, {2, 3, 4}, {0, 3, 2, 1}};
  }
}

std::vector<int> msh_node_order(CellShape shape, int order) { return NodeOrder(shape, order).nodes; }

}  // namespace dg
