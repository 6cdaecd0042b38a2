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
                             Entry{2, {triangle, 1, 3}},
                             Entry{9, {triangle, 2, 6}},
                             Entry{21, {triangle, 3, 10}},
                             Entry{23, {triangle, 4, 15}},
                             Entry{25, {triangle, 5, 21}},
                             Entry{20, {triangle, 3, 9, false}},
                             Entry{22, {triangle, 4, 12, false}},
                             Entry{24, {triangle, 5, 15, false}},
                             Entry{3, {quadrilateral, 1, 4}},
                             Entry{10, {quadrilateral, 2, 9}},
                             Entry{36, {quadrilateral, 3, 16}},
                             Entry{37, {quadrilateral, 4, 25}},
                             Entry{38, {quadrilateral, 5, 36}},
                             Entry{16, {quadrilateral, 2, 8, false}},
                             Entry{39, {quadrilateral, 3, 12, false}},
                             Entry{40, {quadrilateral, 4, 16, false}},
                             Entry{41, {quadrilateral, 5, 20, false}}};

constexpr std::array solids{4, 5, 6, 7, 11, 12, 13, 14, 17, 18, 19, 29, 30, 31, 32, 33, 35};

int find_type(MshShape shape, int order) {
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) {
    return e.meaning.shape == shape && e.meaning.order == order && e.meaning.complete;
  });
  assert(entry != entries.end());
  return entry->type;
}

}  // namespace

MshElementType msh_element_type(int type) {
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.type == type; });
  if (entry != entries.end()) return entry->meaning;
  const bool is_solid = std::find(solids.begin(), solids.end(), type) != solids.end();
  return {is_solid ? solid : unknown};
}

int msh_cell_type(CellShape shape, int order) {
  return find_type(shape == CellShape::triangle ? triangle : quadrilateral, order);
}

int msh_line_type(int order) { return find_type(line, order); }

// The vertices of the cell, the inner nodes of its edges one after the other, and the same again for the smaller cell
// made of the nodes inside.
std::vector<int> msh_node_order(CellShape shape, int order) {
  std::vector<int> nodes;
  const int shrink = shape == CellShape::triangle ? 3 : 2;
  for (int ring = 0, m = order; m >= 0; ++ring, m -= shrink) {
    const auto append = [&](int face, int k) {
      // The place on the smaller lattice, moved `ring` rows and columns in.
      const int vertices = face_count(shape);
      const std::array<int, 2> corner[4] = {{0, 0}, {m, 0}, {vertices == 3 ? 0 : m, m}, {0, m}};
      const auto &a = corner[face], &b = corner[(face + 1) % vertices];
      const int i = a[0] + (m == 0 ? 0 : (b[0] - a[0]) / m * k), j = a[1] + (m == 0 ? 0 : (b[1] - a[1]) / m * k);
      nodes.push_back(lattice_node(shape, order, ring + i, ring + j));
    };
    for (int v = 0; v < (m == 0 ? 1 : face_count(shape)); ++v) append(v, 0);
    for (int f = 0; f < face_count(shape); ++f) {
      for (int k = 1; k < m; ++k) append(f, k);
    }
  }
  return nodes;
}

}  // namespace dg
