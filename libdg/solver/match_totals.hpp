/// The same integrals for states of one flow in different spaces.
#pragma once

#include "libdg/solver/solver.hpp"

namespace dg {

/// Adds a constant to each field of a solver, so that it has these integrals over its domain of that volume: those of
/// projections of one state differ by the errors of their quadrature.
template <int Dim>
void match_totals(SolverOf<Dim>& solver, const std::array<double, Dim + 2>& totals, double volume, double gamma) {
  std::vector<double> state = solver.coefficients();
  const std::array<double, Dim + 2> before = solver.totals();
  // A gas at rest of density 1 and energy 1: its density is the constant 1 in the basis of each cell.
  std::array<double, Dim + 2> rest{};
  rest.front() = 1.0;
  rest.back() = gamma - 1.0;
  solver.set_state(GasField<Dim>([rest](auto...) { return rest; }));
  const std::vector<double> ones = solver.coefficients();
  std::size_t at = 0;
  for (Index cell = 0; cell < solver.info().cells; ++cell) {
    const auto modes = static_cast<std::size_t>(solver.mode_count(cell));
    const std::size_t density = at;
    for (int n = 0; n < Dim + 2; ++n)
      for (std::size_t k = 0; k < modes; ++k, ++at) state[at] += (totals[n] - before[n]) / volume * ones[density + k];
  }
  solver.set_coefficients(state);
}

}  // namespace dg
