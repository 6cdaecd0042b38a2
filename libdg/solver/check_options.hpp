/// What must hold of the options of a solver before it is made.
#pragma once

#include "libdg/solver/options.hpp"
#include "meshes/mesh.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// Throws InputError that says what is wrong and what would be right.
template <int Dim>
void check_options(const Mesh<Dim>& mesh, const RunOptions& options);
/// What several ranks cannot do together.
void check_options_of_ranks(const RunOptions& options);
/// What does not work beside boundaries that match by a rotation. `has_momentum` says whether the equations are known
/// to have one. Its components follow the first variable.
template <int Dim>
void check_rotations(const Mesh<Dim>& mesh, const RunOptions& options, const Halo& halo, bool has_momentum);
void check_gas(const GasOptions& gas);

/// Throws InputError for what artificial viscosity at shocks does not work with. Precondition:
/// ShockCapturing::viscosity.
void check_shock_viscosity(const SolverOptions& options);

/// Throws InputError for what a subgrid model does not work with. Precondition: there is a model.
void check_subgrid_model(const SolverOptions& options, int dim);

}  // namespace dg
