#include "apps/run/run_report.hpp"

#include <fmt/format.h>

#include "apps/console.hpp"
#include "apps/run/closed_box.hpp"
#include "apps/run/progress_line.hpp"
#include "apps/run/series_time.hpp"
#include "apps/run/slow_assembly.hpp"

namespace dg::app {
namespace {

template <int Dim>
void report_interruption(const EndOfRun<Dim>& end) {
  print_error("{}: {} at step {}, time {:.6g}; continue with --restart {}", end.problem.c.path, end.state.reason,
              end.step, end.problem.solver->time(), end.last_checkpoint);
}

template <int Dim>
void report_unsettled(const EndOfRun<Dim>& end) {
  print_error("{}: not settled: {}{}", end.problem.c.path, end.mean,
              end.last_checkpoint.empty() ? "" : "; continue with a later 'end' and --restart " + end.last_checkpoint);
}

template <int Dim>
void report_no_convergence(const EndOfRun<Dim>& end) {
  if (end.problem.c.time.until) return report_unsettled(end);
  print_error("{}: not converged: residual {:.3e} is above the tolerance {:.3e} after {} steps{}{}", end.problem.c.path,
              end.residual, end.problem.c.time.tolerance, end.step,
              end.state.stall.empty() ? "" : ": " + end.state.stall,
              end.last_checkpoint.empty() ? "" : "; continue with more steps and --restart " + end.last_checkpoint);
}

}  // namespace

template <int Dim>
std::string beginning_of_run(const ProblemOf<Dim>& problem) {
  const SolverInfo info = problem.solver->info();
  const std::string ranks = info.ranks == 1 ? "" : fmt::format("{} ranks of ", info.ranks);
  return fmt::format(
      "{}: {} cells, {} faces, degree {}, {} DOF; {} on {} ({} precision, {} assembly, {} layout, {}{} threads)\n",
      problem.c.path, info.cells, info.faces, problem.c.solver.degree, info.dof, info.backend, info.device,
      info.precision, info.assembly, info.layout, ranks, info.threads);
}

template <int Dim>
void warn_of_slow_assembly(const ProblemOf<Dim>& problem) {
  const std::string slow = slow_assembly(problem.own_cells().mesh, problem.c.solver, problem.solver->info());
  if (!slow.empty()) print_warning("{}: {}", problem.c.path, slow);
}

template <int Dim>
std::string progress_text(const ProblemOf<Dim>& problem, const TimeLoop<Dim>& loop, double residual) {
  const std::string text = fmt::format("residual {:.2e}", residual);
  const long krylov_steps = loop.implicit_work().krylov_steps;
  if (is_implicit(problem.c.solver.scheme))
    return fmt::format("{}  dt {:.2e}  {} Krylov steps", text, loop.last_dt(), krylov_steps);
  if (!problem.c.solver.newton) return text;
  return fmt::format("{} of {:.0e}  pseudo-time step {:.1e}  {} Krylov steps", text, problem.c.time.tolerance,
                     loop.last_newton_step().cfl, krylov_steps);
}

template <int Dim>
void report_nothing_left(const ProblemOf<Dim>& problem, const TimeLoop<Dim>& loop, const std::string& checkpoint,
                         bool converged) {
  const TimeSection& time = problem.c.time;
  const double now = problem.solver->time();
  const std::string place = goes_by_steps(problem.c.solver) ? fmt::format("step {}", loop.step())
                                                            : fmt::format("step {}, time {:.6g}", loop.step(), now);
  const bool beyond = loop.step() > time.steps || now > time.end * (1.0 + 1e-12);
  print_warning("{}: nothing was left to do: {} is at {}, {}", problem.c.path, checkpoint, place,
                converged ? "where the run has converged"
                : beyond  ? "beyond the end of the case"
                          : "the end of the case");
}

bool is_unconverged(const Case& c, const RunState& state) {
  return (c.time.steady || c.time.until) && !state.converged;
}

template <int Dim>
void report_end(const EndOfRun<Dim>& end) {
  const Case& c = end.problem.c;
  const RunState& state = end.state;
  if (state.status == "interrupted") return report_interruption(end);
  if (end.problem.heats_for_ever) print_warning("{}: {}", c.path, heat_note);
  if (loses_mass(c)) {
    const double start = state.mass_start, change = end.problem.solver->totals()[0] - start;
    print_warning("{}: {}: it changed from {:.9g} by {:.3g}", c.path, mass_note, start, change);
  }
  if (is_unconverged(c, state)) report_no_convergence(end);
  if (end.quiet) return;
  if (c.solver.local_time_step || c.solver.newton)
    print_out("{}: residual {:.3e} after {} iterations in {}; results in {}\n",
              state.converged ? "converged" : "not converged", end.residual, end.step, clock_text(state.wall_seconds),
              end.directory);
  else
    print_out("done: {} steps to time {:.6g} in {}{}; results in {}\n", end.step, end.problem.solver->time(),
              clock_text(state.wall_seconds), state.converged ? "; " + end.mean : "", end.directory);
}

template std::string beginning_of_run(const ProblemOf<2>&);
template std::string beginning_of_run(const ProblemOf<3>&);
template void warn_of_slow_assembly(const ProblemOf<2>&);
template void warn_of_slow_assembly(const ProblemOf<3>&);
template std::string progress_text(const ProblemOf<2>&, const TimeLoop<2>&, double);
template std::string progress_text(const ProblemOf<3>&, const TimeLoop<3>&, double);
template void report_nothing_left(const ProblemOf<2>&, const TimeLoop<2>&, const std::string&, bool);
template void report_nothing_left(const ProblemOf<3>&, const TimeLoop<3>&, const std::string&, bool);
template void report_end(const EndOfRun<2>&);
template void report_end(const EndOfRun<3>&);

}  // namespace dg::app
