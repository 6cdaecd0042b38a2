/// Keeps the artificial viscosity of cells up to date with the state, where the kernels run: see ShockViscosity.
#pragma once

#include <memory>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/runtime_kernel.hpp"
#include "libdg/kernels/integrands/shock_viscosity.hpp"
#include "libdg/space/discretisation.hpp"

namespace dg {

template <class Real, int Dim>
class ArtificialViscosity {
 public:
  /// Writes to Discretisation::cell_values(). The discretisation must outlive this object.
  ArtificialViscosity(Backend& backend, Discretisation<Real, Dim>& discretisation, const NavierStokes<Real, Dim>& gas);

  /// Finds it for a state by modes, ghosts included; may be recorded.
  void update(const Real* modes);

  /// Of each cell in mesh order, as a part of the largest that it could have. Waits for the device.
  std::vector<double> strength() const;

 private:
  const Discretisation<Real, Dim>& discretisation_;
  std::vector<ShockViscosity<Real, Dim>> zones_;
  Array<Real> strength_;                   ///< [ZoneView::cell_begin + cell]
  std::unique_ptr<RuntimeKernel> kernel_;  ///< on a device
};

}  // namespace dg
