#include "reorder/tiled_layers.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <string>

#include "meshes/errors.hpp"
#include "reorder/ordering.hpp"

namespace dg {
namespace {

// Share k of `total` cut into `shares` pieces as equal as whole numbers allow begins here.
Index share_begin(Index total, Index k, Index shares) {
  return static_cast<Index>(static_cast<std::int64_t>(total) * k / shares);
}

Index rounded_up(Index a, Index b) { return (a + b - 1) / b; }

// One strip: the cells of consecutive layers, meant by their place in the layering less that of the strip's first cell.
class Strip {
 public:
  Strip(const CellGraph& graph, const Layering& layering, std::span<const Index> place_of_cell)
      : graph_(graph), layering_(layering), place_of_cell_(place_of_cell) {}

  // Appends the tiles of layers [first, last) to `tiling`.
  void tile(Index first, Index last, Index cells_per_tile, Tiling& tiling) {
    begin_ = layering_.layer_begin[first];
    count_ = layering_.layer_begin[last] - begin_;
    find_parents(first, last);
    line_up();

    const Index tiles = std::max(Index{1}, (count_ + cells_per_tile / 2) / cells_per_tile);
    const auto old_size = static_cast<Index>(tiling.cells.size());
    std::vector<Index> next(tiles);
    for (Index t = 0; t < tiles; ++t) next[t] = old_size + share_begin(count_, t, tiles);
    for (Index t = 1; t <= tiles; ++t) tiling.tile_begin.push_back(old_size + share_begin(count_, t, tiles));
    tiling.cells.resize(static_cast<std::size_t>(old_size) + count_);
    for (Index i = 0; i < count_; ++i) tiling.cells[next[tile_at(rank_[i], tiles)]++] = layering_.cells[begin_ + i];
  }

 private:
  // The tile whose share of the ranks holds `rank`: the last t with share_begin(t) <= rank.
  Index tile_at(Index rank, Index tiles) const {
    return static_cast<Index>((static_cast<std::int64_t>(rank) * tiles + tiles - 1) / count_);
  }

  // A cell's parent is its first neighbour in the layer before; cells of the strip's first layer have none (-1).
  void find_parents(Index first, Index last) {
    parent_.assign(count_, -1);
    for (Index layer = first + 1; layer < last; ++layer) {
      const Index above = layering_.layer_begin[layer - 1], here = layering_.layer_begin[layer];
      for (Index place = here; place < layering_.layer_begin[layer + 1]; ++place) {
        Index parent = here;
        for (const Index other : graph_.neighbours_of(layering_.cells[place]))
          if (other != -1 && place_of_cell_[other] >= above) parent = std::min(parent, place_of_cell_[other]);
        assert(parent < here);
        parent_[place - begin_] = parent - begin_;
      }
    }
  }

  // Ranks the cells by walking the trees of parents, each cell before its children. Children come after their parents
  // in a layering, so one sweep up gives the sizes of the trees and one sweep down the ranks.
  void line_up() {
    std::vector<Index> size(count_, 1);
    for (Index i = count_ - 1; i >= 0; --i)
      if (parent_[i] != -1) size[parent_[i]] += size[i];
    rank_.resize(count_);
    std::vector<Index> next(count_);  // rank of the next child of each cell
    Index next_root = 0;
    for (Index i = 0; i < count_; ++i) {
      Index& free = parent_[i] == -1 ? next_root : next[parent_[i]];
      rank_[i] = free;
      next[i] = free + 1;
      free += size[i];
    }
  }

  const CellGraph& graph_;
  const Layering& layering_;
  std::span<const Index> place_of_cell_;
  Index begin_ = 0, count_ = 0;
  std::vector<Index> parent_, rank_;
};

}  // namespace

Tiling tile_layers(const CellGraph& graph, const Layering& layering, const TileOptions& options) {
  if (options.layers_per_strip < 1 || options.cells_per_tile < 1)
    throw InputError("tiled layers need at least 1 layer a strip and 1 cell a tile, not " +
                     std::to_string(options.layers_per_strip) + " and " + std::to_string(options.cells_per_tile));
  const auto place_of_cell = inverse(layering.cells);
  Tiling tiling;
  tiling.cells.reserve(layering.cells.size());
  Strip strip(graph, layering, place_of_cell);
  for (std::size_t part = 0; part < layering.part_begin.size(); ++part) {
    const Index first = layering.part_begin[part];
    const Index last = part + 1 < layering.part_begin.size() ? layering.part_begin[part + 1] : layering.layer_count();
    const Index strips = rounded_up(last - first, options.layers_per_strip);
    for (Index s = 0; s < strips; ++s)
      strip.tile(first + share_begin(last - first, s, strips), first + share_begin(last - first, s + 1, strips),
                 options.cells_per_tile, tiling);
  }
  return tiling;
}

}  // namespace dg
