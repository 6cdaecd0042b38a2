/// The state of one solver as that of another of higher degree on the same mesh: p-sequencing.
#pragma once

#include <algorithm>
#include <cassert>

#include "libdg/solver/solver.hpp"

namespace dg {

/// Gives `high` the very polynomials of `low`, and its time. Bases are hierarchical: the modes that `low` lacks are
/// zero. Preconditions: the same mesh in the same order and the same QuadSpace; high's degree is not below low's.
template <int Dim>
void raise_degree(const SolverOf<Dim>& low, SolverOf<Dim>& high) {
  assert(low.info().cells == high.info().cells);
  constexpr int fields = Dim + 2;
  const std::vector<double> from = low.coefficients();
  std::vector<double> to(static_cast<std::size_t>(high.info().dof), 0.0);
  auto source = from.begin();
  auto target = to.begin();
  for (Index cell = 0; cell < low.info().cells; ++cell) {
    const int few = low.mode_count(cell), many = high.mode_count(cell);
    assert(few <= many);
    for (int n = 0; n < fields; ++n, source += few, target += many) std::copy_n(source, few, target);
  }
  high.set_coefficients(to);
  high.set_time(low.time());
}

}  // namespace dg
