/// Blocks of cells that share few faces with each other, from METIS.
///
/// Reference: G. Karypis, V. Kumar, A fast and high quality multilevel scheme for partitioning irregular graphs, SIAM
/// J. Sci. Comput. 20(1), 1998.
#pragma once

#include <cstdint>
#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// The cells in blocks.
struct BlockedCells {
  std::vector<Index> cells;           ///< new to old
  std::vector<Index> block_begin{0};  ///< block b holds cells[block_begin[b]] up to cells[block_begin[b+1]], exclusive
};

/// Cuts the graph into blocks of about `cells_per_block` cells (within METIS's balance, 3 % over; none empty), so that
/// few faces lie between blocks. Both the blocks and the cells inside each block are in reverse Cuthill-McKee order.
/// Throws InputError if the build has no METIS or cells_per_block is not positive, RunError if METIS fails.
BlockedCells metis_blocks(const CellGraph& graph, Index cells_per_block, std::uint64_t seed);

}  // namespace dg
