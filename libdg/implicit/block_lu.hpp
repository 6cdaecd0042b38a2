/// Sparse LU factors of a block matrix: multifrontal, cells in the order of minimum degree.
///
/// Duff, Reid, ACM Trans. Math. Softw. 9 (1983) 302. Pivots are sought within the cells of a front alone: rates of
/// cells depend most on the cells themselves.
#pragma once

#include "libdg/implicit/block_matrix.hpp"

namespace dg {

class BlockLu {
 public:
  /// Cells that are eliminated together: their rows have fill in the same columns.
  struct Front {
    std::vector<Index> cells;                 ///< eliminated here, and after them those that they are linked with
    Index eliminated = 0;                     ///< of these cells
    std::vector<int> begin;                   ///< [cell] first row; the last entry is the size
    std::vector<Index> children;              ///< fronts whose updates go into this one
    HostVector<float> inverse, upper, lower;  ///< of the pivots p: p^-1, p^-1 U, L p^-1

    int pivots() const { return begin[eliminated]; }
    int rows() const { return begin.back() - pivots(); }
  };

  static constexpr int most_pivots = 512;  ///< of a front of several cells: inverting them is one thread's work

  /// Finds an order and what fills in. The graph must outlive this object.
  explicit BlockLu(const BlockGraph& graph, int threads = 1);

  /// Factors shift I + A.
  void factor(const BlockMatrix& a, float shift);

  /// z = (shift I + A)^-1 b
  void solve(const float* b, float* z) const;

  /// Children before parents; with their factors after factor().
  const std::vector<Front>& fronts() const { return fronts_; }

  /// Numbers that the factors take.
  std::size_t numbers() const;

 private:
  void find_fronts(const std::vector<Index>& order);
  void factor_fronts(const std::vector<Index>& list, const BlockMatrix& a, float shift,
                     std::vector<HostVector<float>>& updates);
  void assemble(const Front& front, const BlockMatrix& a, float shift, float* matrix) const;
  void add_update(const Front& front, const Front& child, const HostVector<float>& update, float* matrix) const;
  HostVector<float> eliminate(Front& front, float* matrix) const;

  const BlockGraph& graph_;
  int threads_;
  std::vector<Front> fronts_;
  std::vector<Index> place_;  ///< [cell] in the order of elimination
};

}  // namespace dg
