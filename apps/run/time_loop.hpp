/// Time steps in chunks short enough to look at the state, the clock and the signals in between.
#pragma once

#include <optional>
#include <string>

#include "apps/run/problem.hpp"

namespace dg::app {

class TimeLoop {
 public:
  TimeLoop(Problem& problem, long first_step) : problem_(problem), first_step_(first_step), step_(first_step) {}

  /// True once the case's number of steps or end time is reached.
  bool at_end() const;

  /// Takes up to `steps` steps, but for no longer than about half a second, and not beyond the end.
  void advance(long steps);

  /// Says where and when the state ceased to be that of a gas, or that no step was possible; nothing if all is well.
  std::optional<std::string> failure() const;

  long step() const { return step_; }
  long steps_taken() const { return step_ - first_step_; }
  double last_dt() const { return last_dt_; }

  /// Wall time spent in time steps.
  double seconds() const { return seconds_; }

 private:
  Problem& problem_;
  long first_step_, step_;
  double last_dt_ = 0.0, seconds_ = 0.0, seconds_per_step_ = 0.0;
  bool stalled_ = false;
};

/// Steps from `step` to the next multiple of `interval`; an interval of 0 has none and gives `otherwise`.
long steps_until_next(long step, long interval, long otherwise);

/// Largest of the L2 norms of dU/dt, each relative to the mean size of its field over the domain: rho, sqrt(rho rhoE)
/// twice, rhoE. In units of 1/time, whatever the scales of the case; what [time] tolerance is compared with.
double scaled_residual(const Norms& residual, const std::array<double, 4>& totals, double area);

}  // namespace dg::app
