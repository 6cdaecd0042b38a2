#include "reorder/block_colouring.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>

#include "meshes/errors.hpp"
#include "reorder/colouring.hpp"

namespace dg {
namespace {

using ColourSet = std::uint64_t;

void cut_into_blocks(const CellGraph& graph, Index faces_per_block, BlockColouring& result) {
  for (Index f = 1; f <= graph.face_count(); ++f)
    if (f == graph.face_count() || f - result.block_begin.back() == faces_per_block ||
        graph.faces[f].boundary != graph.faces[f - 1].boundary)
      result.block_begin.push_back(f);
}

// Calls visit(cell) for each side of each face of a block; cells come several times.
template <class Visit>
void for_each_side(const CellGraph& graph, Index first, Index last, Visit&& visit) {
  for (Index f = first; f < last; ++f) {
    visit(graph.faces[f].minus);
    if (graph.faces[f].plus != -1) visit(graph.faces[f].plus);
  }
}

void colour_faces_within(const CellGraph& graph, BlockColouring& result) {
  std::vector<ColourSet> taken(graph.cell_count(), 0);
  result.face_colours.resize(graph.faces.size());
  for (Index b = 0; b < result.block_count(); ++b) {
    const Index first = result.block_begin[b], last = result.block_begin[b + 1];
    int colours = 0;
    for (Index f = first; f < last; ++f) {
      auto& at_minus = taken[graph.faces[f].minus];
      auto& at_plus = graph.faces[f].plus == -1 ? at_minus : taken[graph.faces[f].plus];
      const int colour = std::countr_one(at_minus | at_plus);
      if (colour >= max_colours)
        throw InputError("face " + std::to_string(f) + " finds all " + std::to_string(max_colours) +
                         " colours of its block taken: this mesh needs an assembly without colours");
      at_minus |= ColourSet{1} << colour;
      at_plus |= ColourSet{1} << colour;
      result.face_colours[f] = colour;
      colours = std::max(colours, colour + 1);
    }
    result.block_colours.push_back(colours);
    for_each_side(graph, first, last, [&](Index cell) { taken[cell] = 0; });
  }
}

std::vector<int> colour_whole_blocks(const CellGraph& graph, const BlockColouring& result, Index faces_per_block) {
  std::vector<ColourSet> taken(graph.cell_count(), 0);
  std::vector<int> colours;
  for (Index b = 0; b < result.block_count(); ++b) {
    const Index first = result.block_begin[b], last = result.block_begin[b + 1];
    ColourSet all = 0;
    for_each_side(graph, first, last, [&](Index cell) { all |= taken[cell]; });
    const int colour = std::countr_one(all);
    if (colour >= max_colours)
      throw InputError(
          "blocks of " + std::to_string(faces_per_block) + " faces need more than " + std::to_string(max_colours) +
          " colours, as block " + std::to_string(b) +
          " shares cells with blocks of all of them: put the mesh in order first (layers, tiled-layers, hilbert)");
    for_each_side(graph, first, last, [&](Index cell) { taken[cell] |= ColourSet{1} << colour; });
    colours.push_back(colour);
  }
  return colours;
}

void sort_blocks(const std::vector<int>& colours, BlockColouring& result) {
  const int count = colours.empty() ? 0 : *std::max_element(colours.begin(), colours.end()) + 1;
  result.colour_begin.assign(static_cast<std::size_t>(count) + 1, 0);
  for (const int colour : colours) ++result.colour_begin[colour + 1];
  std::partial_sum(result.colour_begin.begin(), result.colour_begin.end(), result.colour_begin.begin());
  result.blocks.resize(colours.size());
  auto next = result.colour_begin;
  for (std::size_t b = 0; b < colours.size(); ++b) result.blocks[next[colours[b]]++] = static_cast<Index>(b);
}

}  // namespace

BlockColouring colour_blocks(const CellGraph& graph, Index faces_per_block) {
  if (faces_per_block < 1)
    throw InputError("blocks of faces need at least 1 face, not " + std::to_string(faces_per_block));
  BlockColouring result;
  cut_into_blocks(graph, faces_per_block, result);
  colour_faces_within(graph, result);
  sort_blocks(colour_whole_blocks(graph, result, faces_per_block), result);
  return result;
}

}  // namespace dg
