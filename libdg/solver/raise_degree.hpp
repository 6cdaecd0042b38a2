/// The state of one solver as that of another of higher degree on the same mesh: p-sequencing.
#pragma once

#include <algorithm>
#include <cassert>

#include "libdg/solver/solver.hpp"

namespace dg {

/// The coefficients of the first `cells` cells of `low` as `high` has them. Bases are hierarchical: the modes that
/// `low` lacks are zero. Preconditions: the same mesh in the same order and the same QuadSpace; high's degree is not
/// below low's.
template <int Dim>
std::vector<double> raised(const SolverOf<Dim>& low, const std::vector<double>& from, const SolverOf<Dim>& high,
                           Index cells) {
  constexpr int fields = Dim + 2;
  std::size_t size = 0;
  for (Index cell = 0; cell < cells; ++cell) size += std::size_t{fields} * high.mode_count(cell);
  std::vector<double> to(size, 0.0);
  auto source = from.begin();
  auto target = to.begin();
  for (Index cell = 0; cell < cells; ++cell) {
    const int few = low.mode_count(cell), many = high.mode_count(cell);
    assert(few <= many);
    for (int n = 0; n < fields; ++n, source += few, target += many) std::copy_n(source, few, target);
  }
  return to;
}

/// Gives `high` the polynomials of `low`, and its time. They are limited, since `high` looks at more points: where
/// `low` has a pressure at each of its own, there may be none. Preconditions as above, and one rank.
template <int Dim>
void raise_degree(const SolverOf<Dim>& low, SolverOf<Dim>& high) {
  assert(low.info().cells == high.info().cells);
  high.set_coefficients(raised(low, low.coefficients(), high, high.info().cells));
  high.limit_state();
  high.set_time(low.time());
}

}  // namespace dg
