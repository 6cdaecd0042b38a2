/// A second implementation of finite volumes, from the definition and cell by cell: what the kernels are compared with.
#pragma once

#include <vector>

#include "libdg/solver/solver.hpp"

namespace dg::test {

/// d/dt of the averages of cells, [cell][variable], from coefficients of degree 0. Boundaries of type `exact` take
/// `data`.
std::vector<double> reference_volume_rate(const Mesh2& mesh, const SolverOptions& options,
                                          const std::vector<double>& coefficients, const FieldFunction& data = {});

}  // namespace dg::test
