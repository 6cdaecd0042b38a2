/// Options of flows without viscosity in fixed steps, on the tested backend.
#pragma once

#include "libdg/solver/options.hpp"
#include "tested_backend.hpp"

namespace dg::test {

inline SolverOptions fixed_step_options(int degree) {
  SolverOptions o;
  o.degree = degree;
  o.backend = tested_backend();
  o.threads = 1;
  o.gas.viscous = false;
  o.fixed_dt = 0.002;
  return o;
}

}  // namespace dg::test
