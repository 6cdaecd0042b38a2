/// What may change a state after each stage of a time step: a limiter, or a damping of oscillations.
#pragma once

#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

/// On several ranks all call the same functions at the same time.
template <class Eq>
class StageFilter {
 public:
  using Real = typename Eq::Real;

  virtual ~StageFilter() = default;

  /// Makes ready what apply() will launch, where kernels are compiled at run time.
  virtual void prepare(const KernelContext<Eq>&) {}

  /// Changes a state as stages take it, the output of one over *dt (with `local_dt` of a step of each cell, as in
  /// Stage). Ghosts are neither read nor written. On a device it may launch kernels, but neither wait nor copy to the
  /// host.
  virtual void apply(const KernelContext<Eq>& context, Real* state, const Real* dt, bool local_dt) = 0;

  /// Changes a state that has been set, so that steps can start from it.
  virtual void apply_to_start(const KernelContext<Eq>& context, Real* state) = 0;

  /// Whether the step that a stage finds for the next one is also that of the filtered state.
  virtual bool keeps_step() const { return false; }

  /// How strongly the last stage changed each own cell, from 0 to 1, in the order of the mesh. Waits for the device.
  virtual std::vector<double> strength() const = 0;
};

}  // namespace dg
