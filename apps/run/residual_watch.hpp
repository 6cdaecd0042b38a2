/// Whether the residual of a steady run has fallen far enough, or has ceased to fall.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace dg::app {

class ResidualWatch {
 public:
  /// Residuals in the order of their steps.
  void observe(long step, double residual) {
    largest_ = std::max(largest_, residual);
    if (residual < notable * lowest_) {
      lowest_ = residual;
      step_of_lowest_ = step;
    }
    last_ = residual;
    step_ = step;
  }

  double largest() const { return largest_; }
  double last() const { return last_; }

  /// True if the last residual is at most `factor` times the largest.
  bool fallen_by(double factor) const { return std::isfinite(largest_) && last_ <= factor * largest_; }

  /// True if half of the steps so far, and a thousand, have gone by without a notably lower residual.
  bool stalled() const { return step_ - step_of_lowest_ > std::max(shortest_stall, step_ / 2); }

 private:
  static constexpr double notable = 0.95;
  static constexpr long shortest_stall = 1000;

  double largest_ = 0.0, lowest_ = std::numeric_limits<double>::infinity(), last_ = 0.0;
  long step_of_lowest_ = 0, step_ = 0;
};

}  // namespace dg::app
