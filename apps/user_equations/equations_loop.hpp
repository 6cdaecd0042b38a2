/// Time steps of equations of a user's own, in pieces short enough to look at signals in between.
#pragma once

#include <optional>
#include <string>

#include "apps/run/newton_watch.hpp"
#include "apps/run/time_loop.hpp"
#include "apps/user_equations/equations_problem.hpp"

namespace dg::app {

template <int Dim>
class EquationsLoop {
 public:
  /// The problem must outlive it; its state is that of this step.
  explicit EquationsLoop(const EquationsProblem<Dim>& problem, long step = 0)
      : problem_(problem), first_step_(step), step_(step) {}

  /// Takes up to `steps` steps, for no longer than about half a second; the last of them ends at this time, if that is
  /// reached. Says why the run cannot go on, if that is so. All ranks call this together and have the same answer.
  std::optional<Failure> advance(long steps, double end);

  /// Of Newton's method: the residual that the last step found before it; 1 before the first.
  double newton_residual() const { return newton_step_.residual; }
  /// Why further steps of it are in vain, if they are.
  std::optional<std::string> stall() const { return newton_watch_.stall(); }

  long step() const { return step_; }
  long steps_taken() const { return step_ - first_step_; }
  double last_dt() const { return last_dt_; }
  double seconds() const { return seconds_; }  ///< wall time spent in steps
  const ImplicitWork& implicit_work() const { return work_; }

 private:
  Progress take_steps(long wanted, double end);
  Index bad_cell(const Progress& progress) const;

  const EquationsProblem<Dim>& problem_;
  long first_step_, step_;
  double last_dt_ = 0.0, seconds_ = 0.0;
  ImplicitWork work_;
  NewtonStep newton_step_{.residual = 1.0};
  NewtonWatch newton_watch_;
};

}  // namespace dg::app
