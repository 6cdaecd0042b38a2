/// Means over time of a list of numbers, and the root mean squares of what they vary by.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace dg {

/// Each sample counts for the time since the one before; the first only starts the clock. Means and variances are
/// brought up to date as by West, Commun. ACM 22 (1979) 532, free of the cancellation of sums of squares.
class TimeAverage {
 public:
  explicit TimeAverage(std::size_t size) : mean_(size), square_(size) {}

  std::size_t size() const { return mean_.size(); }

  /// Precondition: as many values as there are numbers; times ascend.
  void add(double time, std::span<const double> values) {
    assert(values.size() == mean_.size());
    const double weight = has_begun_ ? time - last_time_ : 0.0;
    has_begun_ = true;
    last_time_ = time;
    if (!(weight > 0.0)) return;
    duration_ += weight;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double distance = values[i] - mean_[i];
      mean_[i] += weight / duration_ * distance;
      square_[i] += weight * distance * (values[i] - mean_[i]);
    }
  }

  /// Time between the first and the last sample.
  double duration() const { return duration_; }

  /// Precondition of both: duration() > 0.
  double mean(std::size_t i) const { return mean_[i]; }
  double rms(std::size_t i) const { return std::sqrt(square_[i] / duration_); }

  /// All there is to go on from, as numbers; empty before the first sample.
  std::vector<double> state() const {
    if (!has_begun_) return {};
    std::vector<double> state{last_time_, duration_};
    state.insert(state.end(), mean_.begin(), mean_.end());
    state.insert(state.end(), square_.begin(), square_.end());
    return state;
  }

  /// Takes over what state() once gave; false, and nothing is changed, if it is of another size.
  bool restore(std::span<const double> state) {
    if (state.empty()) return true;
    if (state.size() != 2 + 2 * mean_.size()) return false;
    has_begun_ = true;
    last_time_ = state[0];
    duration_ = state[1];
    std::copy_n(state.begin() + 2, mean_.size(), mean_.begin());
    std::copy_n(state.begin() + 2 + static_cast<std::ptrdiff_t>(mean_.size()), mean_.size(), square_.begin());
    return true;
  }

 private:
  std::vector<double> mean_, square_;
  double last_time_ = 0.0, duration_ = 0.0;
  bool has_begun_ = false;
};

}  // namespace dg
