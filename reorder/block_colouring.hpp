/// Colouring of blocks of faces: the order of the faces, and with it the reuse of cells, is kept.
///
/// A flat colouring sorts neighbouring faces into different launches. Here blocks of consecutive faces are coloured
/// instead. The blocks of one colour touch no common cell and run together. Within a block a second colouring says
/// which faces may add at the same time; a barrier lies between its colours.
#pragma once

#include <vector>

#include "reorder/graph.hpp"

namespace dg {

struct BlockColouring {
  /// Block b holds the faces block_begin[b] up to block_begin[b+1], exclusive, in the order of the graph.
  std::vector<Index> block_begin{0};
  std::vector<Index> blocks;  ///< all blocks sorted by colour, within a colour ascending
  std::vector<Index> colour_begin{
      0};  ///< colour c holds blocks[colour_begin[c]] up to blocks[colour_begin[c+1]], exclusive
  std::vector<Index> face_colours;   ///< for each face its colour within its block, counted from 0
  std::vector<Index> block_colours;  ///< for each block the number of colours of its faces

  Index block_count() const { return static_cast<Index>(block_begin.size()) - 1; }
  int colour_count() const { return static_cast<int>(colour_begin.size()) - 1; }
};

/// Cuts the faces into blocks of `faces_per_block` and colours both levels greedily, in linear time. A block ends early
/// where the boundary changes, so that all its faces lie between cells, or all on one boundary. Throws InputError if
/// either level takes more than max_colours, as blocks of a mesh in random order do, or if faces_per_block is not
/// positive.
BlockColouring colour_blocks(const CellGraph& graph, Index faces_per_block = 256);

}  // namespace dg
