/// The size of time steps: where a run stands, and the limits that a step has to keep.
#pragma once

#include "libdg/space/zone.hpp"

namespace dg {

/// Where a run stands in time; lives in the backend's memory.
template <class Real>
struct StepControl {
  double time = 0, end_time = 0;  ///< before the step, if it is pending
  double dt_exact = 0;            ///< the step in full precision
  Real dt = 0;                    ///< as kernels read it
  long steps = 0;
  bool pending = false;  ///< the step has been set, but is not yet part of the time
  Index bad_cell = -1;   ///< first in memory whose mean is no state, as by ZoneView::cell_begin; the clock then stops
};

/// What is found of the cells of a state: the largest rate, and the first in memory that has none; -1: all have.
template <class Real>
struct FoundRate {
  Real largest = 0;
  Index bad_cell = -1;
};

/// How a stable step is found: dt = cfl / rate, with the largest rate = speed / (C_a h) + nu / (C_d h^2) of all cells.
/// To this are added that of a source, and what a subgrid model had added at a look at the whole state before. Such a
/// look takes all modes of a cell, and its result changes little from step to step.
template <class Real>
struct StepLimits {
  Real cfl;
  Real fixed;                  ///< > 0: this step instead
  Real spread;                 ///< largest ratio of local steps
  Real source;                 ///< rate at which a source draws the state to another, over what the scheme can take
  Real convective[max_zones];  ///< 1 / C_a of the cells of each zone
  Real viscous[max_zones];     ///< 1 / C_d
  bool of_model;               ///< look at what a subgrid model adds to the rate, alone
  bool of_given_viscosity;     ///< the viscosity that cells are given counts, as artificial viscosity at shocks
  const Real* eddy_rate;       ///< where kernels run: what it adds, the largest of all cells; may be null
};

/// Sets the next step from the rates of all cells, without passing the end time. There is none after a bad cell: time
/// and number of steps stay those at which it became so.
template <class Real>
RKDG_CALL void set_step(const StepLimits<Real>& limits, const FoundRate<Real>& rate, StepControl<Real>& control) {
  const double remaining = control.end_time - control.time;
  const double added = double(limits.source) + (limits.eddy_rate ? double(*limits.eddy_rate) : 0.0);
  double dt = limits.fixed > Real(0) ? double(limits.fixed) : double(limits.cfl) / (double(rate.largest) + added);
  // Steps of size 0 that follow on a device let NaNs go on to neighbours: the first find counts.
  if (control.bad_cell < 0) control.bad_cell = rate.bad_cell;
  if (remaining <= 0 || control.bad_cell >= 0)
    dt = 0;
  else if (dt > remaining * (1 - 1e-9))
    dt = remaining;
  control.dt_exact = dt;
  control.dt = static_cast<Real>(dt);
  control.pending = true;
}

/// Makes the pending step, if there is one, part of the time.
template <class Real>
RKDG_CALL void finish_step(StepControl<Real>& control) {
  if (!control.pending) return;
  control.pending = false;
  if (control.dt_exact == 0) return;
  const bool last = control.dt_exact == control.end_time - control.time;
  control.time = last ? control.end_time : control.time + control.dt_exact;
  ++control.steps;
}

}  // namespace dg
