/// What a run of a gas is made of, apart from the mesh: how it is solved, the gas, its fluxes and boundary conditions.
#pragma once

#include <vector>

#include "libdg/core/precision.hpp"
#include "libdg/equations/navier_stokes/boundary_condition.hpp"
#include "libdg/solver/force_reference.hpp"
#include "libdg/solver/run_options.hpp"

namespace dg {

struct SolverOptions : RunOptions {
  Riemann riemann = Riemann::llf;
  Precision precision = Precision::double_precision;
  GasOptions gas;
  std::vector<BoundaryCondition> boundaries;
  ForceReference force_reference;
};

}  // namespace dg
