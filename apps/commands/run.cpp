#include "apps/commands/commands.hpp"
#include "apps/run/run_case.hpp"
#include "apps/user_equations/equations_command.hpp"
#include "apps/user_equations/equations_run.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

int command_run(const Arguments& arguments) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  add_case_options(options);
  options.add_options()("output,o", po::value<std::string>(), "folder for the results instead of [output] directory");
  options.add_options()("restart", po::value<std::string>(), "continue from this checkpoint");
  options.add_options()("quiet,q", "print nothing but errors");
  options.add_options()("verbose", "explain the choices that the case leaves to the program");
  const auto values = parse_command_line(
      {"run", "CASE.ini [options]", "Runs a case to its end and writes summary.json, histories and fields."}, options,
      {"CASE.ini"}, false, arguments);
  if (!values) return 0;
  if (values->count("quiet") != 0 && values->count("verbose") != 0)
    throw InputError("rkdg run: --quiet and --verbose exclude each other; keep one of them");

  RunSettings settings;
  if (values->count("output") != 0) settings.output = (*values)["output"].as<std::string>();
  if (values->count("restart") != 0) settings.restart = (*values)["restart"].as<std::string>();
  settings.quiet = values->count("quiet") != 0;
  settings.verbose = values->count("verbose") != 0;
  const Machine machine = read_machine(*values);
  if (auto equations = equations_problem(*values, machine)) return run_equations(*equations, settings);
  const AnyProblem problem = make_any_problem(read_case(*values), machine);
  return std::visit([&](const auto& p) { return run_case(*p, settings); }, problem);
}

}  // namespace dg::app
