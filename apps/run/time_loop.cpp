#include "apps/run/time_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "apps/run/aligned_farfield.hpp"
#include "apps/run/divergence_advice.hpp"
#include "apps/run/interrupt.hpp"
#include "libdg/output/gas_state.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg::app {
namespace {

constexpr double longest_chunk = 0.5;  // seconds

}  // namespace

template <int Dim>
TimeLoop<Dim>::TimeLoop(ProblemOf<Dim>& problem, long first_step)
    : problem_(problem), first_step_(first_step), step_(first_step), sound_step_(first_step) {
  note_sound_state();
}

template <int Dim>
void TimeLoop<Dim>::note_sound_state() {
  sound_step_ = step_;
  if (problem_.c.solver.fixed_dt > 0.0) step_limit_ = problem_.solver->time_step_limit();
}

template <int Dim>
bool TimeLoop<Dim>::at_end() const {
  return step_ >= problem_.c.time.steps || problem_.solver->time() >= problem_.c.time.end;
}

template <int Dim>
void TimeLoop<Dim>::advance(long steps, double until) {
  const double affordable = seconds_per_step_ > 0.0 ? longest_chunk / seconds_per_step_ : 1.0;
  steps = std::min({steps, problem_.c.time.steps - step_, static_cast<long>(std::min(affordable, 1e9))});
  const StopOnSignal stop_on_signal;
  const double time = problem_.solver->time();
  const auto before = std::chrono::steady_clock::now();
  Progress progress;
  try {
    const double end = std::min(problem_.c.time.end, until);
    progress = problem_.c.solver.newton ? newton_step() : problem_.solver->advance(std::max(1L, steps), end);
  } catch (const BadDataError<Dim>& error) {
    bad_data_ = text_of(problem_, error);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  seconds_ += seconds;
  note(progress, time);
  if (progress.steps > 0) seconds_per_step_ = seconds / static_cast<double>(progress.steps);
}

template <int Dim>
void TimeLoop<Dim>::note(const Progress& progress, double time_before) {
  step_ += progress.steps;
  work_ += progress.implicit;
  last_dt_ = progress.last_dt;
  bad_cell_ = progress.bad_cell;
  const bool has_time = !problem_.c.solver.local_time_step && !problem_.c.solver.newton;
  stalled_ = !stop_requested() && (progress.steps == 0 || (has_time && problem_.solver->time() == time_before));
}

template <int Dim>
bool TimeLoop<Dim>::launch(long steps) {
  if (!problem_.solver->launch(steps)) return false;
  launched_ += steps;
  return true;
}

template <int Dim>
void TimeLoop<Dim>::finish() {
  if (launched_ == 0) return;
  launched_ = 0;
  const double time = problem_.solver->time();
  Progress progress;
  try {
    progress = problem_.solver->finish();
  } catch (const BadDataError<Dim>& error) {
    bad_data_ = text_of(problem_, error);
  }
  note(progress, time);
}

template <int Dim>
Progress TimeLoop<Dim>::newton_step() {
  newton_step_ = problem_.solver->newton_step();
  newton_watch_.observe(newton_step_);
  return progress_of(newton_step_, problem_.solver->time());
}

template <int Dim>
std::optional<std::string> TimeLoop<Dim>::stall() const {
  constexpr double at_rounding = 1e-10;  // a residual that no condition keeps from falling
  auto text = newton_watch_.stall();
  if (!text || newton_step_.residual < at_rounding) return text;
  const std::string far_field = aligned_farfield(problem_);
  if (!far_field.empty()) *text += "; " + far_field;
  return text;
}

template <int Dim>
std::optional<Failure> TimeLoop<Dim>::failure() {
  const SolverOf<Dim>& solver = *problem_.solver;
  const GasBadCell<Dim> bad =
      bad_cell_ >= 0 ? GasBadCell<Dim>{.cell = bad_cell_, .centroid = cell_centroid(problem_.whole_mesh(), bad_cell_)}
                     : solver.find_bad_cell();
  if (!bad_data_.empty()) return Failure{bad_data_, "correct the formula"};
  if (bad.cell >= 0) return Failure{description(bad), divergence_advice(problem_, bad.cell, step_limit_, step_)};
  if (newton_watch_.is_broken()) {
    return Failure{problem_.c.path + ": " + NewtonWatch::broken_text(step_), "check viscosity, lengths and speeds"};
  }
  if (stalled_) {
    const std::string what =
        fmt::format("{}: no time step was possible at step {}, time {:.6g}", problem_.c.path, step_, solver.time());
    if (is_implicit(problem_.c.solver.scheme))
      return Failure{what,
                     "no solution of its stages with positive density and pressure was found; try a smaller 'dt' or "
                     "'tolerance' in [time], or a finer mesh"};
    const Index cell = fastest_cell(problem_);
    return Failure{fmt::format("{}; the gas is fastest in cell {} at {}", what, cell,
                               place_text(cell_centroid(problem_.whole_mesh(), cell))),
                   divergence_advice(problem_, cell, step_limit_, step_)};
  }
  note_sound_state();
  return std::nullopt;
}

template <int Dim>
std::optional<Failure> TimeLoop<Dim>::failure_of(double residual) const {
  if (std::isfinite(residual)) return std::nullopt;
  return Failure{fmt::format("{}: the run diverged: the residual is {} at step {}, as its rates overflow",
                             problem_.c.path, residual, step_),
                 "check viscosity, lengths and speeds"};
}

/// A cell whose mean is no state was found in the step that made it so, one that is bad at a point only by looking.
template <int Dim>
std::string TimeLoop<Dim>::description(const GasBadCell<Dim>& bad) const {
  std::string text = fmt::format("{}: the run diverged: cell {} at {} has no physical state at step {}",
                                 problem_.c.path, bad.cell, place_text(bad.centroid), step_);
  if (!problem_.c.solver.local_time_step) text += fmt::format(", time {:.6g}", problem_.solver->time());
  if (bad_cell_ >= 0) return text + ", the first without";
  return text + fmt::format(" ({} at {}; the last look, at step {}, found none)",
                            state_text(bad.state, problem_.c.solver.gas.gamma), place_text(bad.point), sound_step_);
}

template <std::size_t N>
std::string state_text(const std::array<double, N>& state, double gamma) {
  return fmt::format("rho = {:.4g}, p = {:.4g}", state[0], pressure_of(state, gamma));
}

double next_multiple(double time, double interval) {
  if (interval == 0.0) return std::numeric_limits<double>::infinity();
  double count = std::floor(time / interval);
  while (count * interval <= time) ++count;
  return count * interval;
}

long steps_until_next(long step, long interval, long otherwise) {
  return interval == 0 ? otherwise : interval - step % interval;
}

template class TimeLoop<2>;
template class TimeLoop<3>;
template std::string state_text<4>(const std::array<double, 4>&, double);
template std::string state_text<5>(const std::array<double, 5>&, double);

}  // namespace dg::app
