#include "apps/run/time_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "apps/run/divergence_advice.hpp"
#include "apps/run/interrupt.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg::app {
namespace {

constexpr double longest_chunk = 0.5;  // seconds

}  // namespace

TimeLoop::TimeLoop(Problem& problem, long first_step)
    : problem_(problem), first_step_(first_step), step_(first_step), sound_step_(first_step) {
  note_sound_state();
}

void TimeLoop::note_sound_state() {
  sound_step_ = step_;
  if (problem_.c.solver.fixed_dt > 0.0) step_limit_ = problem_.solver->time_step_limit();
}

bool TimeLoop::at_end() const {
  return step_ >= problem_.c.time.steps || problem_.solver->time() >= problem_.c.time.end;
}

void TimeLoop::advance(long steps) {
  const double affordable = seconds_per_step_ > 0.0 ? longest_chunk / seconds_per_step_ : 1.0;
  steps = std::min({steps, problem_.c.time.steps - step_, static_cast<long>(std::min(affordable, 1e9))});
  const StopOnSignal stop_on_signal;
  const auto before = std::chrono::steady_clock::now();
  const Progress progress =
      problem_.c.solver.newton ? newton_step() : problem_.solver->advance(std::max(1L, steps), problem_.c.time.end);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  step_ += progress.steps;
  seconds_ += seconds;
  last_dt_ = progress.last_dt;
  bad_cell_ = progress.bad_cell;
  stalled_ = progress.steps == 0 && !stop_requested();
  if (progress.steps > 0) seconds_per_step_ = seconds / static_cast<double>(progress.steps);
}

Progress TimeLoop::newton_step() {
  newton_step_ = problem_.solver->newton_step();
  newton_watch_.observe(newton_step_);
  krylov_steps_ += newton_step_.krylov_steps;
  right_hand_sides_ += newton_step_.right_hand_sides;
  return {.steps = 1, .time = problem_.solver->time(), .last_dt = 0.0};
}

std::optional<Failure> TimeLoop::failure() {
  const Solver& solver = *problem_.solver;
  const BadCell bad = bad_cell_ >= 0 ? BadCell{.cell = bad_cell_, .centroid = cell_centroid(problem_.mesh, bad_cell_)}
                                     : solver.find_bad_cell();
  if (bad.cell >= 0) return Failure{description(bad), divergence_advice(problem_, bad.cell, step_limit_)};
  if (stalled_) {
    return Failure{
        fmt::format("{}: no time step was possible at step {}, time {:.6g}", problem_.c.path, step_, solver.time()),
        "see whether speeds or viscosity are what they should be"};
  }
  note_sound_state();
  return std::nullopt;
}

/// A cell whose mean is no state was found in the step that made it so, one that is bad at a point only by looking.
std::string TimeLoop::description(const BadCell& bad) const {
  std::string text =
      fmt::format("{}: the run diverged: cell {} at x = {:.6g}, y = {:.6g} has no physical state at step {}",
                  problem_.c.path, bad.cell, bad.centroid[0], bad.centroid[1], step_);
  if (!problem_.c.solver.local_time_step) text += fmt::format(", time {:.6g}", problem_.solver->time());
  if (bad_cell_ >= 0) return text + ", the first without";
  return text + fmt::format(" ({} at x = {:.6g}, y = {:.6g}; the last look, at step {}, found none)",
                            state_text(bad.state, problem_.c.solver.gas.gamma), bad.point[0], bad.point[1],
                            sound_step_);
}

std::string state_text(const std::array<double, 4>& state, double gamma) {
  const auto [rho, mx, my, energy] = state;
  return fmt::format("rho = {:.4g}, p = {:.4g}", rho, (gamma - 1.0) * (energy - 0.5 * (mx * mx + my * my) / rho));
}

long steps_until_next(long step, long interval, long otherwise) {
  return interval == 0 ? otherwise : interval - step % interval;
}

double scaled_residual(const Norms& residual, const std::array<double, 4>& totals, double area) {
  const double density = totals[0] / area, energy = totals[3] / area;
  const double momentum = std::sqrt(density * energy);
  const std::array<double, 4> scale{density, momentum, momentum, energy};
  double largest = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double ratio = residual.l2[i] / std::sqrt(area) / scale[i];
    if (std::isnan(ratio)) return ratio;
    largest = std::max(largest, ratio);
  }
  return largest;
}

}  // namespace dg::app
