/// Why a case runs as it does where it leaves the choice to the program.
#pragma once

#include <string>

#include "apps/run/problem.hpp"

namespace dg::app {

/// A line for each choice: backend, assembly, layout, ordering, eta, mass matrices, positivity and time step.
template <int Dim>
std::string explained_choices(const ProblemOf<Dim>& problem);

}  // namespace dg::app
