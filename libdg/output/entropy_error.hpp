/// How far an inviscid flow is from the entropy of its free stream, which it should have everywhere without shocks.
#pragma once

#include "apps/run/problem.hpp"

namespace dg::app {

/// Root mean square over the domain of (p / rho^gamma) / (p_inf / rho_inf^gamma) - 1.
double entropy_error(const Problem& problem);

}  // namespace dg::app
