#include "reorder/cell_orientations.hpp"

#include <algorithm>

namespace dg {

std::vector<std::int8_t> orientations_to_lowest_neighbour(const CellGraph& graph) {
  std::vector<std::int8_t> orientations(graph.cell_count());
  for (Index cell = 0; cell < graph.cell_count(); ++cell) {
    const auto around = graph.neighbours_of(cell);
    const auto lower = [&](Index a, Index b) { return (a == -1 ? cell : a) < (b == -1 ? cell : b); };
    orientations[cell] =
        static_cast<std::int8_t>(std::min_element(around.begin(), around.end(), lower) - around.begin());
  }
  return orientations;
}

}  // namespace dg
