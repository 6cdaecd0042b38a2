/// A sparse matrix of dense blocks, one for each cell and one for each link between two cells, in single precision:
/// it serves preconditioners, which read it as fast as memory allows.
#pragma once

#include <span>

#include "libdg/backend/host_vector.hpp"
#include "libdg/implicit/block_graph.hpp"

namespace dg {

/// Numbers of all blocks.
inline std::size_t block_numbers(const BlockGraph& graph) {
  std::size_t numbers = 0;
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    std::size_t columns = graph.size(cell);
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
      columns += graph.size(graph.neighbour[link]);
    numbers += graph.size(cell) * columns;
  }
  return numbers;
}

class BlockMatrix {
 public:
  /// Of uninitialised numbers. The graph must outlive the matrix.
  explicit BlockMatrix(const BlockGraph& graph) : graph_(&graph) {
    std::size_t at = 0;
    for (Index cell = 0; cell < graph.cells(); ++cell) {
      const std::size_t n = graph.size(cell);
      diagonal_.push_back(at);
      at += n * n;
      for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link) {
        link_.push_back(at);
        at += n * graph.size(graph.neighbour[link]);
      }
    }
    numbers_.resize(at);
  }

  const BlockGraph& graph() const { return *graph_; }

  /// Column after column: the rows are the unknowns of `cell`, the columns its own or those of the neighbour.
  float* diagonal(Index cell) { return numbers_.data() + diagonal_[cell]; }
  const float* diagonal(Index cell) const { return numbers_.data() + diagonal_[cell]; }
  float* link(Index link) { return numbers_.data() + link_[link]; }
  const float* link(Index link) const { return numbers_.data() + link_[link]; }

 private:
  const BlockGraph* graph_;
  std::vector<std::size_t> diagonal_, link_;  ///< where blocks begin
  HostVector<float> numbers_;
};

}  // namespace dg
