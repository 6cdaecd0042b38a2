/// A sparse matrix of dense blocks in single precision, one for each cell and one for each link between two cells. It
/// serves preconditioners, which read it as fast as memory allows.
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

/// Where blocks begin: one cell's after the other's, that on the diagonal and then those of its links.
struct BlockPlaces {
  std::vector<std::int64_t> diagonal, link;

  explicit BlockPlaces(const BlockGraph& graph) {
    std::int64_t at = 0;
    for (Index cell = 0; cell < graph.cells(); ++cell) {
      const std::int64_t n = graph.size(cell);
      diagonal.push_back(at);
      at += n * n;
      for (Index l = graph.first[cell]; l < graph.first[cell + 1]; ++l) {
        link.push_back(at);
        at += n * graph.size(graph.neighbour[l]);
      }
    }
  }
};

class BlockMatrix {
 public:
  /// Of uninitialised numbers. The graph must outlive the matrix.
  explicit BlockMatrix(const BlockGraph& graph) : graph_(&graph), places_(graph), numbers_(block_numbers(graph)) {}

  const BlockGraph& graph() const { return *graph_; }

  /// Column after column: the rows are the unknowns of `cell`, the columns its own or those of the neighbour.
  float* diagonal(Index cell) { return numbers_.data() + places_.diagonal[cell]; }
  const float* diagonal(Index cell) const { return numbers_.data() + places_.diagonal[cell]; }
  float* link(Index link) { return numbers_.data() + places_.link[link]; }
  const float* link(Index link) const { return numbers_.data() + places_.link[link]; }

  /// All blocks, see BlockPlaces.
  std::span<float> numbers() { return numbers_; }
  std::span<const float> numbers() const { return numbers_; }

 private:
  const BlockGraph* graph_;
  BlockPlaces places_;
  HostVector<float> numbers_;
};

}  // namespace dg
