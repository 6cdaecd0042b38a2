/// Bodies of EquationSolver: steps and stages.
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

/// The state by modes that data of the state read; null where there are none.
template <class Eq>
auto EquationSolver<Eq>::state_of_data(const Array<Real>& state) const -> const Array<Real>* {
  if (!data_.reads_state()) return nullptr;
  if (exchange_ && data_.followers().read_ghosts()) exchange_->finish();
  if (!operators_->has_own_basis()) return &state;
  make_data_state();
  operators_->to_modes(space_.context(), state.data(), data_state_.data());
  return &data_state_;
}

/// A device allocates nothing while it records steps: to be called before.
template <class Eq>
void EquationSolver<Eq>::make_data_state() const {
  if (data_.reads_state() && operators_->has_own_basis() && data_state_.size() == 0)
    data_state_ = Array<Real>(*backend_, space_.state_size());
}

/// Evaluates what varies, at a time, and with this state what depends on one.
template <class Eq>
void EquationSolver<Eq>::evaluate_data(double t, const Array<Real>& state) const {
  const Array<Real>* modes = state_of_data(state);
  if (data_.source().uses_state()) data_.source().set_state(space_.unpack(modes->copy_out()));
  data_.evaluate(t, modes ? modes->data() : nullptr);
}

/// Launches what evaluates it on a device.
template <class Eq>
void EquationSolver<Eq>::launch_data(const StageTime& time, const Array<Real>& state) const {
  const Array<Real>* modes = state_of_data(state);
  data_.launch(time, modes ? modes->data() : nullptr);
}

