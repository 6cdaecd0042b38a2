/// Time steps of equations of a user's own, in pieces short enough to look at signals in between.
#pragma once

#include <optional>

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

  long step() const { return step_; }
  long steps_taken() const { return step_ - first_step_; }
  double last_dt() const { return last_dt_; }
  double seconds() const { return seconds_; }  ///< wall time spent in steps
  const ImplicitWork& implicit_work() const { return work_; }

 private:
  Index bad_cell(const Progress& progress) const;

  const EquationsProblem<Dim>& problem_;
  long first_step_, step_;
  double last_dt_ = 0.0, seconds_ = 0.0;
  ImplicitWork work_;
};

}  // namespace dg::app
