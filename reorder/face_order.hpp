/// Ordering of faces inherited from the cells: near cells, near faces.
#pragma once

#include <span>
#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// Faces (new to old) for cells in the order `cells` (new to old). The interior faces come first, ascending by the
/// lower and then the higher new number of their cells. The boundary faces follow, boundary by boundary, ascending by
/// the new number of their cell. Ties keep their order. Linear time. Precondition: `cells` is a permutation of the
/// graph's cells.
std::vector<Index> order_faces(const CellGraph& graph, std::span<const Index> cells);

}  // namespace dg
