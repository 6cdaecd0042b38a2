/// What must hold of the options of a solver before it is made.
#pragma once

#include "libdg/solver/options.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Throws InputError that says what is wrong and what would be right.
void check_options(const Mesh2& mesh, const SolverOptions& options);

}  // namespace dg
