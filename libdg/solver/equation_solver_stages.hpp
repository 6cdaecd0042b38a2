/// Bodies of EquationSolver: the stages of a step.
#pragma once

#include "libdg/backend/stop_request.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "libdg/solver/stage_of_scheme.hpp"

namespace dg {

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
    if (sponge_) {
      operators_->await_step();
      sponge_->advance(i, &control_.data()->dt, modes_of(registers_[s.in]).data(), data_.source().stage_moments());
    }
    compute_stage(s, &control_.data()->dt, i + 1 == scheme_.stages.size());
  }
}

/// The last stage of a step may look for the size of the next one.
template <class Eq>
void EquationSolver<Eq>::compute_stage(const RungeKuttaStage& s, const Real* dt, bool finds_step) {
  Stage<Real> stage = stage_of_scheme(s, registers_, dt);
  stage.local_dt = options_.local_time_step;
  stage.source = sponge_ ? sponge_->moments() : data_.source().stage_moments();
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

template <class Eq>
void EquationSolver<Eq>::limit_state() {
  step_is_found_ = false;
  sums_.reset();
  if (!filter_) return;
  filter_->apply_to_start(space_.context(), registers_[0].data());
  if (sponge_) sponge_->set_mean(this->coefficients());
}

}  // namespace dg
