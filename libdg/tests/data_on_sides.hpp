/// Data on all four sides of a square, for tests of what a solver takes there.
#pragma once

#include <algorithm>
#include <memory>

#include "support.hpp"

namespace dg::test {

/// Viscous, of low degree, with the same condition on all sides.
inline SolverOptions options_of_sides(BoundaryType type) {
  SolverOptions o = serial_options();
  o.degree = std::min(o.degree, 2);
  o.gas.viscosity = 0.01;
  o.boundaries = on_all_sides(type);
  return o;
}

template <class Solver>
void set_on_all_sides(Solver& solver, const std::shared_ptr<const Formulas>& data) {
  for (const char* side : {"left", "right", "bottom", "top"}) solver.set_boundary_data(side, data);
}

}  // namespace dg::test
