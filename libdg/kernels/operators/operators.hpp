/// The kernels of one backend, degree and precision behind virtual calls: stages, and the time step.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "libdg/backend/array_exchange.hpp"
#include "libdg/backend/backend.hpp"
#include "libdg/backend/communicator.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/kernels/assembly_plan.hpp"
#include "libdg/kernels/boundary_list.hpp"
#include "libdg/kernels/integrands/flow_integrals.hpp"
#include "libdg/kernels/integrands/state_sums.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/kernels/launch/pass_times.hpp"

namespace dg {

/// A result that has been launched: the call waits for the device, and gives it. To be called once, before the
/// operators end.
template <class T>
using Pending = std::function<T()>;

template <class Eq>
class Operators {
 public:
  using Real = typename Eq::Real;

  virtual ~Operators() = default;

  /// Makes ready what steps will launch, where kernels are compiled at run time: all at once, on all cores.
  virtual void prepare(const KernelContext<Eq>&) {}

  /// One Runge-Kutta stage for all cells, and with Stage::finds_step what find_step() does for the new state.
  /// Preconditions: out differs from in, unless writes_in_place(); out may be one of the histories.
  virtual void stage(const KernelContext<Eq>& context, const Stage<Real>& stage) = 0;

  /// Whether stages take states of some cells in a basis of their own: by values at points in place of modes, or by
  /// other modes. Histories and what they write are such states, too, while sources and the states of all other
  /// functions are by modes.
  virtual bool has_own_basis() const { return false; }

  /// From modes to that basis, and back; ghosts included. Both arrays may be the same. Precondition: has_own_basis().
  virtual void from_modes(const KernelContext<Eq>&, const Real* /*modes*/, Real* /*state*/) {
    throw RunError("these operators take states by modes");
  }
  virtual void to_modes(const KernelContext<Eq>&, const Real* /*state*/, Real* /*modes*/) {
    throw RunError("these operators take states by modes");
  }

  /// A state that stages take, in place, to modes, and back: nothing is done where they take these.
  void change_to_modes(const KernelContext<Eq>& context, Array<Real>& state) {
    if (has_own_basis()) to_modes(context, state.data(), state.data());
  }
  void change_from_modes(const KernelContext<Eq>& context, Array<Real>& state) {
    if (has_own_basis()) from_modes(context, state.data(), state.data());
  }

  /// Whether a stage may write over the state that it reads.
  virtual bool writes_in_place() const { return false; }

  /// The same of one of several ranks. Ghosts of `in` are there, or on their way in `exchange`. If `sends`, it starts
  /// with what others need of `out` as soon as that is there, so that the rest of the stage runs meanwhile.
  virtual void stage_of_rank(const KernelContext<Eq>&, const Stage<Real>&, ArrayExchange<Real>& /*exchange*/,
                             bool /*sends*/) {
    throw RunError("these operators work on one rank only");
  }

  /// Looks for the largest stable step of a state, which next_step() takes, and for the first cell without one.
  virtual void find_step(const KernelContext<Eq>& context, const Real* state, const StepLimits<Real>& limits) = 0;

  /// Makes what find_step() has found that of all ranks. On a device, what is launched next may run beside it, and
  /// beside next_step(), until await_step(); a stage waits where it needs the step.
  virtual void reduce_step(Communicator&) { throw RunError("these operators work on one rank only"); }
  /// What is launched from now on reads what reduce_step() and next_step() have left.
  virtual void await_step() {}

  /// Makes the pending step of `control` part of its time and sets the next one, cut to end at its end time. The next
  /// is zero once that is reached, or if a cell has no state. Precondition: a step has been found, but not taken.
  virtual void next_step(const StepLimits<Real>& limits, StepControl<Real>* control) = 0;

  /// Sets `dt[ZoneView::cell_begin + cell]`, padding included, to the step that each cell by itself would take. It is
  /// not more than limits.spread times `least`, the step that next_step() has set.
  virtual void local_steps(const KernelContext<Eq>& context, const Real* state, const StepLimits<Real>& limits,
                           const Real* least, Real* dt) = 0;

  /// Makes the pending step of `control` part of its time, and says whether it left a cell without a state.
  virtual void end_step(StepControl<Real>* control) = 0;

  /// Integrals and norms of a state array.
  virtual Pending<StateSums<Eq::n_var>> sums(const KernelContext<Eq>& context, const Real* state) = 0;

  /// Sums over a state array of which the integrals() are those of the equations, see FlowIntegrals.
  virtual Pending<FlowSums<Eq>> integrals(const KernelContext<Eq>& context, const Real* state) = 0;

  /// Numerical fluxes through the listed boundary faces, see BoundaryFlux.
  virtual void boundary_flux(const KernelContext<Eq>& context, const Real* state, const BoundaryList& faces,
                             Real* flux) = 0;

  /// Slopes that these operators find for a state, where it is but the averages of cells: [cell in the order of the
  /// mesh][variable][coordinate], of variables of their own. Empty where the state says all. Waits for the device.
  virtual std::vector<double> slopes(const KernelContext<Eq>&, const Real*) { return {}; }

  /// From now on adds the time of each pass of a stage to `times`, until it is called with null. Returns false if
  /// these operators cannot tell.
  virtual bool time_passes(PassTimes*) { return false; }
};

/// Kernels for a degree. Throws InputError if this degree or precision was not built.
template <class Eq>
std::unique_ptr<Operators<Eq>> make_operators(Backend& backend, const KernelContext<Eq>& context, int degree,
                                              const AssemblyPlan& plan);

}  // namespace dg
