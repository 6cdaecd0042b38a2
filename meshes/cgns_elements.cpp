#include "meshes/cgns_elements.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

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

/// Vertices of the quadrilaterals of a cell, in CGNS's order.
Sets quadrilaterals_of(CellShape shape) {
  switch (shape) {
    case CellShape::quadrilateral:
    case CellShape::pyramid:
      return {{0, 1, 2, 3}};
    case CellShape::prism:
      return {{0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
    case CellShape::hexahedron:
      return {{0, 1, 2, 3}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};
    default:
      return {};
  }
}

/// Number among `sets` of the one with these vertices.
int number_of(const Sets& sets, const std::vector<int>& vertices) {
  const auto found = std::find_if(sets.begin(), sets.end(), [&](const std::vector<int>& set) {
    return set.size() == vertices.size() && std::is_permutation(set.begin(), set.end(), vertices.begin());
  });
  return static_cast<int>(found - sets.begin());
}

std::vector<int> node_order(const MshElementType& meaning) {
  std::vector<int> nodes(static_cast<std::size_t>(meaning.node_count));
  std::iota(nodes.begin(), nodes.end(), 0);
  if (meaning.order == 1 || dim_of(meaning.shape) < 3) return nodes;  // which are the same in both
  const CellShape shape = cell_shape(meaning.shape);
  const Sets edges = edges_of(shape), faces = quadrilaterals_of(shape);
  std::size_t next = static_cast<std::size_t>(vertex_count(shape));
  const int first_edge = static_cast<int>(next), first_face = first_edge + static_cast<int>(edges.size());
  for (const auto& [a, b] : msh_edges(shape)) nodes[next++] = first_edge + number_of(edges, {a, b});
  for (const auto& face : msh_faces(shape))
    if (face.size() == 4 && next < nodes.size()) nodes[next++] = first_face + number_of(faces, face);
  return nodes;  // with the node inside a hexahedron last
}

}  // namespace

const CgnsElement& cgns_element(CGNS_ENUMT(ElementType_t) type) {
  static constexpr std::array<std::array<int, 2>, 19> types{{{CGNS_ENUMV(NODE), 15},
                                                             {CGNS_ENUMV(BAR_2), 1},
                                                             {CGNS_ENUMV(BAR_3), 8},
                                                             {CGNS_ENUMV(TRI_3), 2},
                                                             {CGNS_ENUMV(TRI_6), 9},
                                                             {CGNS_ENUMV(QUAD_4), 3},
                                                             {CGNS_ENUMV(QUAD_8), 16},
                                                             {CGNS_ENUMV(QUAD_9), 10},
                                                             {CGNS_ENUMV(TETRA_4), 4},
                                                             {CGNS_ENUMV(TETRA_10), 11},
                                                             {CGNS_ENUMV(PYRA_5), 7},
                                                             {CGNS_ENUMV(PYRA_13), 19},
                                                             {CGNS_ENUMV(PYRA_14), 14},
                                                             {CGNS_ENUMV(PENTA_6), 6},
                                                             {CGNS_ENUMV(PENTA_15), 18},
                                                             {CGNS_ENUMV(PENTA_18), 13},
                                                             {CGNS_ENUMV(HEXA_8), 5},
                                                             {CGNS_ENUMV(HEXA_20), 17},
                                                             {CGNS_ENUMV(HEXA_27), 12}}};
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
