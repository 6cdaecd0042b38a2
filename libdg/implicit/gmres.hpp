/// Flexible GMRES: the preconditioner may differ from step to step.
///
/// Saad, SIAM J. Sci. Comput. 14 (1993) 461.
#pragma once

#include <functional>

#include "libdg/implicit/vector_operations.hpp"

namespace dg {

/// y = A x, or an approximation of y = A^-1 x.
using LinearMap = std::function<void(const double* x, double* y)>;

struct GmresResult {
  int steps = 0;         ///< products with the matrix
  double reduction = 1;  ///< of the residual: its norm over that of the right-hand side
};

class Gmres {
 public:
  /// For systems of n equations; starts again every `restart` steps. The operations must outlive this object.
  Gmres(const VectorOperations& vectors, std::size_t n, int restart)
      : vectors_(vectors), n_(n), restart_(restart), residual_(vectors.make(n)) {}

  /// Solves A x = b from x = 0 until the residual is at most `tolerance` times |b|, or `most_steps` are taken.
  GmresResult solve(const LinearMap& matrix, const LinearMap& preconditioner, const double* b, double* x,
                    double tolerance, int most_steps);

 private:
  std::vector<double> orthogonalise(std::span<const double* const> basis, double* w) const;

  const VectorOperations& vectors_;
  std::size_t n_;
  int restart_;
  Array<double> residual_;
  std::vector<Array<double>> basis_, directions_;  ///< as many as a solution has taken so far
};

}  // namespace dg
