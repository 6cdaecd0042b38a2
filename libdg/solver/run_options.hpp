/// How a run is solved, whatever the equations: discretisation in space and time, backend.
#pragma once

#include "libdg/core/backend_kind.hpp"
#include "libdg/implicit/smoother.hpp"
#include "libdg/space/space_options.hpp"

namespace dg {

struct RunOptions : SpaceOptions {
  TimeScheme scheme = TimeScheme::ssprk3;
  double cfl = 0.5;                ///< fraction of the linear stability limit
  double fixed_dt = 0.0;           ///< > 0: this step instead of the stability limit
  bool local_time_step = false;    ///< each cell takes the step it can: pseudo-time stepping, in which time stands
  double time_step_spread = 1e30;  ///< with local_time_step: largest ratio of the steps of two cells
  /// > 0, with local_time_step: selective frequency damping (Akervik et al., Phys. Fluids 18 (2006) 068102; split from
  /// the step as by Jordi, Cotter and Sherwin, Phys. Fluids 26 (2014) 034101) with a filter this many steps wide. It
  /// holds a steady flow that would oscillate by itself: oscillations with periods of about pi widths or less die out.
  long damping_width = 0;
  /// > 0, with a reconstruction: implicit residual smoothing of this strength, by so many Jacobi sweeps in each stage
  /// (Jameson, Baker, AIAA 83-1929). What comes of it is right only in a steady state.
  double smoothing = 0.0;
  int sweeps = 2;
  /// The state changes by steps of Newton's method alone, to a steady flow; excludes local_time_step and fixed_dt.
  bool newton = false;
  /// With an implicit scheme: the error of a step, see StepSizing.
  double step_tolerance = 1e-5;
  /// With Newton's method or an implicit scheme.
  JacobianProducts products = JacobianProducts::differences;
  Smoother smoother = Smoother::ilu;
  /// Whether steps solve systems of equations.
  bool solves_systems() const { return newton || is_implicit(scheme); }
  /// Damping with explicit schemes; of a gas, viscosity with all.
  ShockCapturing shocks = ShockCapturing::none;
  Positivity positivity = Positivity::automatic;
  bool keeps_positive() const {
    if (positivity != Positivity::automatic) return positivity == Positivity::on;
    return shocks != ShockCapturing::none && !is_implicit(scheme);
  }
  BackendKind backend = BackendKind::automatic;
  int threads = 0;  ///< CPU backend; 0: all
  /// On several ranks, cells that others need come first, and what they need travels beside the rest of a stage.
  /// Otherwise all of a stage comes before it.
  bool overlaps_exchange = true;
};

}  // namespace dg
