/// Reverse Cuthill-McKee ordering: breadth-first from the end of each part, neighbours of fewest neighbours first,
/// reversed.
///
/// Reference: A. George, J. W. H. Liu, Computer Solution of Large Sparse Positive Definite Systems, 1981, chapter 4.
#pragma once

#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// Cells new to old, in linear time. Each part begins at the cell that PeripheryFinder names from its lowest cell;
/// neighbours of equal degree follow the order in which CellGraph::go_round() meets them.
std::vector<Index> rcm_order(const CellGraph& graph);

}  // namespace dg
