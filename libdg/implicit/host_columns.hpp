/// Columns of a block matrix in the memory of the host.
#pragma once

#include "libdg/implicit/block_columns.hpp"
#include "libdg/implicit/block_matrix.hpp"

namespace dg {

class HostColumns final : public BlockColumns {
 public:
  /// The matrix must outlive this object.
  HostColumns(BlockMatrix& blocks, int threads) : blocks_(blocks), threads_(threads) {}

  void set_colours(const std::vector<std::vector<Index>>& colours) override { colours_ = colours; }
  void perturb(int colour, int column, double step, const double* x, double* moved) override;
  void write(int colour, int column, double step, const double* f, const double* there) override;

 private:
  BlockMatrix& blocks_;
  int threads_;
  std::vector<std::vector<Index>> colours_;
};

}  // namespace dg
