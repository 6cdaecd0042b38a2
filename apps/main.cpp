/// rkdg: one program, several subcommands. Exit status 0 done, 1 the run failed, 2 the input is wrong, 3 a
/// steady run has not converged.
#include <algorithm>
#include <csignal>
#include <cstring>
#include <exception>

#include "apps/case/suggest.hpp"
#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/failure_text.hpp"
#include "apps/ranks.hpp"
#include "apps/threads.hpp"
#include "apps/version.hpp"
#include "libdg/backend/compilation_notice.hpp"
#include "libdg/backend/mpi_communicator.hpp"
#include "meshes/errors.hpp"

namespace {

using dg::app::Arguments;
using dg::app::print_out;

struct Command {
  std::string name, help;
  int (*run)(const Arguments&);
  bool many_ranks = false;  ///< whether it works on several
};

int command_help(const Arguments& arguments);

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"new", "copy a case of the gallery, as a starting point", dg::app::command_new},
      {"run", "run a case", dg::app::command_run, true},
      {"lbm", "run a lattice Boltzmann case", dg::app::command_lbm},
      {"check", "check a case, and report its memory and run time", dg::app::command_check, true},
      {"converge", "compute errors and orders of convergence on refined meshes", dg::app::command_converge, true},
      {"bench", "measure speed over degrees, orderings, assemblies and backends", dg::app::command_bench, true},
      {"mesh", "make a parametric mesh", dg::app::command_mesh},
      {"convert", "convert a mesh of another program to a file of rkdg or Gmsh", dg::app::command_convert},
      {"reorder", "reorder a mesh for fast memory access", dg::app::command_reorder},
      {"partition", "cut a mesh into parts for several ranks", dg::app::command_partition},
      {"plot", "draw residuals, forces, surfaces and a field of a run", dg::app::command_plot},
      {"export", "write the fields of a checkpoint", dg::app::command_export},
      {"spectrum", "compute spectra of a periodic box, or of a series in time", dg::app::command_spectrum},
      {"info", "show what a file contains", dg::app::command_info},
      {"compile", "compile the kernels that a case needs", dg::app::command_compile},
      {"cache", "list or clear the compiled kernels", dg::app::command_cache},
      {"keys", "list the keys of a case file", dg::app::command_keys},
      {"docs", "open the manual", dg::app::command_docs},
      {"completion", "print a completion script for bash or zsh", dg::app::command_completion},
      {"help", "explain a command, or a section or key of a case file", command_help},
  };
  return all;
}

void print_help() {
  print_out("rkdg {}: discontinuous Galerkin solver for the compressible Navier-Stokes equations\n\n",
            dg::app::version);
  print_out("Usage: rkdg COMMAND ...\n\n");
  for (const Command& command : commands()) print_out("  {:<12}{}\n", command.name, command.help);
  print_out(
      "\n'rkdg help COMMAND' says more, and so does 'rkdg help SECTION.KEY' of a case; 'rkdg --version' prints the "
      "version.\n");
}

int command_help(const Arguments& arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    print_help();
    return 0;
  }
  if (arguments.size() > 1) throw dg::InputError("rkdg help: expected one word, such as run, time or time.cfl");
  for (const Command& command : commands())
    if (command.name == arguments[0]) return command.run({"--help"});
  dg::app::print_help_of_keys(arguments[0]);
  return 0;
}

int dispatch(const Arguments& arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    print_help();
    return arguments.empty() ? 2 : 0;
  }
  if (arguments[0] == "--version") {
    print_out("rkdg {}\n", dg::app::version);
    return 0;
  }
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == arguments[0] && !command.many_ranks && dg::app::all_ranks().size() > 1)
      throw dg::InputError("'rkdg " + command.name + "' works on one rank only; start it without mpirun");
    if (command.name == arguments[0]) return command.run({arguments.begin() + 1, arguments.end()});
    names.push_back(command.name);
  }
  throw dg::InputError("unknown command '" + arguments[0] + "'" + dg::app::suggestion(arguments[0], names));
}

/// Says nothing that could itself fail: there may be no memory left. Ends all ranks where there are several.
int fail(const char* what, int status) noexcept {
  dg::Communicator& ranks = dg::app::all_ranks();
  if (ranks.size() > 1) ranks.end_all(what, status, dg::app::print_error_line);
  dg::app::print_error_line(what);
  return status;
}

/// What a run prints is not its result; what other commands print is.
int with_output(int status, const Arguments& arguments) {
  const int error = dg::app::output_error();
  if (error == 0 || status != 0) return status;
  const std::string what = std::string("standard output: cannot be written: ") + std::strerror(error);
  if (!arguments.empty() && arguments[0] == "run") {
    dg::app::print_warning("{}", what);
    return status;
  }
  return fail(what.c_str(), 1);
}

}  // namespace

int main(int argc, char** argv) {
  dg::app::secure_standard_streams();
  // A file that grows beyond a limit is an error like a full disk, not a reason to be killed.
  std::signal(SIGXFSZ, SIG_IGN);
  std::unique_ptr<dg::Communicator> ranks;
  try {
    dg::app::begin_with_sleeping_threads(argv);
    if (const auto fault = dg::app::fault_of_threads()) throw dg::InputError(*fault);
    ranks = dg::make_communicator();
    dg::app::set_ranks(*ranks);
    dg::on_compilation(dg::app::print_compilation);
    const Arguments arguments{argv + std::min(argc, 1), argv + argc};
    return with_output(dispatch(arguments), arguments);
  } catch (const dg::InputError& error) {
    if (!ranks && dg::started_rank() > 0) return 2;  // rank 0 says it
    return fail(error.what(), 2);
  } catch (const std::exception& error) {
    return fail(dg::app::failure_text(error), 1);
  } catch (...) {
    return fail("an unknown failure", 1);
  }
}
