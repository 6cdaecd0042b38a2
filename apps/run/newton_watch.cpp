#include "apps/run/newton_watch.hpp"

#include <fmt/format.h>

namespace dg::app {

Progress progress_of(const NewtonStep& step, double time) {
  return {
      .steps = 1,
      .time = time,
      .implicit = {.newton_steps = 1, .krylov_steps = step.krylov_steps, .right_hand_sides = step.right_hand_sides}};
}

std::string NewtonWatch::broken_text(long step) {
  return fmt::format("Newton's method diverged: its linear systems have had no finite solution since step {}",
                     step - most_failures);
}

void NewtonWatch::observe(const NewtonStep& step) {
  last_ = step;
  failures_ = step.trouble == NewtonTrouble::none ? 0 : failures_ + 1;
  ++steps_since_lowest_;
  if (steps_since_lowest_ > 0 && !(step.residual < notable * lowest_)) return;
  lowest_ = step.residual;
  steps_since_lowest_ = 0;
}

std::optional<std::string> NewtonWatch::stall() const {
  if (is_broken()) return std::nullopt;
  if (failures_ >= most_failures && last_.trouble == NewtonTrouble::linear_solver) {
    return fmt::format("the linear solver has failed {} times in a row, the last time after {} Krylov steps", failures_,
                       last_.krylov_steps);
  }
  if (failures_ >= most_failures) {
    return fmt::format(
        "the line search has failed {} times in a row: no physical state with a lower residual lies along Newton's "
        "direction, which is usual once only rounding errors are left",
        failures_);
  }
  if (steps_since_lowest_ < longest_plateau) return std::nullopt;
  return fmt::format(
      "for {} steps the residual has hovered, the pseudo-time step at {:.2g} times the explicit one: the flow may have "
      "no steady state on this mesh",
      steps_since_lowest_, last_.cfl);
}

}  // namespace dg::app
