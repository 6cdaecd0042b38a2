/// Makes the filters of states for a backend.
#pragma once

#include <memory>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/communicator.hpp"
#include "libdg/element/basis_change.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/time/filters/stage_filter.hpp"

namespace dg {

/// What the filters are made of; all must outlive them. The last two are as in FilterView.
template <class Eq>
struct StateFilterInput {
  Backend& backend;
  const Mesh<Eq::dim>& mesh;
  const Discretisation<typename Eq::Real, Eq::dim>& space;
  const Halo& halo;
  Communicator& communicator;
  std::vector<BasisChange> bases;  ///< see FilterTables
  bool damps, keeps_positive;
};

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cpu_filter(const StateFilterInput<Eq>& input);
/// Precondition: the backend is a device.
template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_cuda_filter(const StateFilterInput<Eq>& input);

template <class Eq>
std::unique_ptr<StageFilter<Eq>> make_state_filter(const StateFilterInput<Eq>& input) {
  const bool on_device = input.backend.kind() == BackendKind::cuda;
  return on_device ? make_cuda_filter(input) : make_cpu_filter(input);
}

}  // namespace dg
