/// Bodies of EquationSolver: the state as coefficients, and how far filters and viscosity change it.
#pragma once

#include <string>

#include "libdg/core/errors.hpp"
#include "libdg/solver/equation_solver.hpp"

namespace dg {

template <class Eq>
long EquationSolver<Eq>::limited_cells() const {
  const auto count = [this](const std::vector<double>& strength, double more_than, std::vector<char>& found) {
    found.resize(std::max(found.size(), strength.size()));
    for (std::size_t cell = 0; cell < strength.size(); ++cell) {
      const ZoneView<Real>& zone = space_.view().zones.zone[space_.places().zone[cell]];
      if (space_.places().local[cell] < zone.cells && strength[cell] > more_than) found[cell] = 1;
    }
  };
  if (!filters_stages() && !data_.followers().artificial_viscosity()) return 0;
  update_viscosity();
  std::vector<char> found;
  if (filters_stages()) count(filter_->strength(), 0.0, found);
  if (data_.followers().artificial_viscosity()) count(data_.followers().artificial_viscosity()->strength(), 0.1, found);
  std::int64_t sum[]{std::count(found.begin(), found.end(), 1)};
  if (!halo_.is_whole()) communicator_.reduce(sum, Reduction::sum);
  return static_cast<long>(sum[0]);
}

template <class Eq>
std::vector<double> EquationSolver<Eq>::limiting() const {
  std::vector<double> strength = filters_stages() ? filter_->strength() : std::vector<double>();
  if (!data_.followers().artificial_viscosity()) return strength;
  update_viscosity();
  const std::vector<double> viscous = data_.followers().artificial_viscosity()->strength();
  strength.resize(viscous.size(), 0.0);
  std::transform(viscous.begin(), viscous.end(), strength.begin(), strength.begin(),
                 [](double a, double b) { return std::max(a, b); });
  return strength;
}

template <class Eq>
void EquationSolver<Eq>::set_coefficients(std::span<const double> coefficients) {
  if (coefficients.size() != host_space_.size())
    throw InputError(std::to_string(coefficients.size()) +
                     " coefficients do not fit this mesh and degree, which have " + std::to_string(host_space_.size()));
  step_is_found_ = false;
  registers_[0].copy_in(space_.pack(coefficients));
  operators_->change_from_modes(space_.context(), registers_[0]);
  sums_.reset();
  damping_.forget();
  if (sponge_) sponge_->set_mean(coefficients);
}

template <class Eq>
std::vector<double> EquationSolver<Eq>::running_mean() const {
  if (!sponge_) return {};
  std::vector<double> mean = this->coefficients();
  sponge_->put_mean(mean);
  return mean;
}

template <class Eq>
void EquationSolver<Eq>::set_running_mean(std::span<const double> coefficients) {
  if (!sponge_) return;
  if (coefficients.size() != host_space_.size())
    throw InputError(std::to_string(coefficients.size()) +
                     " coefficients of a running mean do not fit this mesh and degree, which have " +
                     std::to_string(host_space_.size()));
  sponge_->set_mean(coefficients);
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
    throw InputError(std::to_string(past.size()) +
                     " coefficients of damping do not fit this mesh and degree, which have " +
                     std::to_string(host_space_.size()));
  if (past.empty()) {
    damping_.restore(state.steps, {});
  } else {
    registers_[1].copy_in(space_.pack(past));  // free between steps
    operators_->change_from_modes(space_.context(), registers_[1]);
    damping_.restore(state.steps, registers_[1].copy_out());
  }
}

template <class Eq>
void EquationSolver<Eq>::note_new_state() {
  step_is_found_ = false;
  sums_.reset();
}

}  // namespace dg
