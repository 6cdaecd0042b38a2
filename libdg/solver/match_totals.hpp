/// The same integrals for states of one flow in different spaces.
#pragma once

#include "libdg/solver/solver.hpp"

namespace dg {

/// Adds a constant to each field of a solver, so that it has these integrals over its domain of that volume. Those of
/// projections of one state differ by the errors of their quadrature. get() and set(state) are the coefficients of the
/// first `cells` cells, which on several ranks are a rank's own.
template <int Dim, class Get, class Set>
void match_totals(SolverOf<Dim>& solver, Index cells, const std::array<double, Dim + 2>& totals, double volume,
                  double gamma, const Get& get, const Set& set) {
  std::vector<double> state = get();
  const std::array<double, Dim + 2> before = solver.totals();
  // A gas at rest of density 1 and energy 1: its density is the constant 1 in the basis of each cell.
  std::array<double, Dim + 2> rest{};
  rest.front() = 1.0;
  rest.back() = gamma - 1.0;
  solver.set_state(GasField<Dim>([rest](auto...) { return rest; }));
  const std::vector<double> ones = get();
  std::size_t at = 0;
  for (Index cell = 0; cell < cells; ++cell) {
    const auto modes = static_cast<std::size_t>(solver.mode_count(cell));
    const std::size_t density = at;
    for (int n = 0; n < Dim + 2; ++n)
      for (std::size_t k = 0; k < modes; ++k, ++at) state[at] += (totals[n] - before[n]) / volume * ones[density + k];
  }
  set(state);
}

/// The same on one rank.
template <int Dim>
void match_totals(SolverOf<Dim>& solver, const std::array<double, Dim + 2>& totals, double volume, double gamma) {
  match_totals<Dim>(
      solver, solver.info().cells, totals, volume, gamma, [&] { return solver.coefficients(); },
      [&](const std::vector<double>& state) { solver.set_coefficients(state); });
}

}  // namespace dg
