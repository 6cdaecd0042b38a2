/// Bodies of EquationState: boundary data and sources that vary, brought to times and states.
#pragma once

#include "libdg/solver/equation_state.hpp"

namespace dg {

/// A state of a stage by modes, until this is called again.
template <class Eq>
auto EquationState<Eq>::modes_of(const Array<Real>& state) const -> const Array<Real>& {
  if (!operators_->has_own_basis()) return state;
  make_data_state();
  operators_->to_modes(space_.context(), state.data(), data_state_.data());
  return data_state_;
}

/// The state by modes that data of the state read; null where there are none.
template <class Eq>
auto EquationState<Eq>::state_of_data(const Array<Real>& state) const -> const Array<Real>* {
  if (!data_.reads_state()) return nullptr;
  if (exchange_ && data_.followers().read_ghosts()) exchange_->finish();
  return &modes_of(state);
}

/// A device allocates nothing while it records steps: to be called before.
template <class Eq>
void EquationState<Eq>::make_data_state() const {
  if ((data_.reads_state() || sponge_) && operators_->has_own_basis() && data_state_.size() == 0)
    data_state_ = Array<Real>(*backend_, space_.state_size());
}

/// Evaluates what varies, at a time, and with this state what depends on one.
template <class Eq>
void EquationState<Eq>::evaluate_data(double t, const Array<Real>& state) const {
  const Array<Real>* modes = state_of_data(state);
  if (data_.source().uses_state()) data_.source().set_state(space_.unpack(modes->copy_out()));
  data_.evaluate(t, modes ? modes->data() : nullptr);
}

/// Launches what evaluates it on a device.
template <class Eq>
void EquationState<Eq>::launch_data(const StageTime& time, const Array<Real>& state) const {
  const Array<Real>* modes = state_of_data(state);
  data_.launch(time, modes ? modes->data() : nullptr);
}

/// Brings what depends on the state to a state, where nothing steps.
template <class Eq>
void EquationState<Eq>::bring_data_to(const Array<Real>& state) const {
  if (data_.reads_state()) bring_varying_data_to(state);
  if (sponge_) sponge_->update(modes_of(state).data(), data_.source().moments());
}

template <class Eq>
void EquationState<Eq>::bring_varying_data_to(const Array<Real>& state) const {
  if (backend_->kind() == BackendKind::cpu || data_.needs_host()) return evaluate_data(time_, state);
  if (data_time_.size() == 0) data_time_ = Array<double>(*backend_, 2);
  data_time_.copy_in(std::array{time_, 0.0});
  launch_data({data_time_.data(), data_time_.data() + 1, 0.0}, state);
}

/// As bring_data_to(), recorded with the steps in pseudo-time.
template <class Eq>
void EquationState<Eq>::bring_pseudo_time_data(const Array<Real>& state) const {
  if (backend_->kind() == BackendKind::cpu) return evaluate_data(time_, state);
  launch_data({data_time_.data(), data_time_.data() + 1, 0.0}, state);
}

}  // namespace dg
