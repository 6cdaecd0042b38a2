#include "apps/user_equations/equations_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "apps/console.hpp"
#include "apps/user_equations/equations_case.hpp"
#include "libdg/backend/compile_only.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

template <int Dim>
void print(const EquationsProblem<Dim>& problem) {
  const EquationsCase& ec = problem.ec;
  const SolverInfo info = problem.solver->info();
  std::vector<std::string> kinds;
  for (const auto& kind : ec.equations.boundary_kinds) kinds.push_back(kind.name);
  print_out("equations  {} of {}: variables {}; fluxes {}; boundaries {}\n", ec.name, ec.header,
            fmt::join(ec.equations.variables, ", "), fmt::join(ec.equations.fluxes, ", "), fmt::join(kinds, ", "));
  for (std::size_t i = 0; i < ec.system.parameters.size(); ++i)
    print_out("parameter  {} = {:.6g}\n", ec.equations.parameters[i].first, ec.system.parameters[i]);
  print_out("mesh       {} cells, {} ranks\n", problem.shapes.size(), info.ranks);
  print_out("solver     degree {}, {} DOF, {} precision; {} on {}, {}; {:.1f} MB\n", ec.c.solver.degree,
            problem.begins().back(), info.precision, info.backend, info.device, info.assembly,
            1e-6 * static_cast<double>(info.bytes));
  if (!only_compiles() && !ec.c.solver.solves_systems()) {
    const double dt = problem.solver->stable_time_step();
    const bool ends = std::isfinite(ec.c.time.end);
    print_out(
        "time step  {:.4g} at the start{}\n", dt,
        ends ? fmt::format(": about {:.12g} steps to the end at {:.6g}", std::ceil(ec.c.time.end / dt), ec.c.time.end)
             : "");
  }
  print_out("{}: the case is in order\n", ec.c.path);
}

}  // namespace

std::optional<EquationsCase> equations_case(const boost::program_options::variables_map& values,
                                            const Machine& machine) {
  IniFile file = IniFile::read(values["CASE.ini"].as<std::vector<std::string>>().front());
  if (!has_equations(file)) return std::nullopt;
  const auto overrides =
      values.count("set") != 0 ? values["set"].as<std::vector<std::string>>() : std::vector<std::string>{};
  require_backend(machine.backend);
  return read_equations_case(std::move(file), overrides, can_run_on_device(machine));
}

std::optional<AnyEquationsProblem> equations_problem(const boost::program_options::variables_map& values,
                                                     const Machine& machine) {
  std::optional<EquationsCase> ec = equations_case(values, machine);
  if (!ec) return std::nullopt;
  return make_equations_problem(*std::move(ec), machine);
}

void print_equations(const AnyEquationsProblem& problem) {
  std::visit([](const auto& p) { print(*p); }, problem);
}

}  // namespace dg::app