/// Brings data that depend on the state to a state, where nothing steps.
template <class Eq>
void EquationSolver<Eq>::bring_data_to(const Array<Real>& state) const {
  if (!data_.reads_state()) return;
  if (backend_->kind() == BackendKind::cpu || data_.needs_host()) return evaluate_data(time_, state);
  if (data_time_.size() == 0) data_time_ = Array<double>(*backend_, 2);
  data_time_.copy_in(std::array{time_, 0.0});
  launch_data({data_time_.data(), data_time_.data() + 1, 0.0}, state);
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

template <class Eq>
void EquationSolver<Eq>::set_eddy_rate(double rate) {
  eddy_rate_ = rate;
  if (eddy_rate_here_.size() == 0) eddy_rate_here_ = Array<Real>(*backend_, 1);
  eddy_rate_here_.copy_in(std::array{static_cast<Real>(rate)});
  limits_.eddy_rate = eddy_rate_here_.data();
}

/// Looks for the next step of a state by modes, on all ranks.
template <class Eq>
void EquationSolver<Eq>::find_step(const Array<Real>& modes, const StepLimits<Real>& limits) const {
  if (limits.of_given_viscosity) data_.followers().update_viscosity(modes.data());
  operators_->find_step(space_.context(), modes.data(), limits);
  if (!halo_.is_whole()) operators_->reduce_step(communicator_);
}

/// Gives ghosts of a state what their owners have, before all that is launched next.
template <class Eq>
void EquationSolver<Eq>::fill_ghosts(Array<Real>& state) const {
  if (!exchange_) return;
  exchange_->start(state.data());
  exchange_->finish();
}

/// Ghosts of `in` are there or on their way, and so are those of `out` afterwards, if it `sends`.
template <class Eq>
void EquationSolver<Eq>::run_stage(const Stage<Real>& stage, bool sends) const {
  if (exchange_ && options_.overlaps_exchange) {
    operators_->stage_of_rank(space_.context(), stage, *exchange_, sends);
  } else {
    if (exchange_) exchange_->finish();
    operators_->stage(space_.context(), stage);
    if (exchange_ && sends) exchange_->start(stage.out);
  }
  if (exchange_ && stage.finds_step) operators_->reduce_step(communicator_);
}

/// What is under way between ranks has ended before all that is launched next.
template <class Eq>
void EquationSolver<Eq>::settle() const {
  if (exchange_) exchange_->finish();
  operators_->await_step();
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

/// As bring_data_to(), recorded with the steps in pseudo-time.
template <class Eq>
void EquationSolver<Eq>::bring_pseudo_time_data(const Array<Real>& state) const {
  if (backend_->kind() == BackendKind::cpu) return evaluate_data(time_, state);
  launch_data({data_time_.data(), data_time_.data() + 1, 0.0}, state);
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

template <class Eq>
void EquationSolver<Eq>::set_limits() {
  const TimeScheme scheme = is_implicit(options_.scheme) ? TimeScheme::ssprk3 : options_.scheme;
  limits_.cfl = static_cast<Real>(options_.cfl);
  limits_.fixed = static_cast<Real>(options_.fixed_dt);
  limits_.spread = static_cast<Real>(options_.time_step_spread);
  // Implicit steps are multiples of one that is stable without it, so that they do not shrink as a shock forms.
  limits_.of_given_viscosity = data_.followers().artificial_viscosity() && !options_.solves_systems();
  limits_.source = static_cast<Real>(source_rate_ / decay_limit(runge_kutta(scheme)));
  const auto& zones = space_.view().zones;
  for (int z = 0; z < zones.count; ++z) {
    const Space space = zones.zone[z].space;
    const double eta = space_.view().eta[z];
    const bool reconstructs = options_.reconstruction == Reconstruction::linear;
    const double acoustic =
        reconstructs ? reconstruction_limit(space, scheme) : acoustic_limit(space, options_.degree, scheme);
    const double viscous =
        reconstructs ? reconstruction_viscous_limit(space, scheme) : viscous_limit(space, options_.degree, scheme, eta);
    limits_.convective[z] = static_cast<Real>(1 / acoustic);
    limits_.viscous[z] = static_cast<Real>(1 / viscous);
  }
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

/// All stages of a step; `control` is the step's, needed only where the host evaluates data that vary in time.
template <class Eq>
void EquationSolver<Eq>::compute_stages(const StepControl<Real>& control) {
  for (std::size_t i = 0; i < scheme_.stages.size(); ++i) {
    const RungeKuttaStage& s = scheme_.stages[i];
    if (backend_->kind() == BackendKind::cpu && halo_.is_whole()) throw_if_stop_requested();
    if (backend_->kind() == BackendKind::cpu || data_.needs_host())
      evaluate_data(control.time + s.time * control.dt_exact, registers_[s.in]);
    else if (data_.launches()) {
      operators_->await_step();
      launch_data({&control_.data()->time, &control_.data()->dt_exact, s.time}, registers_[s.in]);
    }
    compute_stage(s, &control_.data()->dt, i + 1 == scheme_.stages.size());
  }
}

/// The last stage of a step may look for the size of the next one.
template <class Eq>
void EquationSolver<Eq>::compute_stage(const RungeKuttaStage& s, const Real* dt, bool finds_step) {
  Stage<Real> stage{};
  stage.in = registers_[s.in].data();
  stage.out = registers_[s.out].data();
  stage.n_history = static_cast<int>(s.history.size());
  for (int i = 0; i < stage.n_history; ++i) {
    stage.history[i] = registers_[s.history[i].first].data();
    stage.history_weight[i] = static_cast<Real>(s.history[i].second);
  }
  stage.in_weight = static_cast<Real>(s.in_weight);
  stage.rate_weight = static_cast<Real>(s.rate_weight);
  stage.dt = dt;
  stage.local_dt = options_.local_time_step;
  stage.source = data_.source().stage_moments();
  stage.force = force_.size() > 0 ? force_.data() : nullptr;
  stage.smooths = true;
  const bool changes = stage_hook_ || filter_, keeps_step = !stage_hook_ && (!filter_ || filter_->keeps_step()) &&
                                                            !data_.followers().artificial_viscosity();
  stage.finds_step = finds_step && keeps_step;
  stage.limits = limits_;
  Array<Real>& out = registers_[s.out];
  run_stage(stage, !changes);
  if (filter_) filter_->apply(space_.context(), out.data(), dt, options_.local_time_step);
  if (stage_hook_) {
    operators_->change_to_modes(space_.context(), out);
    stage_hook_(space_.context(), out);
    operators_->change_from_modes(space_.context(), out);
  }
  if (finds_step && !keeps_step) find_step(state_by_modes(), limits_);
  if (exchange_ && changes) exchange_->start(out.data());
}

/// Lets the filter change the state that steps start from.
template <class Eq>
void EquationSolver<Eq>::filter_start() {
  step_is_found_ = false;
  if (filter_) filter_->apply_to_start(space_.context(), registers_[0].data());
}

}  // namespace dg
