/// Bodies of EquationSolver: its construction, and what it is given before it steps.
#pragma once

#include "libdg/backend/compile_only.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/solver/equation_solver.hpp"

namespace dg {

template <class Eq>
EquationSolver<Eq>::EquationSolver(Subdomain<dim> part, const RunOptions& options, const Physics<Eq>& physics,
                                   Communicator& communicator, const OperatorsMaker<Eq>& make)
    : Base(std::move(part), options, physics, communicator, make),
      control_(*backend_, std::vector<StepControl<Real>>(1, StepControl<Real>{})),
      damping_(*backend_, options.damping_width, space_.state_size()) {
  if (options_.local_time_step) local_steps_ = Array<Real>(*backend_, space_.padded_cells());
  if (options_.products == JacobianProducts::exact)
    products_ = make_exact_products<Eq>(*backend_, options.degree, zone_kinds_);
  set_limits();
  if constexpr (DependsOnCell<Eq>) set_eddy_rate(0.0);
  registers_[0].set_zero();
  operators_->prepare(space_.context());
  if (options_.solves_systems() && backend_->kind() == BackendKind::cuda) compile_cuda_implicit<Real>(*backend_);
}

template <class Eq>
void EquationSolver<Eq>::set_boundary_data(const Field& field, bool varies) {
  data_.set_boundaries(field, varies, time_);
  step_.reset();
}

template <class Eq>
void EquationSolver<Eq>::set_boundary_data(int boundary, std::shared_ptr<const Formulas> data) {
  data_.set_boundary(boundary, std::move(data), time_);
  step_.reset();
}

template <class Eq>
void EquationSolver<Eq>::set_turbulent_inflow(int boundary, const TurbulentInflow<dim>& inflow) {
  if (options_.newton || options_.local_time_step) throw InputError("a turbulent inflow varies in time");
  step_.reset();
  data_.set_turbulent_inflow(boundary, inflow, time_);
}

template <class Eq>
void EquationSolver<Eq>::set_source(const Field& source, bool varies) {
  step_.reset();  // recordings have the address of the moments
  data_.set_source(source, varies, time_);
}

template <class Eq>
void EquationSolver<Eq>::set_source(std::shared_ptr<const Formulas> source) {
  if (source->uses_state() && options_.products == JacobianProducts::exact)
    throw InputError("exact products do not include a source that depends on the state; use differences");
  step_.reset();
  newton_.reset();  // which holds what is conserved
  data_.set_source(std::move(source), time_);
}

template <class Eq>
void EquationSolver<Eq>::set_force(const std::array<double, dim>& per_mass) requires TakesForce<Eq> {
  if (force_.size() == 0) {
    step_.reset();  // recordings have the address
    force_ = Array<Real>(*backend_, dim);
  }
  std::array<Real, dim> force;
  std::transform(per_mass.begin(), per_mass.end(), force.begin(), [](double a) { return static_cast<Real>(a); });
  force_.copy_in(force);
}

template <class Eq>
void EquationSolver<Eq>::set_control_state(const ControlState& state) {
  steps_since_control_ = state.steps;
  if constexpr (DependsOnCell<Eq>) set_eddy_rate(state.eddy_rate);
}

template <class Eq>
void EquationSolver<Eq>::set_source_rate(double rate) {
  source_rate_ = rate;
  step_.reset();
  set_limits();
}

template <class Eq>
void EquationSolver<Eq>::set_sponge_to_mean(const Formulas& strength, double averaging_time) {
  if (options_.solves_systems()) throw InputError("a sponge that draws to the running mean needs an explicit scheme");
  if (options_.local_time_step) throw InputError("a running mean needs steps in time, of which there are none");
  if (!(averaging_time > 0)) throw InputError("the averaging time of a sponge must be positive");
  step_.reset();  // recordings have the address of its moments
  sponge_ = make_sponge_to_mean<Real, dim>(*backend_, mesh_, space_, host_space_.source_rules(), n_var, strength,
                                           averaging_time, in_precision<Real>(runge_kutta(options_.scheme)));
  if (!only_compiles()) sponge_->set_mean(this->coefficients());
  double strongest = sponge_->strength();
  if (!halo_.is_whole()) communicator_.reduce(std::span(&strongest, 1), Reduction::largest);
  // Without a flow, the difference of both decays at this rate.
  set_source_rate(strongest + 1 / averaging_time);
}

template <class Eq>
void EquationSolver<Eq>::set_outflow_waves(const std::vector<int>& boundaries) {
  if (options_.solves_systems()) throw InputError("an outflow that does not reflect needs an explicit scheme");
  step_.reset();
  data_.followers().set_outflow_waves(boundaries);
}

template <class Eq>
void EquationSolver<Eq>::set_artificial_viscosity() requires DependsOnCell<Eq> {
  step_.reset();
  data_.followers().set_artificial_viscosity();
  set_limits();
}

template <class Eq>
void EquationSolver<Eq>::set_modelled_walls(const std::vector<int>& boundaries) {
  if (options_.solves_systems()) throw InputError("a modelled wall needs an explicit scheme");
  if (options_.degree == 0) throw InputError("a modelled wall needs a degree of 1 at least");
  step_.reset();
  data_.followers().set_modelled_walls(boundaries);
}

template <class Eq>
void EquationSolver<Eq>::after_each_stage(StageHook hook) {
  step_.reset();
  stage_hook_ = std::move(hook);
}

template <class Eq>
void EquationSolver<Eq>::set_filter(std::unique_ptr<StageFilter<Eq>> filter) {
  step_.reset();
  newton_.reset();  // which holds the one before
  filter_ = std::move(filter);
  filter_->prepare(space_.context());
}

template <class Eq>
void EquationSolver<Eq>::take_parameters() {
  if (data_.has_turbulent_inflow()) step_.reset();  // recordings have what follows from its statistics
  data_.take_parameters(time_);
}

}  // namespace dg
