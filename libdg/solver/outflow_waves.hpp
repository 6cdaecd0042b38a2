/// Keeps what enters through outflows that do not reflect up to date with the state, where the kernels run.
#pragma once

#include <memory>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/runtime_kernel.hpp"
#include "libdg/kernels/integrands/incoming_waves.hpp"
#include "libdg/space/discretisation.hpp"

namespace dg {

template <class Real, int Dim>
class OutflowWaves {
 public:
  /// For these boundaries, numbers in Mesh::boundary_names. `conditions` [boundary] and `data`, the boundary data, lie
  /// in the backend's memory.
  OutflowWaves(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& discretisation,
               const std::vector<int>& boundaries, const Gas<Real>& gas,
               const BoundaryParameters<Real, Dim>* conditions, Real* data);

  /// Finds what enters, for a state by modes; may be recorded.
  void update(const Real* modes);

 private:
  Array<OutflowPoint<Real, Dim>> points_;
  Array<std::int64_t> modes_;
  Array<Real> weights_;
  IncomingWaves<Real, Dim> waves_;
  std::unique_ptr<RuntimeKernel> kernel_;  ///< on a device
};

}  // namespace dg
