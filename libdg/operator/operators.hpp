/// The kernels of one backend, degree and precision behind virtual calls: stages, and the time step.
#pragma once

#include <memory>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/operator/pass_times.hpp"
#include "libdg/operator/scheme.hpp"
#include "libdg/operator/state_sums.hpp"

namespace dg {

/// Where a run stands in time; lives in the backend's memory.
template <class Real>
struct StepControl {
  double time, end_time;
  double dt_exact;  ///< the step in full precision
  Real dt;          ///< as kernels read it
  long steps;
};

/// How a stable step is found: dt = cfl / (speed / (C_a h) + nu / (C_d h^2)), the least over all cells.
template <class Real>
struct StepLimits {
  Real cfl;
  Real fixed;                  ///< > 0: this step instead
  Real spread;                 ///< largest ratio of local steps
  Real convective[max_zones];  ///< C_a of the cells of each zone
  Real viscous[max_zones];     ///< C_d
};

/// Boundary faces as kernels read them, padded to zone_padding with copies of the last; [face] each.
struct BoundaryList {
  Index padded = 0;
  const Index* cell;       ///< in its zone
  const Index* side;       ///< neighbour_code() of the cell and its face
  const Index* condition;  ///< boundary_code()
  const Index* number;     ///< in the boundary data
};

template <class Real>
class Operators {
 public:
  virtual ~Operators() = default;

  /// One Runge-Kutta stage for all cells. Preconditions: out differs from in; out may be one of the histories.
  virtual void stage(const Scheme<Real>& scheme, const Stage<Real>& stage) = 0;

  /// Sets the step of `control` from the state, cut to end at its end time; zero once that is reached.
  virtual void begin_step(const Scheme<Real>& scheme, const Real* state, const StepLimits<Real>& limits,
                          StepControl<Real>* control) = 0;

  /// Sets dt[ZoneView::cell_begin + cell] to the step that each cell by itself would take, but not more than
  /// limits.spread times `least`, the step that begin_step() found; padding included.
  virtual void local_steps(const Scheme<Real>& scheme, const Real* state, const StepLimits<Real>& limits,
                           const Real* least, Real* dt) = 0;

  /// Advances the time of `control` by its step.
  virtual void end_step(StepControl<Real>* control) = 0;

  /// Integrals and norms of a state array. Waits for the device.
  virtual StateSums sums(const Scheme<Real>& scheme, const Real* state) = 0;

  /// Numerical fluxes through the listed boundary faces, see BoundaryFlux.
  virtual void boundary_flux(const Scheme<Real>& scheme, const Real* state, const BoundaryList& faces, Real* flux) = 0;

  /// From now on adds the time of each pass of a stage to `times`, until it is called with null. Returns false if
  /// these operators cannot tell.
  virtual bool time_passes(PassTimes*) { return false; }
};

/// How line integrals are assembled. `state_size` sizes scratch arrays; the faces of the scheme lie in the order of
/// `groups.faces`.
struct AssemblyPlan {
  Assembly assembly = Assembly::fused;
  std::size_t state_size = 0;
  ColouredFaces groups;
};

/// Kernels for a degree. Throws InputError if this degree or precision was not built.
template <class Real>
std::unique_ptr<Operators<Real>> make_operators(Backend& backend, const Scheme<Real>& scheme, int degree,
                                                const AssemblyPlan& plan);

}  // namespace dg
