/// Bodies of EquationSolver: steps, and looks at the state between them.
#pragma once

#include "libdg/backend/stop_request.hpp"
#include "libdg/solver/equation_solver.hpp"

namespace dg {

template <class Eq>
Progress EquationSolver<Eq>::advance(long steps, double end_time) {
  sums_.reset();
  if (options_.local_time_step) return step_in_pseudo_time(steps);
  start_clock({.time = time_, .end_time = end_time});
  if (!data_.needs_host()) data_.begin({&control_.data()->time, &control_.data()->dt_exact, 0.0});
  long launched = 0;  // on a device, whose last steps may lie beyond the end
  if (backend_->kind() == BackendKind::cuda && !data_.needs_host())
    launched = repeat_steps(steps);
  else if (!take_steps(steps))
    return progress(interrupted());
  return progress_at_end(end_steps(), launched);
}

/// Of `launched` steps, those beyond the end have changed nothing.
template <class Eq>
Progress EquationSolver<Eq>::progress_at_end(const StepControl<Real>& control, long launched) {
  if (launched > 0) steps_since_control_ -= launched - control.steps;
  time_ = control.time;
  data_.check_device(time_, control.bad_cell >= 0);
  bring_data_to_time();
  return progress(control);
}

template <class Eq>
bool EquationSolver<Eq>::launch_steps(long steps) {
  const bool by_device = backend_->kind() == BackendKind::cuda && !data_.needs_host() && !has_control();
  if (!by_device || options_.local_time_step || options_.solves_systems() || !halo_.is_whole()) return false;
  if (launched_ == 0) {
    sums_.reset();
    start_clock({.time = time_, .end_time = std::numeric_limits<double>::max()});
    data_.begin({&control_.data()->time, &control_.data()->dt_exact, 0.0});
  }
  launched_ += repeat_steps(steps);
  return true;
}

template <class Eq>
Progress EquationSolver<Eq>::finish_steps() {
  settle();
  operators_->end_step(control_.data());
  return progress_at_end(read_control(), std::exchange(launched_, 0));
}

/// What varies, as it is where steps have ended: the last stage may have looked elsewhere, and residuals and boundary
/// fluxes come next.
template <class Eq>
void EquationSolver<Eq>::bring_data_to_time() {
  const StopScope undisturbed([] { return false; });
  if (backend_->kind() == BackendKind::cpu || data_.needs_host())
    evaluate_data(time_, registers_[0]);
  else if (data_.launches())
    launch_data({&control_.data()->time, &control_.data()->dt_exact, 0.0}, registers_[0]);
}

/// Looks at the state, for the steps that follow.
template <class Eq>
void EquationSolver<Eq>::control_at(double t) {
  settle();
  if (looks_at_added_viscosity()) {
    set_eddy_rate(find_eddy_rate());
    find_step(state_by_modes(), limits_);
    settle();
  }
  if (look_) look_(t, of_all_ranks(operators_->sums(space_.context(), state_by_modes().data())).integrals());
  steps_since_control_ = 0;
}

/// Ends the steps so far; brings, too, what is asked next of almost every state.
template <class Eq>
StepControl<typename Eq::Real> EquationSolver<Eq>::end_steps() {
  settle();
  operators_->end_step(control_.data());
  if (backend_->kind() == BackendKind::cpu) return read_control();
  const auto sums = operators_->sums(space_.context(), state_by_modes().data());
  const StepControl<Real> control = read_control();
  sums_ = of_all_ranks(sums);
  return control;
}

/// Steps of each cell's own size; boundary data and sources stay as they are at this time, but for the state.
template <class Eq>
Progress EquationSolver<Eq>::step_in_pseudo_time(long steps) {
  if (controls()) control_at(time_);
  start_clock({.end_time = std::numeric_limits<double>::max()});
  bring_data_to(registers_[0]);
  const auto step = [this] {
    operators_->next_step(limits_, control_.data());
    operators_->local_steps(space_.context(), state_by_modes().data(), limits_, &control_.data()->dt,
                            local_steps_.data());
    for (const RungeKuttaStage& s : scheme_.stages) {
      if (data_.reads_state()) bring_pseudo_time_data(registers_[s.in]);
      compute_stage(s, local_steps_.data());
    }
    if (options_.damping_width > 0) settle();  // damping changes ghosts, too
    damping_.after_step(registers_[0]);
    find_step(state_by_modes(), limits_);
  };
  // Damping counts steps on the host.
  if (backend_->kind() == BackendKind::cpu || options_.damping_width > 0)
    for (long n = 0; n < steps && read_control().bad_cell < 0; ++n) step();
  else
    for (long n = 0; n < steps;) n += repeat(step, steps - n);
  return progress(end_steps());
}

/// Puts a run where `c` says; the first of its steps is found from the state.
template <class Eq>
void EquationSolver<Eq>::start_clock(StepControl<Real> c) {
  control_.copy_in({&c, 1});
  make_data_state();
  fill_ghosts(registers_[0]);
  if (!step_is_found_) find_step(state_by_modes(), limits_);
  settle();
}

/// Looks at the state before the next step, the n-th from now; false if there is none.
template <class Eq>
bool EquationSolver<Eq>::control_next_step(long n) {
  const StepControl<Real> control = read_control();
  if (n > 0 && is_last(control)) return false;
  control_at(control.time + control.dt_exact);
  return true;
}

/// Steps that the host looks at one by one; false if it was asked to stop in the middle of one.
template <class Eq>
bool EquationSolver<Eq>::take_steps(long steps) {
  try {
    for (long n = 0; n < steps; ++n) {
      if (controls() && !control_next_step(n)) break;
      step_is_found_ = false;
      operators_->next_step(limits_, control_.data());
      operators_->await_step();
      const StepControl<Real> control = read_control();
      if (control.dt_exact == 0) break;
      compute_stages(control);
      step_is_found_ = true;
      ++steps_since_control_;
    }
  } catch (const Interrupted&) {
    return false;
  } catch (const BadDataError<dim>&) {
    time_ = read_control().time;  // only the last stage writes to the state
    throw;
  }
  return true;
}

/// Where a run stands that has dropped its pending step: only the last stage writes to the state.
template <class Eq>
StepControl<typename Eq::Real> EquationSolver<Eq>::interrupted() {
  const StepControl<Real> control = read_control();
  time_ = control.time;
  bring_data_to_time();
  return control;
}

/// Starts one step, or several at once if as many are wanted, by what is recorded of them; returns how many.
template <class Eq>
template <class Step>
long EquationSolver<Eq>::repeat(const Step& step, long wanted) {
  const auto record = [&](long count) {
    return backend_->record([this, step, count] {
      for (long i = 0; i < count; ++i) step();
      settle();
    });
  };
  if (!step_) {
    step_ = record(1);
    some_steps_ = record(steps_at_once);
  }
  const bool some = wanted >= steps_at_once;
  (some ? some_steps_ : step_)->repeat();
  return some ? steps_at_once : 1;
}

/// Steps that need nothing of the host but to control the source. Returns how many were launched: those beyond the end
/// change nothing.
template <class Eq>
long EquationSolver<Eq>::repeat_steps(long steps) {
  const auto step = [this] {
    operators_->next_step(limits_, control_.data());
    compute_stages({});
  };
  long n = 0;
  while (n < steps) {
    if (controls() && !control_next_step(n)) break;
    const long wanted = has_control() ? steps_between_controls - steps_since_control_ : steps;
    const long started = repeat(step, std::min(wanted, steps - n));
    n += started;
    step_is_found_ = true;
    steps_since_control_ += started;
    if (n % steps_between_looks == 0 && is_last(read_control())) break;
  }
  return n;
}

}  // namespace dg
