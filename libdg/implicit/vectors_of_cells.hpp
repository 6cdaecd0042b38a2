/// Vectors of the host, cell after cell, whose sums do not depend on which ranks have the cells, in any bit.
#pragma once

#include "libdg/implicit/block_graph.hpp"
#include "libdg/implicit/vector_operations.hpp"

namespace dg {

/// Products of a cell's entries are summed in the order of its unknowns, and cells without rounding:
/// core/exact_sum.hpp.
class VectorsOfCells final : public VectorOperations {
 public:
  /// Vectors have the unknowns of the graph. `ranks`, null for a whole mesh, must outlive this object.
  VectorsOfCells(const BlockGraph& graph, Communicator* ranks, int threads)
      : VectorOperations(threads),
        begin_(graph.begin.begin(), graph.begin.begin() + graph.cells() + 1),
        ranks_(ranks) {}

  std::vector<double> dots(std::span<const double* const> vectors, const double* w, std::size_t n) const override;
  double largest(const double* x, std::size_t n) const override;

 private:
  std::vector<std::size_t> begin_;  ///< [cell], and the end
  Communicator* ranks_;
};

}  // namespace dg
