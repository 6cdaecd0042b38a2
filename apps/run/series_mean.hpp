/// The mean of a series in time and the standard error of that mean, which accounts for correlation.
#pragma once

#include <optional>
#include <span>

namespace dg::app {

struct SeriesMean {
  double mean = 0.0;
  double error = 0.0;  ///< one standard deviation of the mean
  int batches = 0;     ///< of which the error is that of independent ones
};

/// By means over batches of equal time, which are halved in number until the error grows no more (Flyvbjerg, Petersen,
/// J. Chem. Phys. 91 (1989) 461). Between two samples the series is linear. Nothing for a series that is too short: the
/// error still grows where 16 batches are left, or there are fewer than 32 samples. Precondition: times ascend.
std::optional<SeriesMean> mean_of_series(std::span<const double> times, std::span<const double> values);

}  // namespace dg::app
