/// Time steps in chunks short enough to look at the state, the clock and the signals in between.
#pragma once

#include <optional>
#include <string>

#include "apps/run/newton_watch.hpp"
#include "apps/run/problem.hpp"

namespace dg::app {

/// Why a run cannot go on.
struct Failure {
  std::string what, advice;
};

template <int Dim = 2>
class TimeLoop {
 public:
  /// Precondition: the state of the problem's solver is that of a gas.
  TimeLoop(ProblemOf<Dim>& problem, long first_step);

  /// True once the case's number of steps or end time is reached.
  bool at_end() const;

  /// Takes up to `steps` steps, for no longer than about half a second. The last of them ends at the end or at this
  /// time, if that is reached. With Newton's method it takes one.
  void advance(long steps, double until = std::numeric_limits<double>::infinity());

  /// Launches steps on a GPU and does not wait for them; false, without any, where that is not possible.
  bool launch(long steps);
  /// Waits for launched steps; does nothing without any.
  void finish();
  long launched() const { return launched_; }

  /// Whether the last advance() or finish() found that the run cannot go on, without a look at the points of cells.
  bool has_stopped() const { return stalled_ || bad_cell_ >= 0 || !bad_data_.empty(); }

  /// With Newton's method: what the last step did. With it or an implicit scheme: what all of them cost.
  const ImplicitWork& implicit_work() const { return work_; }
  const NewtonStep& last_newton_step() const { return newton_step_; }

  /// Why Newton's method makes no progress any more; nothing while it does, and in pseudo-time.
  std::optional<std::string> stall() const;

  /// Says where and when the state ceased to be that of a gas, or that no step was possible, and what may help. It says
  /// nothing if all is well.
  std::optional<Failure> failure();

  /// The same of a steady run by its residual, which is infinite or no number where rates overflow.
  std::optional<Failure> failure_of(double residual) const;

  long step() const { return step_; }
  long steps_taken() const { return step_ - first_step_; }
  double last_dt() const { return last_dt_; }

  /// Wall time spent in time steps.
  double seconds() const { return seconds_; }

 private:
  Progress newton_step();
  void note(const Progress& progress, double time_before);
  void note_sound_state();
  std::string description(const GasBadCell<Dim>& bad) const;

  ProblemOf<Dim>& problem_;
  NewtonStep newton_step_;
  NewtonWatch newton_watch_;
  ImplicitWork work_;
  long first_step_, step_, launched_ = 0;
  double last_dt_ = 0.0, seconds_ = 0.0, seconds_per_step_ = 0.0;
  bool stalled_ = false;
  std::string bad_data_;     ///< what is wrong with them, if that has ended the last advance()
  Index bad_cell_ = -1;      ///< of the last advance()
  long sound_step_;          ///< at which failure() found nothing wrong
  double step_limit_ = 0.0;  ///< then
};

/// Density and pressure of a conservative state, in words.
template <std::size_t N>
std::string state_text(const std::array<double, N>& state, double gamma);

/// The first multiple of an interval after a time; of 0 there is none.
double next_multiple(double time, double interval);

/// Steps from `step` to the next multiple of `interval`; an interval of 0 has none and gives `otherwise`.
long steps_until_next(long step, long interval, long otherwise);

}  // namespace dg::app
