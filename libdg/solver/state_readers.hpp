/// Keeps boundary data that follow from the state up to date with it, where the kernels run. They are what enters
/// through outflows that do not reflect, and the stresses of modelled walls.
#pragma once

#include <memory>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/runtime_kernel.hpp"
#include "libdg/kernels/integrands/incoming_waves.hpp"
#include "libdg/kernels/integrands/wall_stresses.hpp"
#include "libdg/solver/reading_lists.hpp"

namespace dg {

/// Work: IncomingWaves or WallStresses.
template <template <class, int> class Work, class Real, int Dim>
class StateReader {
 public:
  /// For these boundaries, numbers in Mesh::boundary_names. `conditions` [boundary] and `data`, the boundary data, lie
  /// in the backend's memory.
  StateReader(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& discretisation,
              const std::vector<int>& boundaries, const Gas<Real>& gas, const BoundaryParameters<Real, Dim>* conditions,
              Real* data);

  /// Writes the data of all points for a state by modes; may be recorded.
  void update(const Real* modes);

 private:
  ReadingLists<Real, Dim> lists_;
  Work<Real, Dim> work_;
  std::unique_ptr<RuntimeKernel> kernel_;  ///< on a device
};

template <class Real, int Dim>
using OutflowWaves = StateReader<IncomingWaves, Real, Dim>;
template <class Real, int Dim>
using ModelledWalls = StateReader<WallStresses, Real, Dim>;

}  // namespace dg
