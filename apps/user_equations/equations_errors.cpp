#include "apps/user_equations/equations_errors.hpp"

#include <cmath>

#include "apps/ranks.hpp"
#include "apps/user_equations/equations_loop.hpp"
#include "apps/user_equations/equations_problem.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/solver/domain_volume.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

template <int Dim>
ConvergenceRow row_of(const EquationsProblem<Dim>& problem) {
  const Case& c = problem.ec.c;
  SystemSolver<Dim>& solver = *problem.solver;
  EquationsLoop<Dim> loop(problem);
  while (loop.step() < c.time.steps && solver.time() < c.time.end)
    if (const auto failure = loop.advance(c.time.steps - loop.step(), c.time.end))
      throw RunError(failure->what + "; " + failure->advice);
  ConvergenceRow row;
  row.fields = problem.ec.equations.variables;
  row.cells = static_cast<Index>(problem.shapes.size());
  row.dof = static_cast<long>(problem.begins().back());
  row.h = std::pow(domain_volume(problem.part.mesh, problem.part.halo, all_ranks()) / row.cells, 1.0 / Dim);
  const SystemNorms errors = solver.errors(*problem.exact);
  row.l2 = errors.l2;
  row.linf = errors.linf;
  row.steps = loop.step();
  row.seconds = loop.seconds();
  return row;
}

}  // namespace

MeasureErrors errors_of_equations(EquationsCase ec) {
  if (!ec.exact) throw InputError(ec.c.path + ": 'converge' needs a section [exact] to measure errors against");
  return [ec = std::move(ec)](Case c, const Machine& machine) {
    EquationsCase changed = ec;
    changed.c = std::move(c);
    compile_equations(changed, can_run_on_device(machine));
    const AnyEquationsProblem problem = make_equations_problem(std::move(changed), machine);
    return std::visit([](const auto& p) { return row_of(*p); }, problem);
  };
}

}  // namespace dg::app
