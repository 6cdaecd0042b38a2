/// rkdg: one program, several subcommands. Exit status 0 done, 1 the run failed, 2 the input is wrong.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "apps/case/suggest.hpp"
#include "apps/commands/commands.hpp"
#include "apps/version.hpp"
#include "meshes/errors.hpp"

namespace {

using dg::app::Arguments;

struct Command {
  std::string name, help;
  int (*run)(const Arguments&);
};

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"run", "run a case", dg::app::command_run},
      {"lbm", "run a lattice Boltzmann case", dg::app::command_lbm},
      {"check", "check a case and say what it will need, without running it", dg::app::command_check},
      {"converge", "errors and orders of convergence on refined meshes", dg::app::command_converge},
      {"bench", "speed over degrees, orderings, assemblies and backends", dg::app::command_bench},
      {"mesh", "make a parametric mesh", dg::app::command_mesh},
      {"reorder", "put a mesh into a better order", dg::app::command_reorder},
      {"info", "say what is in a file", dg::app::command_info},
  };
  return all;
}

void print_help() {
  fmt::print("rkdg {}: discontinuous Galerkin solver for the compressible Navier-Stokes equations\n\n",
             dg::app::version);
  fmt::print("Usage: rkdg COMMAND ...\n\n");
  for (const Command& command : commands()) fmt::print("  {:<10}{}\n", command.name, command.help);
  fmt::print("\n'rkdg COMMAND --help' says more; 'rkdg --version' prints the version.\n");
}

int dispatch(const Arguments& arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    print_help();
    return arguments.empty() ? 2 : 0;
  }
  if (arguments[0] == "--version") {
    fmt::print("rkdg {}\n", dg::app::version);
    return 0;
  }
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == arguments[0]) return command.run({arguments.begin() + 1, arguments.end()});
    names.push_back(command.name);
  }
  throw dg::InputError("unknown command '" + arguments[0] + "'" + dg::app::suggestion(arguments[0], names));
}

int fail(const std::string& what, int status) {
  std::fflush(stdout);
  fmt::print(stderr, "error: {}\n", what);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  // A file that grows beyond a limit is an error like a full disk, not a reason to be killed.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return dispatch({argv + 1, argv + argc});
  } catch (const dg::InputError& error) {
    return fail(error.what(), 2);
  } catch (const dg::RunError& error) {
    return fail(error.what(), 1);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory", 1);
  } catch (const std::exception& error) {
    return fail(error.what(), 1);
  }
}
