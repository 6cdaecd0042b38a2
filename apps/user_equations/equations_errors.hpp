/// Errors of equations of a user's own on one mesh: what a convergence study asks for again and again.
#pragma once

#include "apps/study/convergence.hpp"
#include "apps/user_equations/equations_case.hpp"

namespace dg::app {

/// Errors of this case; what a study changes, mesh and degree, is handed over with each question. All ranks call it
/// together and have the same rows. Throws InputError if the case has no exact solution.
MeasureErrors errors_of_equations(EquationsCase ec);

}  // namespace dg::app
