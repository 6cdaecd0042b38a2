#include "reorder/face_order.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "reorder/ordering.hpp"

namespace dg {

std::vector<Index> order_faces(const CellGraph& graph, std::span<const Index> cells) {
  assert(cells.size() == static_cast<std::size_t>(graph.cell_count()));
  const auto new_cell = inverse(cells);
  const auto cell_count = static_cast<std::size_t>(graph.cell_count());
  const auto face_count = graph.faces.size();

  // Interior faces go to their lower cell by counting; the few of one cell are then sorted by the higher one.
  struct Entry {
    Index higher, face;
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<Index> begin(cell_count + 1, 0);
  std::vector<std::pair<Index, Index>> sides(
      face_count);  // (lower, higher) new number; equal to (-1, -1) on a boundary
  for (std::size_t f = 0; f < face_count; ++f) {
    const auto& face = graph.faces[f];
    sides[f] = {-1, -1};
    if (face.plus == -1) continue;
    sides[f] = std::minmax(new_cell[face.minus], new_cell[face.plus]);
    ++begin[sides[f].first + 1];
  }
  for (std::size_t i = 1; i <= cell_count; ++i) begin[i] += begin[i - 1];
  std::vector<Entry> interior(begin.back());
  for (std::size_t f = 0; f < face_count; ++f)
    if (sides[f].first != -1) interior[begin[sides[f].first]++] = {sides[f].second, static_cast<Index>(f)};

  std::vector<Index> faces;
  faces.reserve(face_count);
  Index first = 0;
  for (std::size_t cell = 0; cell < cell_count; ++cell) {  // begin[cell] is by now the end of the cell's entries
    std::sort(interior.begin() + first, interior.begin() + begin[cell]);
    for (; first < begin[cell]; ++first) faces.push_back(interior[first].face);
  }

  auto boundary = graph.boundary_faces;
  std::stable_sort(boundary.begin(), boundary.end(), [&](Index a, Index b) {
    const auto &face_a = graph.faces[a], &face_b = graph.faces[b];
    return std::pair{face_a.boundary, new_cell[face_a.minus]} < std::pair{face_b.boundary, new_cell[face_b.minus]};
  });
  faces.insert(faces.end(), boundary.begin(), boundary.end());
  return faces;
}

}  // namespace dg
