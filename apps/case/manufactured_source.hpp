/// The source that turns a given field into a solution: S = dU/dt + div(F_inviscid - F_viscous), method of manufactured
/// solutions (Roache 2002).
#pragma once

#include <vector>

#include "libdg/equations/navier_stokes/options.hpp"
#include "libdg/formulas/expression_graph.hpp"

namespace dg::app {

/// Conservative rho, rho u, ..., rho E of primitive rho, u, ..., p.
std::vector<Expression> conservative_state(const std::vector<Expression>& primitive, const GasOptions& gas);

/// Source of the conservative equations that makes the primitive field rho, u, ..., p a solution, by exact derivatives.
std::vector<Expression> manufactured_source(const std::vector<Expression>& primitive, const GasOptions& gas);

}  // namespace dg::app
