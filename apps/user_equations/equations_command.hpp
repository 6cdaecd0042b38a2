/// Cases of equations of a user's own on the command line.
#pragma once

#include <boost/program_options/variables_map.hpp>
#include <optional>

#include "apps/user_equations/equations_problem.hpp"

namespace dg::app {

/// The case of the options of a command, if its file has a section [equations]. Throws InputError for what is wrong
/// with it.
std::optional<EquationsCase> equations_case(const boost::program_options::variables_map& values,
                                            const Machine& machine);

/// Its problem.
std::optional<AnyEquationsProblem> equations_problem(const boost::program_options::variables_map& values,
                                                     const Machine& machine);

/// Prints what a run of the problem will need.
void print_equations(const AnyEquationsProblem& problem);

}  // namespace dg::app
