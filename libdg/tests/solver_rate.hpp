/// The right-hand side dU/dt as the kernels of the solver compute it, for any coefficients.
#pragma once

#include <vector>

#include "libdg/solver/solver.hpp"

namespace dg::test {

/// Coefficients of dU/dt at t = 0, in the order of Solver::coefficients(). `data` are the primitive fields on
/// boundaries of type `exact`, `source` the sources; either may be empty.
std::vector<double> solver_rate(const Mesh2& mesh, const SolverOptions& options,
                                const std::vector<double>& coefficients, const FieldFunction& data = {},
                                const FieldFunction& source = {});

}  // namespace dg::test
