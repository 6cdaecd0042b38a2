#include "apps/run/step_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "apps/ranks.hpp"
#include "apps/run/progress_line.hpp"
#include "libdg/solver/bad_data.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

/// Seconds of so many steps on the slowest rank, of all; negative if a cell ceased to hold a gas. Throws InputError for
/// data of boundaries and sources that have no meaning then.
template <int Dim>
double seconds_of(const ProblemOf<Dim>& problem, long steps) {
  SolverOf<Dim>& solver = *problem.solver;
  const auto start = std::chrono::steady_clock::now();
  Progress progress;
  try {
    progress = solver.advance(steps, std::numeric_limits<double>::infinity());
  } catch (const BadDataError<Dim>& error) {
    throw InputError(text_of(problem, error));
  }
  double numbers[]{std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                   progress.bad_cell >= 0 || progress.steps < steps ? 1.0 : 0.0};
  all_ranks().reduce(std::span(numbers), Reduction::largest);
  return numbers[1] > 0.0 ? -1.0 : numbers[0];
}

/// The steps that a run takes at most, by the time step of now.
template <int Dim>
double expected_steps(const ProblemOf<Dim>& problem, double dt) {
  const TimeSection& time = problem.c.time;
  const double most = static_cast<double>(time.steps);
  return std::isfinite(time.end) && !problem.c.solver.local_time_step ? std::min(most, std::ceil(time.end / dt)) : most;
}

}  // namespace

template <int Dim>
StepCost measure_steps(const ProblemOf<Dim>& problem) {
  constexpr double enough = 0.5;  // seconds
  constexpr long most = 1000;
  StepCost cost;
  if (seconds_of(problem, 1) < 0.0) return {0, 0.0, false};  // the first one also takes what all need, such as memory
  double total = 0.0;
  for (long steps = 1; cost.steps < most && total < enough; steps *= 2) {
    const double seconds = seconds_of(problem, steps);
    if (seconds < 0.0) return {0, 0.0, false};
    total += seconds;
    cost.steps += steps;
  }
  cost.seconds = total / static_cast<double>(cost.steps);
  return cost;
}

template <int Dim>
std::string run_time_text(const ProblemOf<Dim>& problem) {
  const SolverOptions& options = problem.c.solver;
  if (options.newton) return "depends on the number of Newton and Krylov steps, which only the run finds";
  if (is_implicit(options.scheme)) return "depends on the number of steps and Krylov steps, which only the run finds";
  const double dt = problem.solver->stable_time_step();
  const StepCost cost = measure_steps(problem);
  if (!cost.is_gas_left) return "is not known: the state becomes unphysical within the first steps";
  const double steps = expected_steps(problem, dt);
  const bool ends_early = problem.c.time.steady || problem.c.time.until;
  return fmt::format("{} {} for {:.12g} steps of {:.3g} s, measured over {}; files come on top",
                     ends_early ? "at most" : "about", clock_text(steps * cost.seconds), steps, cost.seconds,
                     cost.steps);
}

template StepCost measure_steps(const ProblemOf<2>&);
template StepCost measure_steps(const ProblemOf<3>&);
template std::string run_time_text(const ProblemOf<2>&);
template std::string run_time_text(const ProblemOf<3>&);

}  // namespace dg::app
