#include "apps/commands/commands.hpp"
#include "apps/lattice_boltzmann/run_lattice.hpp"

namespace dg::app {

int command_lbm(const Arguments& arguments) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  add_case_options(options);
  options.add_options()("output,o", po::value<std::string>()->default_value(""),
                        "folder for the results instead of [output] directory");
  options.add_options()("restart", po::value<std::string>()->default_value(""), "continue from this checkpoint");
  options.add_options()("quiet,q", "print nothing but errors");
  const auto values = parse_command_line(
      {"lbm", "CASE.ini [options]",
       "Runs a lattice Boltzmann case to its end and writes summary.json, a history, centre lines and fields."},
      options, {"CASE.ini"}, false, arguments);
  if (!values) return 0;

  const auto overrides = values->count("set") != 0 ? (*values)["set"].as<std::vector<std::string>>() : Arguments{};
  LatticeCase c = read_lattice_case((*values)["CASE.ini"].as<std::vector<std::string>>().front(), overrides);
  const Machine machine = read_machine(*values);
  c.lattice.backend = machine.backend;
  c.lattice.threads = machine.threads;
  LatticeRunSettings settings;
  settings.output = (*values)["output"].as<std::string>();
  settings.restart = (*values)["restart"].as<std::string>();
  settings.quiet = values->count("quiet") != 0;
  return run_lattice_case(c, settings);
}

}  // namespace dg::app
