#include "apps/run/degree_sequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/run/interrupt.hpp"
#include "apps/run/residual_watch.hpp"
#include "apps/run/time_loop.hpp"
#include "libdg/solver/boundary_kinds.hpp"
#include "libdg/solver/match_totals.hpp"
#include "libdg/solver/raise_degree.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

/// Puts another solver into a problem for as long as this lives.
template <int Dim>
class Substitute {
 public:
  explicit Substitute(ProblemOf<Dim>& problem) : problem_(problem), original_(std::move(problem.solver)) {}
  ~Substitute() { problem_.solver = std::move(original_); }
  Substitute(const Substitute&) = delete;
  Substitute& operator=(const Substitute&) = delete;

  SolverOf<Dim>& original() { return *original_; }

 private:
  ProblemOf<Dim>& problem_;
  std::unique_ptr<SolverOf<Dim>> original_;
};

template <int Dim>
double residual_of(const ProblemOf<Dim>& problem) {
  return scaled_residual(problem.solver->residual_norms(), problem.solver->totals(), problem.flow);
}

/// Marches, or takes Newton steps, at the degree of problem.solver; true if the observer wants to go on. `largest` is
/// the largest residual of the sequence so far.
template <int Dim>
bool march(ProblemOf<Dim>& problem, SequenceStage& stage, double& largest, const SequenceObserver& observe) {
  const TimeSection& time = problem.c.time;
  TimeLoop<Dim> loop(problem, 0);
  ResidualWatch watch;
  const auto require_sound = [&](const std::optional<Failure>& failure) {
    if (failure)
      throw RunError(fmt::format("{}, at degree {} of 'sequence'; {}", failure->what, stage.degree, failure->advice));
  };
  watch.observe(0, stage.first_residual = residual_of(problem));
  require_sound(loop.failure_of(watch.last()));
  largest = std::max(largest, watch.last());
  bool wanted = observe(stage.degree, 0, watch.last());
  while (wanted && !loop.at_end() && watch.last() > time.raise * largest && !watch.stalled() && !loop.stall() &&
         watch.last() > time.tolerance) {
    loop.advance(steps_until_next(loop.step(), problem.c.output.monitor, time.steps));
    require_sound(loop.failure());
    if (loop.step() % problem.c.output.monitor != 0 && !loop.at_end()) continue;
    watch.observe(loop.step(), residual_of(problem));
    require_sound(loop.failure_of(watch.last()));
    largest = std::max(largest, watch.last());
    wanted = observe(stage.degree, loop.step(), watch.last());
  }
  stage.steps = loop.step();
  stage.residual = watch.last();
  stage.seconds = loop.seconds();
  return wanted;
}

/// Sets the initial state; false if a signal came first.
template <int Dim>
bool is_initialised(SolverOf<Dim>& solver, const ProblemOf<Dim>& problem) {
  try {
    const StopOnSignal stop_on_signal;
    initialise(solver, problem.c, problem.fields, problem.mesh);
  } catch (const Interrupted&) {
    return false;
  }
  return true;
}

}  // namespace

template <int Dim>
std::vector<SequenceStage> climb_degrees(ProblemOf<Dim>& problem, const SequenceObserver& observe) {
  std::vector<SequenceStage> stages;
  Substitute<Dim> substitute(problem);
  bool wanted = true;
  double largest = 0.0;
  for (const int degree : problem.c.time.sequence) {
    if (degree >= problem.c.solver.degree || !wanted) break;
    SolverOptions options = problem.c.solver;
    options.degree = degree;
    std::unique_ptr<SolverOf<Dim>> solver = make_solver(problem.mesh, options);
    if (!is_initialised(*solver, problem)) break;
    if (problem.solver)
      raise_degree(*problem.solver, *solver);
    else if (are_closed(problem.c.solver.boundaries))
      match_totals(*solver, substitute.original().totals(), problem.flow.volume, problem.flow.gamma);
    problem.solver = std::move(solver);
    stages.push_back({.degree = degree});
    wanted = march(problem, stages.back(), largest, observe);
  }
  if (problem.solver) raise_degree(*problem.solver, substitute.original());
  return stages;
}

template std::vector<SequenceStage> climb_degrees<2>(ProblemOf<2>&, const SequenceObserver&);
template std::vector<SequenceStage> climb_degrees<3>(ProblemOf<3>&, const SequenceObserver&);

}  // namespace dg::app
