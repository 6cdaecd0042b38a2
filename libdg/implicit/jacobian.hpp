/// Derivatives of a nonlinear system: products with vectors, exact where the system has them, else by differences; and
/// all blocks by colours, by differences.
#pragma once

#include "libdg/implicit/block_columns.hpp"
#include "libdg/implicit/nonlinear_system.hpp"

namespace dg {

class Jacobian {
 public:
  /// The system must outlive this object.
  explicit Jacobian(NonlinearSystem& system);

  /// Cells of which find_blocks() moves an unknown at once.
  const std::vector<std::vector<Index>>& colours() const { return colours_.cells; }

  /// Sets the state x at which derivatives are taken, and f = F(x).
  void set_state(const double* x, const double* f);

  /// y = dF/dx v, which takes the time of about one evaluation of F, or exact of two. By a one-sided difference
  /// truncation and rounding are about 1e-7 of the largest entry.
  void multiply(const double* v, double* y);

  /// Sets `blocks`, which have the colours, to -dF/dx.
  void find_blocks(BlockColumns& blocks);

  /// Evaluations of F that find_blocks() takes.
  long evaluations_of_blocks() const;

 private:
  NonlinearSystem& system_;
  const VectorOperations& vectors_;
  std::size_t n_;
  CellColours colours_;
  Array<double> x_, f_, moved_, there_;
};

}  // namespace dg
