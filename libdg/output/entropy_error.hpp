/// How far an inviscid flow is from the entropy of its free stream, which it should have everywhere without shocks.
#pragma once

#include <array>

#include "libdg/output/own_cells.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Root mean square over the domain of (p / rho^gamma) / (p_inf / rho_inf^gamma) - 1, with a rule exact to twice the
/// degree. The free stream has the given density and
/// pressure.
template <int Dim>
double entropy_error(const SolverOf<Dim>& solver, const Mesh<Dim>& mesh, int degree, double gamma, double density,
                     double pressure);

/// The same on all ranks, which call this together, each with its own cells and the solver of its mesh. The bits are
/// the same on any number of them.
template <int Dim>
double entropy_error(const OwnCells<Dim>& own, const SolverOf<Dim>& solver, int degree, double gamma, double density,
                     double pressure);

}  // namespace dg
