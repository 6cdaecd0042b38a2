#include "apps/run/time_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace dg::app {
namespace {

constexpr double longest_chunk = 0.5;  // seconds

}  // namespace

bool TimeLoop::at_end() const {
  return step_ >= problem_.c.time.steps || problem_.solver->time() >= problem_.c.time.end;
}

void TimeLoop::advance(long steps) {
  const double affordable = seconds_per_step_ > 0.0 ? longest_chunk / seconds_per_step_ : 1.0;
  steps = std::min({steps, problem_.c.time.steps - step_, static_cast<long>(std::min(affordable, 1e9))});
  const auto before = std::chrono::steady_clock::now();
  const Progress progress =
      problem_.c.solver.newton ? newton_step() : problem_.solver->advance(std::max(1L, steps), problem_.c.time.end);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  step_ += progress.steps;
  seconds_ += seconds;
  last_dt_ = progress.last_dt;
  stalled_ = progress.steps == 0;
  if (!stalled_) seconds_per_step_ = seconds / static_cast<double>(progress.steps);
}

Progress TimeLoop::newton_step() {
  newton_step_ = problem_.solver->newton_step();
  newton_watch_.observe(newton_step_);
  krylov_steps_ += newton_step_.krylov_steps;
  right_hand_sides_ += newton_step_.right_hand_sides;
  return {.steps = 1, .time = problem_.solver->time(), .last_dt = 0.0};
}

std::optional<std::string> TimeLoop::failure() const {
  const Solver& solver = *problem_.solver;
  const BadCell bad = solver.find_bad_cell();
  if (bad.cell >= 0) {
    return fmt::format(
        "{}: the run diverged: cell {} at x = {:.6g}, y = {:.6g} has no physical state at step {}, time {:.6g} (mean "
        "rho "
        "= {:.4g}, rho E = {:.4g})",
        problem_.c.path, bad.cell, bad.centroid[0], bad.centroid[1], step_, solver.time(), bad.mean[0], bad.mean[3]);
  }
  if (!stalled_) return std::nullopt;
  return fmt::format("{}: no time step was possible at step {}, time {:.6g}", problem_.c.path, step_, solver.time());
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
