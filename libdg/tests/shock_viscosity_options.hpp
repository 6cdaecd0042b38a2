/// Options of solvers with artificial viscosity at shocks, and the degrees that have it.
#pragma once

#include <vector>

#include "filtered_options.hpp"

namespace dg::test {

inline SolverOptions viscous_options(int degree, QuadSpace quads = QuadSpace::Q) {
  SolverOptions o = filtered_options(degree, quads);
  o.shocks = ShockCapturing::viscosity;
  return o;
}

/// Degrees that are compiled with the program.
inline const std::vector<int> degrees{RKDG_TEST_SHOCK_VISCOSITY_DEGREES};

}  // namespace dg::test
