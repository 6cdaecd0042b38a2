/// Bodies of EquationState: what is asked of a state.
#pragma once

#include "libdg/kernels/integrands/boundary_flux.hpp"
#include "libdg/solver/equation_state.hpp"

namespace dg {

template <class Eq>
SolverInfo EquationState<Eq>::info() const {
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
auto EquationState<Eq>::state_by_modes() const -> const Array<Real>& {
  if (!operators_->has_own_basis()) return registers_[0];
  operators_->to_modes(space_.context(), registers_[0].data(), registers_[1].data());
  return registers_[1];
}

template <class Eq>
template <class Sums>
Sums EquationState<Eq>::of_all_ranks(const Pending<Sums>& pending) const {
  Sums sums = pending();
  if (!halo_.is_whole()) sums.reduce(communicator_);
  return sums;
}

/// Brings artificial viscosity to the state of now, which may have been set since the last stage.
template <class Eq>
void EquationState<Eq>::update_viscosity() const {
  if (data_.followers().artificial_viscosity()) data_.followers().update_viscosity(state_by_modes().data());
}

template <class Eq>
auto EquationState<Eq>::norms_of(const Pending<StateSums<n_var>>& residual) const -> Norms {
  const StateSums<n_var> sums = of_all_ranks(residual);
  return {sums.l2_norms(), sums.largest()};
}

template <class Eq>
auto EquationState<Eq>::sums() const -> const StateSums<n_var>& {
  if (!sums_) sums_ = of_all_ranks(operators_->sums(space_.context(), state_by_modes().data()));
  return *sums_;
}

template <class Eq>
FlowIntegrals<Eq> EquationState<Eq>::integrals() const {
  update_viscosity();
  return of_all_ranks(operators_->integrals(space_.context(), state_by_modes().data())).integrals();
}

template <class Eq>
std::function<void(Index cell, double* values)> EquationState<Eq>::sampler(const PointsOfShapes<dim>& points) const {
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
StateInMemory EquationState<Eq>::state_in_memory() {
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
void EquationState<Eq>::launch_boundary_flux(const Array<Real>& modes, const BoundaryFaces<dim>& faces,
                                             ReadBack<Real>& to) const {
  const std::size_t numbers = faces.flux_size(n_var);
  if (boundary_flux_.size() < numbers) boundary_flux_ = Array<Real>(*backend_, numbers);
  for (const BoundaryFaceList& list : faces.lists())
    operators_->boundary_flux(space_.context(), modes.data(), list.view,
                              boundary_flux_.data() + list.flux_begin(n_var));
  to.fetch(boundary_flux_.data(), numbers);
}

template <class Eq>
auto EquationState<Eq>::boundary_fluxes(const BoundaryFaces<dim>& faces) const -> std::vector<Real> {
  bring_data_to(registers_[0]);
  ReadBack<Real> flux(*backend_);
  launch_boundary_flux(state_by_modes(), faces, flux);
  return {flux.values().begin(), flux.values().end()};
}

template <class Eq>
auto EquationState<Eq>::watch(WatchList<Real, dim>& list) const -> Watched {
  const Pending<StateSums<n_var>> residual = launch_residual();
  const Array<Real>& modes = state_by_modes();  // may take the place of the residual, whose sums have been launched
  const Pending<FlowSums<Eq>> integrals = operators_->integrals(space_.context(), modes.data());
  for (std::size_t i = 0; i < list.fluxes().size(); ++i)
    launch_boundary_flux(modes, *list.boundaries()[i], list.fluxes()[i]);
  list.fetch_coefficients(modes.data());
  return {norms_of(residual), of_all_ranks(integrals).integrals()};
}

}  // namespace dg
