/// Tiled layers: strips of consecutive layers, cut across into blocks of cells that fit a cache.
///
/// Within one layer a cell finds its neighbours a whole layer away; within a tile they lie a tile's width away.
/// Numbering tile by tile, and layer by layer inside, keeps the short loads of the layers and reuses cells as a
/// space-filling curve does.
#pragma once

#include <vector>

#include "reorder/layers.hpp"

namespace dg {

struct TileOptions {
  int layers_per_strip = 24;  ///< at most; the layers of a part are shared out evenly
  int cells_per_tile = 512;   ///< on average; the cells of a strip are shared out evenly
};

/// The cells of a layering in tiles.
struct Tiling {
  std::vector<Index> cells;          ///< new to old
  std::vector<Index> tile_begin{0};  ///< tile t holds cells[tile_begin[t]] up to cells[tile_begin[t+1]], exclusive
};

/// Cuts the layers into tiles, in linear time. Along a strip the cells line up by their place in a tree. The tree joins
/// each cell to the first of its neighbours in the layer before. The tree follows the front where it bends, splits or
/// meets another. Throws InputError unless both options are positive.
Tiling tile_layers(const CellGraph& graph, const Layering& layering, const TileOptions& options = {});

}  // namespace dg
