/// Bodies of EquationState: the rate of change, by one stage of which ranks exchange ghosts.
#pragma once

#include "libdg/solver/equation_state.hpp"

namespace dg {

/// Gives ghosts of a state what their owners have, before all that is launched next.
template <class Eq>
void EquationState<Eq>::fill_ghosts(Array<Real>& state) const {
  if (!exchange_) return;
  exchange_->start(state.data());
  exchange_->finish();
}

/// Ghosts of `in` are there or on their way, and so are those of `out` afterwards, if it `sends`.
template <class Eq>
void EquationState<Eq>::run_stage(const Stage<Real>& stage, bool sends) const {
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
void EquationState<Eq>::settle() const {
  if (exchange_) exchange_->finish();
  operators_->await_step();
}

/// The modes of dU/dt, in a register that is free between steps.
template <class Eq>
auto EquationState<Eq>::launch_rate() const -> const Array<Real>& {
  Array<Real>& rate = registers_[1];  // free between steps
  Stage<Real> stage{};
  stage.in = registers_[0].data();
  stage.out = rate.data();
  stage.rate_weight = Real(1);
  stage.dt = unit_step_.data();
  fill_ghosts(registers_[0]);
  bring_data_to(registers_[0]);
  stage.source = sponge_ ? sponge_->moments() : data_.source().moments();
  stage.force = force_.size() > 0 ? force_.data() : nullptr;
  run_stage(stage, false);
  operators_->change_to_modes(space_.context(), rate);
  return rate;
}

template <class Eq>
auto EquationState<Eq>::launch_residual() const -> Pending<StateSums<n_var>> {
  return operators_->sums(space_.context(), launch_rate().data());
}

template <class Eq>
std::vector<double> EquationState<Eq>::rate() const {
  return space_.unpack(launch_rate().copy_out());
}

}  // namespace dg
