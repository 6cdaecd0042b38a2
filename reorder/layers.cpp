#include "reorder/layers.hpp"

#include <algorithm>
#include <cstdint>

#include "reorder/boundary_walk.hpp"
#include "reorder/periphery.hpp"

namespace dg {
namespace {

// One bit a cell: for ten million cells this stays in the second-level cache, where a byte a cell does not.
class CellSet {
 public:
  explicit CellSet(Index cell_count) : words_((static_cast<std::size_t>(cell_count) + 63) / 64, 0) {}

  // Adds the cell; true if it was not there.
  bool insert(Index cell) {
    auto& word = words_[static_cast<std::size_t>(cell) >> 6];
    const auto bit = std::uint64_t{1} << (cell & 63);
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }

  bool contains(Index cell) const { return words_[static_cast<std::size_t>(cell) >> 6] >> (cell & 63) & 1; }

 private:
  std::vector<std::uint64_t> words_;
};

class Growth {
 public:
  explicit Growth(const CellGraph& graph) : graph_(graph), reached_(graph.cell_count()) {
    result_.cells.reserve(graph.cell_count());
    entries_.reserve(graph.cell_count());
  }

  // Puts a cell into the open layer unless a layer holds it. It is reached through its local face `from`.
  void seed(Index cell, Index from) { reach(cell, -1 - from); }

  // Closes the layer of seeds, if there are any, and grows from it until no cell is left to reach.
  void run() {
    const auto size = [&] { return static_cast<Index>(result_.cells.size()); };
    if (size() == result_.layer_begin.back()) return;
    result_.part_begin.push_back(result_.layer_count());
    while (size() > result_.layer_begin.back()) {
      const Index begin = result_.layer_begin.back(), end = size();
      result_.layer_begin.push_back(end);
      for (Index i = begin; i < end; ++i) {
        prefetch(i);
        const Index cell = result_.cells[i], entry = entries_[i];
        const Index from = entry < 0 ? -1 - entry : graph_.local_face_towards(cell, entry);
        graph_.go_round(cell, from, [&](Index next) { reach(next, cell); });
      }
    }
  }

  Layering finish() {
    PeripheryFinder periphery(graph_);
    for (Index cell = 0; cell < graph_.cell_count(); ++cell)
      if (!reached_.contains(cell)) {
        const Index root = periphery.find(cell);
        seed(root, 0);
        run();
      }
    return std::move(result_);
  }

 private:
  void reach(Index cell, Index entry) {
    if (!reached_.insert(cell)) return;
    result_.cells.push_back(cell);
    entries_.push_back(entry);
  }

  // The queue tells which lists come next: ask for them ahead of use, as their cells lie anywhere in memory.
  void prefetch(Index i) const {
    constexpr Index offsets_ahead = 32, lists_ahead = 16;
    const auto size = static_cast<Index>(result_.cells.size());
    if (i + offsets_ahead < size) __builtin_prefetch(&graph_.cell_begin[result_.cells[i + offsets_ahead]]);
    if (i + lists_ahead < size)
      __builtin_prefetch(graph_.cell_neighbours.data() + graph_.cell_begin[result_.cells[i + lists_ahead]]);
  }

  const CellGraph& graph_;
  CellSet reached_;
  // Beside result_.cells: the cell through which each cell was reached; for a seed, -1 - the local number of its face.
  // (Not the face for all: looking it up would bring a third list into memory for each cell.)
  std::vector<Index> entries_;
  Layering result_;
};

}  // namespace

Layering grow_layers(const CellGraph& graph, std::span<const Index> starts) {
  Growth growth(graph);
  for (const Index boundary : starts)
    for (const Index face : walk_boundary(graph, boundary)) {
      const Index cell = graph.faces[face].minus;
      const auto faces = graph.faces_of(cell);
      growth.seed(cell, static_cast<Index>(std::find(faces.begin(), faces.end(), face) - faces.begin()));
    }
  growth.run();
  return growth.finish();
}

}  // namespace dg
