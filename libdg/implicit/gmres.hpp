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

/// Solves A x = b from x = 0 until the residual is at most `tolerance` times |b|, or `most_steps` are taken; starts
/// anew every `restart` steps.
GmresResult solve_gmres(const VectorOperations& vectors, const LinearMap& matrix, const LinearMap& preconditioner,
                        const std::vector<double>& b, std::vector<double>& x, double tolerance, int most_steps,
                        int restart);

}  // namespace dg
