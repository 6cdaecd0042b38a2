/// Bodies of EquationSolver: the size of the next step, and what limits it.
#pragma once

#include "libdg/solver/equation_solver.hpp"

namespace dg {

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

/// Looks for the next step of a state by modes, on all ranks.
template <class Eq>
void EquationSolver<Eq>::find_step(const Array<Real>& modes, const StepLimits<Real>& limits) const {
  if (limits.of_given_viscosity) data_.followers().update_viscosity(modes.data());
  operators_->find_step(space_.context(), modes.data(), limits);
  if (!halo_.is_whole()) operators_->reduce_step(communicator_);
}

template <class Eq>
void EquationSolver<Eq>::set_eddy_rate(double rate) {
  eddy_rate_ = rate;
  if (eddy_rate_here_.size() == 0) eddy_rate_here_ = Array<Real>(*backend_, 1);
  eddy_rate_here_.copy_in(std::array{static_cast<Real>(rate)});
  limits_.eddy_rate = eddy_rate_here_.data();
}

template <class Eq>
double EquationSolver<Eq>::step_within(const StepLimits<Real>& limits) const {
  Array<StepControl<Real>> control(*backend_, std::vector{StepControl<Real>{.end_time = 1e300}});
  step_is_found_ = false;
  find_step(state_by_modes(), limits);
  operators_->next_step(limits, control.data());
  operators_->await_step();
  return control.copy_out()[0].dt_exact;
}

/// The stable step of the state, times limits.cfl; with what a subgrid model allows now, not at the last look.
template <class Eq>
double EquationSolver<Eq>::stable_step(StepLimits<Real> limits) const {
  limits.eddy_rate = nullptr;
  const double step = step_within(limits);
  if (!looks_at_added_viscosity() || limits.fixed > Real(0)) return step;
  return double(limits.cfl) / (double(limits.cfl) / step + find_eddy_rate());
}

template <class Eq>
double EquationSolver<Eq>::time_step_limit() const {
  StepLimits<Real> limits = limits_;
  limits.cfl = Real(1);
  limits.fixed = Real(0);
  return stable_step(limits);
}

/// What a subgrid model adds to the rate of the step, the largest of all cells. It is 0 of a cell without a state,
/// which stops the run elsewhere.
template <class Eq>
double EquationSolver<Eq>::find_eddy_rate() const {
  StepLimits<Real> limits = limits_;
  limits.cfl = Real(1);
  limits.fixed = Real(0);
  limits.of_model = true;
  limits.eddy_rate = nullptr;
  const double step = step_within(limits);
  return step > 0 ? 1 / step : 0;
}

}  // namespace dg
