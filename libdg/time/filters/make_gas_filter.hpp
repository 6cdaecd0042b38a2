/// Makes the filters of a gas for a backend.
#pragma once

#include <memory>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/communicator.hpp"
#include "libdg/element/basis_change.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/time/filters/stage_filter.hpp"

namespace dg {

/// What the filters are made of; all must outlive them. The last two are as in FilterView.
template <class Eq>
struct GasFilterInput {
  Backend& backend;
  const Mesh<Eq::dim>& mesh;
  const Discretisation<typename Eq::Real, Eq::dim>& space;
  const Halo& halo;
  Communicator& communicator;
  std::vector<BasisChange> bases;  ///< see FilterTables
  bool damps, keeps_positive;
};

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cpu_gas_filter(const GasFilterInput<Eq>& input);
/// Precondition: the backend is a device.
template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cuda_gas_filter(const GasFilterInput<Eq>& input);

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_gas_filter(const GasFilterInput<Eq>& input) {
  const bool on_device = input.backend.kind() == BackendKind::cuda;
  return on_device ? make_cuda_gas_filter(input) : make_cpu_gas_filter(input);
}

}  // namespace dg
