#include "reorder/metis_blocks.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "meshes/errors.hpp"
#include "reorder/ordering.hpp"
#include "reorder/partition.hpp"
#include "reorder/rcm.hpp"

namespace dg {

namespace {

struct Partition {
  std::vector<Index> block_of_cell;
  Index blocks;
};

Partition partition(const CellGraph& graph, Index blocks, std::uint64_t seed) {
  const std::vector<int> part = partition_cells(graph, blocks, {}, seed);
  // Number the blocks that got cells without gaps.
  std::vector<Index> number(blocks, -1);
  Partition result{std::vector<Index>(part.size()), 0};
  for (std::size_t cell = 0; cell < part.size(); ++cell) {
    if (number[part[cell]] == -1) number[part[cell]] = result.blocks++;
    result.block_of_cell[cell] = number[part[cell]];
  }
  return result;
}

// The graph with a cell for each block, joined where faces lie between them.
CellGraph graph_of_blocks(const CellGraph& graph, const Partition& partition) {
  std::vector<std::pair<Index, Index>> pairs;
  for (const auto& face : graph.faces) {
    if (face.plus == -1) continue;
    const auto [low, high] = std::minmax(partition.block_of_cell[face.minus], partition.block_of_cell[face.plus]);
    if (low != high) pairs.emplace_back(low, high);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<GraphFace> faces;
  for (const auto& [low, high] : pairs) faces.push_back({low, high});
  return build_graph(partition.blocks, std::move(faces), {});
}

// The graph without the faces between blocks.
CellGraph graph_inside_blocks(const CellGraph& graph, const Partition& partition) {
  std::vector<GraphFace> faces;
  for (const auto& face : graph.faces)
    if (face.plus != -1 && partition.block_of_cell[face.minus] == partition.block_of_cell[face.plus])
      faces.push_back({face.minus, face.plus});
  return build_graph(graph.cell_count(), std::move(faces), {});
}

}  // namespace

BlockedCells metis_blocks(const CellGraph& graph, Index cells_per_block, std::uint64_t seed) {
  if (!has_metis())
    throw InputError(
        "ordering 'metis' needs METIS, and this build is without it: install libmetis-dev and configure again, or "
        "choose another ordering");
  if (cells_per_block < 1)
    throw InputError("METIS blocks need at least 1 cell, not " + std::to_string(cells_per_block));
  const Index wanted = std::max(Index{1}, (graph.cell_count() + cells_per_block / 2) / cells_per_block);
  const auto blocks = partition(graph, wanted, seed);
  const auto place_of_block = inverse(rcm_order(graph_of_blocks(graph, blocks)));

  BlockedCells result;
  result.block_begin.assign(static_cast<std::size_t>(blocks.blocks) + 1, 0);
  for (const Index block : blocks.block_of_cell) ++result.block_begin[place_of_block[block] + 1];
  for (Index b = 0; b < blocks.blocks; ++b) result.block_begin[b + 1] += result.block_begin[b];
  result.cells.resize(graph.cell_count());
  auto next = result.block_begin;
  for (const Index cell : rcm_order(graph_inside_blocks(graph, blocks)))
    result.cells[next[place_of_block[blocks.block_of_cell[cell]]]++] = cell;
  return result;
}

}  // namespace dg
