/// What solves (shift I - dF/dx) z = b about.
#pragma once

#include <memory>

#include "libdg/implicit/block_columns.hpp"
#include "libdg/implicit/multigrid_options.hpp"
#include "libdg/implicit/vector_operations.hpp"

namespace dg {

/// Vectors are where the implicit solver keeps them.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;

  /// Takes -dF/dx, all columns before factor().
  virtual BlockColumns& columns() = 0;

  /// Prepares the solution.
  virtual void factor(double shift) = 0;

  /// z is about (shift I - dF/dx)^-1 b.
  virtual void solve(const double* b, double* z) = 0;
};

/// P-multigrid, see p_multigrid.hpp, in the memory of the vectors. `levels` are those of multigrid_levels(); the
/// operations must outlive it.
std::unique_ptr<Preconditioner> make_preconditioner(const std::vector<BlockGraph>& levels,
                                                    const VectorOperations& vectors,
                                                    const MultigridOptions& options = {});

}  // namespace dg
