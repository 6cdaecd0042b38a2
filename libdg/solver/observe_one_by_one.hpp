/// Solver::observe() of solvers that have no faster way.
#pragma once

#include "libdg/solver/solver.hpp"

namespace dg {

/// ObservationOf::samples of these cells.
template <int Dim>
std::vector<double> sample_cells(const SolverOf<Dim>& solver, const SampledCellsOf<Dim>& cells) {
  std::vector<double> samples;
  const std::vector<double> all = solver.sample(cells.points());
  const auto numbers = [&](CellShape shape) { return (Dim + 2) * cells.of_shape[shape_number(shape)].size(); };
  std::vector<std::size_t> begin{0};
  for (const CellShape shape : cells.shapes) begin.push_back(begin.back() + numbers(shape));
  for (const Index cell : cells.cells)
    samples.insert(samples.end(), all.begin() + static_cast<std::ptrdiff_t>(begin[cell]),
                   all.begin() + static_cast<std::ptrdiff_t>(begin[cell + 1]));
  return samples;
}

template <int Dim>
ObservationOf<Dim> observe_one_by_one(const SolverOf<Dim>& solver, const std::vector<std::string>& boundaries,
                                      const SampledCellsOf<Dim>& cells) {
  ObservationOf<Dim> seen{solver.residual_norms(), solver.totals(), solver.flow_totals(), {}, {}};
  for (const std::string& name : boundaries) seen.forces.push_back(solver.force(name));
  if (!cells.cells.empty()) seen.samples = sample_cells(solver, cells);
  return seen;
}

}  // namespace dg
