/// Derivatives of a nonlinear system by differences: products with vectors, and all blocks by colours.
#pragma once

#include <functional>

#include "libdg/implicit/block_matrix.hpp"
#include "libdg/implicit/nonlinear_system.hpp"
#include "libdg/implicit/vector_operations.hpp"

namespace dg {

class Jacobian {
 public:
  /// The system must outlive this object.
  Jacobian(NonlinearSystem& system, const VectorOperations& vectors);

  /// Sets the state x at which derivatives are taken, and f = F(x).
  void set_state(const std::vector<double>& x, const std::vector<double>& f);

  /// y = dF/dx v by a one-sided difference: truncation and rounding are about 1e-7 of the largest entry.
  void multiply(const double* v, double* y);

  /// Sets `blocks` to -dF/dx: perturbs one unknown of all cells of a colour at once.
  void find_blocks(BlockMatrix& blocks);

  /// Evaluations of F that find_blocks() takes.
  long evaluations_of_blocks() const;

 private:
  void write_column(BlockMatrix& blocks, Index cell, int column, const std::vector<double>& difference) const;

  NonlinearSystem& system_;
  const VectorOperations& vectors_;
  std::vector<std::vector<Index>> colours_;
  std::vector<double> x_, f_, moved_, there_;
};

}  // namespace dg
