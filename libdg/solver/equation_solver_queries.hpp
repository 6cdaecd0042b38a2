/// Bodies of EquationSolver: what is asked of a state between steps, and put there.
#pragma once

#include <fmt/format.h>

#include "libdg/core/errors.hpp"
#include "libdg/kernels/integrands/boundary_flux.hpp"
#include "libdg/solver/equation_solver.hpp"

namespace dg {

template <class Eq>
SolverInfo EquationSolver<Eq>::info() const {
  SolverInfo info;
  info.backend = backend_->kind() == BackendKind::cuda ? "cuda" : "cpu";
  info.device = backend_->device();
  info.precision = precision == Precision::double_precision ? "double" : "single";
  info.assembly = name_of(options_.assembly);
  info.layout = name_of(space_.layout());
  info.threads = backend_->threads();
  info.cells = mesh_.cell_count();
  info.faces = mesh_.face_count();
  info.dof = space_.dof();
  info.bytes = backend_->bytes_in_use();
  info.ranks = communicator_.size();
  if (exchange_) info.exchange = exchange_->name();
  return info;
}

/// The state as all but stages take it: where these take points, in a register that is free between steps.
template <class Eq>
auto EquationSolver<Eq>::state_by_modes() const -> const Array<Real>& {
  if (!operators_->has_own_basis()) return registers_[0];
  operators_->to_modes(space_.context(), registers_[0].data(), registers_[1].data());
  return registers_[1];
}

template <class Eq>
template <class Sums>
Sums EquationSolver<Eq>::of_all_ranks(const Pending<Sums>& pending) const {
  Sums sums = pending();
  if (!halo_.is_whole()) sums.reduce(communicator_);
  return sums;
}

template <class Eq>
long EquationSolver<Eq>::limited_cells() const {
  const auto count = [this](const std::vector<double>& strength, double more_than, std::vector<char>& found) {
    found.resize(std::max(found.size(), strength.size()));
    for (std::size_t cell = 0; cell < strength.size(); ++cell) {
      const ZoneView<Real>& zone = space_.view().zones.zone[space_.places().zone[cell]];
      if (space_.places().local[cell] < zone.cells && strength[cell] > more_than) found[cell] = 1;
    }
  };
  if (!filter_ && !data_.followers().artificial_viscosity()) return 0;
  update_viscosity();
  std::vector<char> found;
  if (filter_) count(filter_->strength(), 0.0, found);
  if (data_.followers().artificial_viscosity()) count(data_.followers().artificial_viscosity()->strength(), 0.1, found);
  std::int64_t sum[]{std::count(found.begin(), found.end(), 1)};
  if (!halo_.is_whole()) communicator_.reduce(sum, Reduction::sum);
  return static_cast<long>(sum[0]);
}

/// Brings artificial viscosity to the state of now, which may have been set since the last stage.
template <class Eq>
void EquationSolver<Eq>::update_viscosity() const {
  if (data_.followers().artificial_viscosity()) data_.followers().update_viscosity(state_by_modes().data());
}

template <class Eq>
std::vector<double> EquationSolver<Eq>::limiting() const {
  std::vector<double> strength = filter_ ? filter_->strength() : std::vector<double>();
  if (!data_.followers().artificial_viscosity()) return strength;
  update_viscosity();
  const std::vector<double> viscous = data_.followers().artificial_viscosity()->strength();
  strength.resize(viscous.size(), 0.0);
  std::transform(viscous.begin(), viscous.end(), strength.begin(), strength.begin(),
                 [](double a, double b) { return std::max(a, b); });
  return strength;
}

template <class Eq>
auto EquationSolver<Eq>::norms_of(const Pending<StateSums<n_var>>& residual) const -> Norms {
  const StateSums<n_var> sums = of_all_ranks(residual);
  return {sums.l2_norms(), sums.largest()};
}

template <class Eq>
auto EquationSolver<Eq>::sums() const -> const StateSums<n_var>& {
  if (!sums_) sums_ = of_all_ranks(operators_->sums(space_.context(), state_by_modes().data()));
  return *sums_;
}

template <class Eq>
FlowIntegrals<Eq> EquationSolver<Eq>::integrals() const {
  update_viscosity();
  return of_all_ranks(operators_->integrals(space_.context(), state_by_modes().data())).integrals();
}

template <class Eq>
std::function<void(Index cell, double* values)> EquationSolver<Eq>::sampler(const PointsOfShapes<dim>& points) const {
  const Array<Real>& modes = state_by_modes();
  std::span<const Real> state{modes.data(), modes.size()};
  if (backend_->kind() == BackendKind::cuda) {
    host_copy_.fetch(modes.data(), modes.size());
    state = host_copy_.values();
  }
  return host_space_.sampler(
      [this, state](Index cell, std::span<double> coefficients) { space_.unpack(state, cell, coefficients); }, points);
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

/// The modes of dU/dt, in a register that is free between steps.
template <class Eq>
auto EquationSolver<Eq>::launch_rate() const -> const Array<Real>& {
  Array<Real>& rate = registers_[1];  // free between steps
  Stage<Real> stage{};
  stage.in = registers_[0].data();
  stage.out = rate.data();
  stage.rate_weight = Real(1);
  stage.dt = unit_step_.data();
  fill_ghosts(registers_[0]);
  bring_data_to(registers_[0]);
  stage.source = data_.source().moments();
  stage.force = force_.size() > 0 ? force_.data() : nullptr;
  run_stage(stage, false);
  operators_->change_to_modes(space_.context(), rate);
  return rate;
}

template <class Eq>
auto EquationSolver<Eq>::launch_residual() const -> Pending<StateSums<n_var>> {
  return operators_->sums(space_.context(), launch_rate().data());
}

template <class Eq>
std::vector<double> EquationSolver<Eq>::rate() const {
  return space_.unpack(launch_rate().copy_out());
}

template <class Eq>
StateInMemory EquationSolver<Eq>::state_in_memory() {
  StateInMemory state{backend_->kind(), sizeof(Real), operators_->has_own_basis(), {}};
  auto* const first = const_cast<Real*>(state_by_modes().data());
  backend_->synchronize();  // whoever reads them does not know what has been launched
  const auto& zones = space_.view().zones;
  for (int z = 0; z < zones.count; ++z) {
    const ZoneView<Real>& zone = zones.zone[z];
    const StateLayout& layout = zone.layout;
    const bool has_blocks = layout.block_stride != 0;
    const Index block = has_blocks ? Index(1) << layout.shift : zone.padded;
    state.batches.push_back({shape_of(zone.space), zone.curved, space_.zones()[z].cells, zone.padded / block, n_var,
                             zone.coefficients / n_var, block, layout.block_stride, layout.variable_stride,
                             layout.mode_stride, layout.cell_stride, first + zone.state_begin});
  }
  return state;
}

template <class Eq>
void EquationSolver<Eq>::note_new_state() {
  step_is_found_ = false;
  sums_.reset();
}

template <class Eq>
void EquationSolver<Eq>::launch_boundary_flux(const Array<Real>& modes, const BoundaryFaces<dim>& faces,
                                              ReadBack<Real>& to) const {
  const std::size_t numbers = faces.flux_size(n_var);
  if (boundary_flux_.size() < numbers) boundary_flux_ = Array<Real>(*backend_, numbers);
  for (const BoundaryFaceList& list : faces.lists())
    operators_->boundary_flux(space_.context(), modes.data(), list.view,
                              boundary_flux_.data() + list.flux_begin(n_var));
  to.fetch(boundary_flux_.data(), numbers);
}

template <class Eq>
auto EquationSolver<Eq>::boundary_fluxes(const BoundaryFaces<dim>& faces) const -> std::vector<Real> {
  bring_data_to(registers_[0]);
  ReadBack<Real> flux(*backend_);
  launch_boundary_flux(state_by_modes(), faces, flux);
  return {flux.values().begin(), flux.values().end()};
}

template <class Eq>
auto EquationSolver<Eq>::watch(WatchList<Real, dim>& list) const -> Watched {
  const Pending<StateSums<n_var>> residual = launch_residual();
  const Array<Real>& modes = state_by_modes();  // may take the place of the residual, whose sums have been launched
  const Pending<FlowSums<Eq>> integrals = operators_->integrals(space_.context(), modes.data());
  for (std::size_t i = 0; i < list.fluxes().size(); ++i)
    launch_boundary_flux(modes, *list.boundaries()[i], list.fluxes()[i]);
  list.fetch_coefficients(modes.data());
  return {norms_of(residual), of_all_ranks(integrals).integrals()};
}

template <class Eq>
void EquationSolver<Eq>::set_coefficients(std::span<const double> coefficients) {
  if (coefficients.size() != host_space_.size())
    throw InputError(fmt::format("{} coefficients do not fit this mesh and degree, which have {}", coefficients.size(),
                                 host_space_.size()));
  step_is_found_ = false;
  registers_[0].copy_in(space_.pack(coefficients));
  operators_->change_from_modes(space_.context(), registers_[0]);
  sums_.reset();
  damping_.forget();
}

template <class Eq>
DampingState EquationSolver<Eq>::damping_state() const {
  const std::vector<Real> past = damping_.past();
  if (past.empty()) return {damping_.steps(), {}};
  registers_[1].copy_in(past);  // free between steps
  operators_->change_to_modes(space_.context(), registers_[1]);
  return {damping_.steps(), space_.unpack(registers_[1].copy_out())};
}

template <class Eq>
void EquationSolver<Eq>::set_damping_state(const DampingState& state) {
  const std::vector<double>& past = state.filtered_past;
  if (!past.empty() && past.size() != host_space_.size())
    throw InputError(fmt::format("{} coefficients of damping do not fit this mesh and degree, which have {}",
                                 past.size(), host_space_.size()));
  if (past.empty()) {
    damping_.restore(state.steps, {});
  } else {
    registers_[1].copy_in(space_.pack(past));  // free between steps
    operators_->change_from_modes(space_.context(), registers_[1]);
    damping_.restore(state.steps, registers_[1].copy_out());
  }
}

}  // namespace dg
