/// Which local face of a cell comes first: freedom that an order of cells and faces leaves.
#pragma once

#include <cstdint>
#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// For each cell the number of its local face that leads to its lowest neighbour, the first of several. The cell itself
/// stands for a boundary. Cells reoriented by this (see reoriented() for meshes) read their neighbours in a more
/// regular way. Those behind face 0 are all near each other, and so on for the other faces. Linear time. Of use for
/// cells whose faces can be renumbered cyclically, that is in 2-D.
std::vector<std::int8_t> orientations_to_lowest_neighbour(const CellGraph& graph);

}  // namespace dg
