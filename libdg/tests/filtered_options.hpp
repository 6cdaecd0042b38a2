/// What the tests of filters solve: a gas without viscosity, with damping.
#pragma once

#include "libdg/solver/options.hpp"
#include "tested_backend.hpp"

namespace dg::test {

inline SolverOptions filtered_options(int degree, QuadSpace quads) {
  SolverOptions o;
  o.degree = degree;
  o.quads = quads;
  o.backend = tested_backend();
  o.threads = 1;
  o.gas.viscous = false;
  o.riemann = Riemann::hllc;
  o.shocks = ShockCapturing::damping;
  return o;
}

}  // namespace dg::test
