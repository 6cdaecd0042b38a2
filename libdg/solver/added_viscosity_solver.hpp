/// Makes the solver of a gas with a viscosity added in each cell: a subgrid model, or artificial viscosity at shocks.
#pragma once

#include <memory>

#include "libdg/solver/solver.hpp"

namespace dg {

/// See make_solver(). Precondition: the options have passed check_subgrid_model() or check_shock_viscosity().
template <int Dim>
std::unique_ptr<SolverOf<Dim>> make_added_viscosity_solver(Subdomain<Dim> part, const SolverOptions& options,
                                                           Communicator& communicator);

}  // namespace dg
