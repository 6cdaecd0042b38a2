/// Finds a cell at the end of a part of the mesh, from which the fronts of a breadth-first search stay narrow.
///
/// Reference: A. George, J. W. H. Liu, An implementation of a pseudoperipheral node finder, ACM TOMS 5(3), 1979.
#pragma once

#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// Searches parts of one graph; the cost of a search is linear in the size of the part, not of the graph.
class PeripheryFinder {
 public:
  explicit PeripheryFinder(const CellGraph& graph) : graph_(graph) {}

  /// A cell of the part that contains `cell`, at one end of it. Going to the farthest cell from it (of fewest
  /// neighbours, then of lowest number) and back finds no longer way.
  Index find(Index cell);

 private:
  struct Reach {
    Index depth;     // layers beyond the root
    Index farthest;  // a cell in the last of them
  };
  Reach search(Index root);

  const CellGraph& graph_;
  std::vector<Index> queue_;
  std::vector<bool> reached_;
};

}  // namespace dg
