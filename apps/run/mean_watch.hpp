/// Watches the mean that ends an unsteady run (`until` in [time]).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "apps/case/settled_mean.hpp"
#include "apps/run/series_mean.hpp"

namespace dg::app {

class MeanWatch {
 public:
  /// Samples before the time `from` do not count.
  MeanWatch(const SettledMean& wanted, double from) : wanted_(wanted), from_(from) {}

  /// Looks at a series, of ascending times, whenever it has become a twentieth longer, and with `always`. The length
  /// alone decides, so that a restart changes nothing.
  void observe(std::span<const double> times, std::span<const double> values, bool always = false);

  /// Whether two standard errors of the mean were within the tolerance at the last look.
  bool settled() const;

  /// The mean at the last look, and its standard error; nothing while the series is too short for one.
  const std::optional<SeriesMean>& mean() const { return mean_; }

  /// As in "mean of cd on wall: 1.330 +- 0.004 (two standard errors)".
  std::string text() const;

 private:
  SettledMean wanted_;
  double from_;
  std::optional<SeriesMean> mean_;
};

}  // namespace dg::app
