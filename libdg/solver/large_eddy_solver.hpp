/// Makes the solver of a gas with a subgrid model.
#pragma once

#include <memory>

#include "libdg/solver/solver.hpp"

namespace dg {

/// See make_solver(). Precondition: the options have passed check_subgrid_model().
std::unique_ptr<SolverOf<3>> make_large_eddy_solver(Subdomain<3> part, const SolverOptions& options,
                                                    Communicator& communicator);

}  // namespace dg
