/// Runs a case of equations of a user's own to its end, with its files.
#pragma once

#include "apps/run/run_case.hpp"
#include "apps/user_equations/equations_problem.hpp"

namespace dg::app {

/// Returns the exit status. Throws InputError before anything is written, RunError afterwards. All ranks call this
/// together.
int run_equations(AnyEquationsProblem& problem, const RunSettings& settings);

}  // namespace dg::app
