/// How far an inviscid flow is from the entropy of its free stream, which it should have everywhere without shocks.
#pragma once

#include <array>

#include "libdg/solver/solver.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Root mean square over the domain of (p / rho^gamma) / (p_inf / rho_inf^gamma) - 1, with a rule exact to twice the
/// degree. `free_stream` is primitive: rho, u, v, p.
double entropy_error(const Solver& solver, const Mesh2& mesh, int degree, double gamma,
                     const std::array<double, 4>& free_stream);

}  // namespace dg
