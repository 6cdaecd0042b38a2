/// Meshes that a GPU takes by `gather`, many times as slowly as by `tiles`, because these do not hold some cells.
#pragma once

#include <string>

#include "libdg/solver/options.hpp"
#include "libdg/solver/solver_info.hpp"
#include "meshes/mesh.hpp"

namespace dg::app {

/// Which cells these are, and with what `tiles` would hold them; empty if the assembly was asked for, or is another.
template <int Dim>
std::string slow_assembly(const Mesh<Dim>& mesh, const SolverOptions& options, const SolverInfo& info);

}  // namespace dg::app
