/// The times of series of files.
#pragma once

#include "apps/run/problem.hpp"

namespace dg::app {

/// Whether a run has no time that passes: its series then go by steps.
inline bool goes_by_steps(const SolverOptions& options) { return options.newton || options.local_time_step; }

/// Where the present state, that of a step, stands in a series of files.
template <int Dim>
double series_time(const ProblemOf<Dim>& problem, long step) {
  return goes_by_steps(problem.c.solver) ? static_cast<double>(step) : problem.solver->time();
}

}  // namespace dg::app
