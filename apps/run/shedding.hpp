/// Vortex shedding from the history of the forces: frequency, amplitude and mean over whole periods after the
/// transient.
#pragma once

#include <optional>
#include <span>

namespace dg::app {

struct Shedding {
  double frequency = 0.0;
  double mean_drag = 0.0;       ///< time mean over whole periods
  double mean_lift = 0.0;       ///< time mean over whole periods
  double lift_rms = 0.0;        ///< of the fluctuation over whole periods
  double lift_amplitude = 0.0;  ///< half of (max - min), mean over the periods
  int periods = 0;              ///< whole periods used
  double start = 0.0;           ///< time at which the first of them begins
};

/// Estimates shedding from samples at increasing times, by upward zero crossings of the lift without its linear trend.
/// A crossing counts only between a trough and a crest (hysteresis), so noise does not add any. Periods of the
/// transient, of another amplitude than the last ones, are left out. Nothing if fewer than `least_periods` whole
/// periods remain.
std::optional<Shedding> estimate_shedding(std::span<const double> times, std::span<const double> lift,
                                          std::span<const double> drag, int least_periods = 2);

}  // namespace dg::app
