/// Incomplete LU factors of a block matrix without fill: only the blocks on the diagonal change.
///
/// Exact where the graph of cells has no cycles. Persson, Peraire, SIAM J. Sci. Comput. 30 (2008) 2709. With
/// Smoother::block_jacobi they are those of the blocks on the diagonal alone.
#pragma once

#include "libdg/implicit/block_matrix.hpp"
#include "libdg/implicit/smoother.hpp"

namespace dg {

/// Cells that wait for the levels before, and for none of their own, when cells are eliminated in the order of the
/// graph. With block_jacobi these are all cells at once.
std::vector<std::vector<Index>> wavefronts(const BlockGraph& graph, Smoother smoother = Smoother::ilu);

class BlockIlu {
 public:
  /// Eliminates cells in the order of the graph, those that do not wait for each other at once. The graph must outlive
  /// this object. Ghosts take no part.
  BlockIlu(const BlockGraph& graph, int threads, Smoother smoother = Smoother::ilu);

  /// Factors shift I + A; A must stay as it is until the next call.
  void factor(const BlockMatrix& a, float shift);

  /// z = (L D^-1 U)^-1 b
  void solve(const float* b, float* z) const;

 private:
  void factor_cell(Index cell, float shift);
  void forward(Index cell, const float* b, float* z) const;
  void backward(Index cell, float* z) const;
  Index end_of_links(Index cell) const { return couples_ ? graph_.first[cell + 1] : graph_.first[cell]; }

  const BlockGraph& graph_;
  bool couples_;  ///< cells, by their links
  const BlockMatrix* a_ = nullptr;
  std::vector<std::vector<Index>> levels_;
  std::vector<std::size_t> inverse_begin_;  ///< [cell]
  HostVector<float> inverse_;               ///< of the blocks on the diagonal
  int threads_;
};

}  // namespace dg
