/// The cells of one of several ranks among those of all, as the implicit solver takes them.
#pragma once

#include "libdg/backend/communicator.hpp"
#include "libdg/implicit/block_graph.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// Own cells in the order of the whole mesh, and then ghosts. So factors of one rank alone are those of a run without
/// others.
struct RankCells : GraphCells {
  Communicator* ranks = nullptr;
};

/// The communicator must outlive the result.
RankCells rank_cells(const Halo& halo, Communicator& ranks);

/// The graph of the whole mesh on all ranks, which each have that of their own cells. All call it together.
BlockGraph whole_graph(const BlockGraph& own, const RankCells& cells);

/// Cells of which one unknown is moved at once; and what ranks agree upon.
struct CellColours {
  std::vector<std::vector<Index>> cells;  ///< [colour] of the graph, ghosts included
  std::vector<int> columns;               ///< [colour] unknowns of the largest of all these cells, on any rank
};

/// See distance_two_colours().
CellColours cell_colours(const BlockGraph& graph);

/// Those of the whole mesh, which are the same on any number of ranks. All call it together.
CellColours cell_colours(const BlockGraph& own, const BlockGraph& whole, const RankCells& cells);

}  // namespace dg
