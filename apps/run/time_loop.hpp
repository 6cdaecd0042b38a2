/// Time steps in chunks short enough to look at the state, the clock and the signals in between.
#pragma once

#include <optional>
#include <string>

#include "apps/run/problem.hpp"

namespace dg::app {

/// Why a run cannot go on.
struct Failure {
  std::string what, advice;
};

class TimeLoop {
 public:
  /// Precondition: the state of the problem's solver is that of a gas.
  TimeLoop(Problem& problem, long first_step);

  /// True once the case's number of steps or end time is reached.
  bool at_end() const;

  /// Takes up to `steps` steps, but for no longer than about half a second, and not beyond the end.
  void advance(long steps);

  /// Says where and when the state ceased to be that of a gas, or that no step was possible, and what may help; nothing
  /// if all is well.
  std::optional<Failure> failure();

  long step() const { return step_; }
  long steps_taken() const { return step_ - first_step_; }
  double last_dt() const { return last_dt_; }

  /// Wall time spent in time steps.
  double seconds() const { return seconds_; }

 private:
  void note_sound_state();
  std::string description(const BadCell& bad) const;

  Problem& problem_;
  long first_step_, step_;
  double last_dt_ = 0.0, seconds_ = 0.0, seconds_per_step_ = 0.0;
  bool stalled_ = false;
  Index bad_cell_ = -1;      ///< of the last advance()
  long sound_step_;          ///< at which failure() found nothing wrong
  double step_limit_ = 0.0;  ///< then
};

/// Density and pressure of a conservative state, in words.
std::string state_text(const std::array<double, 4>& state, double gamma);

/// Steps from `step` to the next multiple of `interval`; an interval of 0 has none and gives `otherwise`.
long steps_until_next(long step, long interval, long otherwise);

/// Largest of the L2 norms of dU/dt, each relative to the mean size of its field over the domain: rho, sqrt(rho rhoE)
/// twice, rhoE. In units of 1/time, whatever the scales of the case; what [time] tolerance is compared with.
double scaled_residual(const Norms& residual, const std::array<double, 4>& totals, double area);

}  // namespace dg::app
