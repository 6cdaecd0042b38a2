/// Cases of equations of a user's own on the command line.
#pragma once

#include <boost/program_options/variables_map.hpp>
#include <optional>

#include "apps/user_equations/equations_problem.hpp"

namespace dg::app {

/// The problem of the options of a command, if its case file has a section [equations]. Throws InputError for what is
/// wrong with it.
std::optional<AnyEquationsProblem> equations_problem(const boost::program_options::variables_map& values,
                                                     const Machine& machine);

/// Prints what a run of the problem will need.
void print_equations(const AnyEquationsProblem& problem);

}  // namespace dg::app
