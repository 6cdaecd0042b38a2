/// The right-hand side dU/dt as the kernels of the solver compute it, for any coefficients.
#pragma once

#include <type_traits>
#include <vector>

#include "libdg/solver/solver.hpp"

namespace dg::test {

/// Coefficients of dU/dt at t = 0, in the order of SolverOf::coefficients(). `data` are the primitive fields on
/// boundaries of type `exact`, `source` the sources; either may be empty.
template <int Dim>
std::vector<double> solver_rate(const Mesh<Dim>& mesh, const SolverOptions& options,
                                const std::vector<double>& coefficients,
                                const std::type_identity_t<GasField<Dim>>& data = {},
                                const std::type_identity_t<GasField<Dim>>& source = {});

}  // namespace dg::test
