#include "meshes/cgns_elements.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "meshes/lattice.hpp"
#include "meshes/msh_elements.hpp"

namespace dg {
namespace {

using Sets = std::vector<std::vector<int>>;

/// Vertices of the edges of a cell, in CGNS's order.
Sets edges_of(CellShape shape) {
  switch (shape) {
    case CellShape::triangle:
      return {{0, 1}, {1, 2}, {2, 0}};
    case CellShape::quadrilateral:
      return {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    case CellShape::tetrahedron:
      return {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
    case CellShape::prism:
      return {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 4}, {2, 5}, {3, 4}, {4, 5}, {5, 3}};
    case CellShape::hexahedron:
      return {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {1, 5}, {2, 6}, {3, 7}, {4, 5}, {5, 6}, {6, 7}, {7, 4}};
    case CellShape::pyramid:
      return {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {1, 4}, {2, 4}, {3, 4}};
  }
  return {};
}

/// Vertices of the faces of a cell, in CGNS's order, in which the nodes inside them go round.
Sets faces_of(CellShape shape) {
  switch (shape) {
    case CellShape::quadrilateral:
      return {{0, 1, 2, 3}};
    case CellShape::triangle:
      return {{0, 1, 2}};
    case CellShape::tetrahedron:
      return {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    case CellShape::pyramid:
      return {{0, 1, 2, 3}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
    case CellShape::prism:
      return {{0, 1, 2}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}, {3, 4, 5}};
    case CellShape::hexahedron:
      return {{0, 1, 2, 3}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};
  }
  return {};
}

/// A lattice point, by its steps along xi, eta and zeta.
using Steps = std::array<int, 3>;

/// The nodes of a cell in CGNS's order: vertices, then those inside edges, inside faces, and inside the cell, layer by
/// layer. Inside quadrilaterals and layers they go round from the outside in.
class CgnsOrder {
 public:
  CgnsOrder(CellShape shape, int order) : shape_(shape), order_(order) {
    for (int v = 0; v < vertex_count(shape); ++v) add(corner(v));
    for (const auto& edge : edges_of(shape))
      for (int s = 1; s < order; ++s) add(on_way(corner(edge[0]), corner(edge[1]), s, order));
    for (const auto& face : faces_of(shape)) {
      std::vector<Steps> corners;
      for (const int v : face) corners.push_back(corner(v));
      add_inside(corners, order);
    }
    for (int k = 1; dim_of(shape) == 3 && k < order; ++k) add_layer(k);
  }

  std::vector<int> nodes;

 private:
  Steps corner(int vertex) const {
    Steps steps = vertex_corner(shape_, vertex);
    for (int& s : steps) s *= order_;
    return steps;
  }

  static Steps on_way(const Steps& from, const Steps& to, int step, int steps) {
    Steps at = from;
    for (int d = 0; d < 3; ++d) at[d] += (to[d] - from[d]) / steps * step;
    return at;
  }

  void add(const Steps& s) { nodes.push_back(lattice_node(shape_, order_, s[0], s[1], s[2])); }

  /// Once round the polygon with sides of `m` steps, and on within.
  void add_round(const std::vector<Steps>& corners, int m) {
    if (m == 0) return add(corners[0]);
    for (std::size_t c = 0; c < corners.size(); ++c)
      for (int s = 0; s < m; ++s) add(on_way(corners[c], corners[(c + 1) % corners.size()], s, m));
    add_inside(corners, m);
  }

  void add_inside(const std::vector<Steps>& corners, int m) {
    const std::size_t n = corners.size();
    const int inner = m - (n == 3 ? 3 : 2);
    if (inner < 0) return;
    std::vector<Steps> moved = corners;
    for (std::size_t c = 0; c < n; ++c)
      for (const std::size_t other : {(c + 1) % n, (c + n - 1) % n})
        for (int d = 0; d < 3; ++d) moved[c][d] += (corners[other][d] - corners[c][d]) / m;
    add_round(moved, inner);
  }

  void add_layer(int k) {
    const bool shrinks = shape_ == CellShape::tetrahedron || shape_ == CellShape::pyramid;
    const bool triangular = shape_ == CellShape::tetrahedron || shape_ == CellShape::prism;
    const int m = shrinks ? order_ - k : order_;
    if (triangular) return add_inside({{0, 0, k}, {m, 0, k}, {0, m, k}}, m);
    add_inside({{0, 0, k}, {m, 0, k}, {m, m, k}, {0, m, k}}, m);
  }

  CellShape shape_;
  int order_;
};

std::vector<int> node_order(const MshElementType& meaning) {
  std::vector<int> nodes(static_cast<std::size_t>(meaning.node_count));
  std::iota(nodes.begin(), nodes.end(), 0);
  if (meaning.order <= 1 || dim_of(meaning.shape) < 2) return nodes;  // which are the same in both
  const CellShape shape = cell_shape(meaning.shape);
  const std::vector<int> cgns = CgnsOrder(shape, meaning.order).nodes, gmsh = msh_node_order(shape, meaning.order);
  for (std::size_t n = 0; n < nodes.size(); ++n)
    nodes[n] = static_cast<int>(std::find(cgns.begin(), cgns.end(), gmsh[n]) - cgns.begin());
  return nodes;
}

}  // namespace

const CgnsElement& cgns_element(CGNS_ENUMT(ElementType_t) type) {
  static constexpr std::array<std::array<int, 2>, 45> types{
      {{CGNS_ENUMV(NODE), 15},       {CGNS_ENUMV(BAR_2), 1},      {CGNS_ENUMV(BAR_3), 8},
       {CGNS_ENUMV(TRI_3), 2},       {CGNS_ENUMV(TRI_6), 9},      {CGNS_ENUMV(QUAD_4), 3},
       {CGNS_ENUMV(QUAD_8), 16},     {CGNS_ENUMV(QUAD_9), 10},    {CGNS_ENUMV(TETRA_4), 4},
       {CGNS_ENUMV(TETRA_10), 11},   {CGNS_ENUMV(PYRA_5), 7},     {CGNS_ENUMV(PYRA_13), 19},
       {CGNS_ENUMV(PYRA_14), 14},    {CGNS_ENUMV(PENTA_6), 6},    {CGNS_ENUMV(PENTA_15), 18},
       {CGNS_ENUMV(PENTA_18), 13},   {CGNS_ENUMV(HEXA_8), 5},     {CGNS_ENUMV(HEXA_20), 17},
       {CGNS_ENUMV(HEXA_27), 12},    {CGNS_ENUMV(BAR_4), 26},     {CGNS_ENUMV(BAR_5), 27},
       {CGNS_ENUMV(TRI_10), 21},     {CGNS_ENUMV(TRI_15), 23},    {CGNS_ENUMV(QUAD_16), 36},
       {CGNS_ENUMV(QUAD_25), 37},    {CGNS_ENUMV(TETRA_20), 29},  {CGNS_ENUMV(TETRA_35), 30},
       {CGNS_ENUMV(PYRA_30), 118},   {CGNS_ENUMV(PYRA_55), 119},  {CGNS_ENUMV(PENTA_40), 90},
       {CGNS_ENUMV(PENTA_75), 91},   {CGNS_ENUMV(HEXA_64), 92},   {CGNS_ENUMV(HEXA_125), 93},
       {CGNS_ENUMV(TRI_9), 20},      {CGNS_ENUMV(TRI_12), 22},    {CGNS_ENUMV(QUAD_12), 39},
       {CGNS_ENUMV(QUAD_P4_16), 40}, {CGNS_ENUMV(TETRA_16), 137}, {CGNS_ENUMV(TETRA_22), 32},
       {CGNS_ENUMV(PENTA_24), 111},  {CGNS_ENUMV(PENTA_33), 112}, {CGNS_ENUMV(HEXA_32), 99},
       {CGNS_ENUMV(HEXA_44), 100},   {CGNS_ENUMV(PYRA_21), 125},  {CGNS_ENUMV(PYRA_29), 126}}};
  static const std::map<int, CgnsElement> elements = [] {
    std::map<int, CgnsElement> all;
    for (const auto& [cgns, gmsh] : types) all[cgns] = {gmsh, node_order(msh_element_type(gmsh))};
    return all;
  }();
  static const CgnsElement unknown;
  const auto found = elements.find(type);
  return found == elements.end() ? unknown : found->second;
}

}  // namespace dg
