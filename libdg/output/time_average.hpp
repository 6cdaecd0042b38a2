/// Means over time of a list of numbers, and the root mean squares of what they vary by.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
    const double weight = has_begun() ? time - last_time_ : 0.0;
    if (!has_begun()) first_time_ = time;
    ++samples_;
    last_time_ = time;
    if (!(weight > 0.0)) return;
    duration_ += weight;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double distance = values[i] - mean_[i];
      mean_[i] += weight / duration_ * distance;
      square_[i] += weight * distance * (values[i] - mean_[i]);
    }
  }

  bool has_begun() const { return samples_ > 0; }
  std::int64_t samples() const { return samples_; }

  /// Of the first and the last sample. Precondition of both: has_begun().
  double first_time() const { return first_time_; }
  double last_time() const { return last_time_; }

  /// Time between them.
  double duration() const { return duration_; }

  /// Precondition of both: duration() > 0.
  double mean(std::size_t i) const { return mean_[i]; }
  double rms(std::size_t i) const { return std::sqrt(square_[i] / duration_); }

  /// Numbers of state() before the means: times of the first and the last sample, the time between, and how many.
  static constexpr std::size_t clock_numbers = 4;

  /// All there is to go on from, as numbers; empty before the first sample.
  std::vector<double> state() const {
    if (!has_begun()) return {};
    std::vector<double> state{first_time_, last_time_, duration_, static_cast<double>(samples_)};
    state.insert(state.end(), mean_.begin(), mean_.end());
    state.insert(state.end(), square_.begin(), square_.end());
    return state;
  }

  /// Takes over what state() once gave; false, and nothing is changed, if it is of another size or no such numbers.
  bool restore(std::span<const double> state) {
    if (state.empty()) return true;
    if (state.size() != clock_numbers + 2 * mean_.size()) return false;
    const double first = state[0], last = state[1], duration = state[2], samples = state[3];
    if (!(first <= last && std::isfinite(last - first) && duration >= 0.0 && duration <= 2.0 * (last - first) &&
          samples >= 1.0 && samples < 1e15))
      return false;
    first_time_ = first;
    last_time_ = last;
    duration_ = duration;
    samples_ = static_cast<std::int64_t>(samples);
    const auto means = state.begin() + clock_numbers;
    std::copy_n(means, mean_.size(), mean_.begin());
    std::copy_n(means + static_cast<std::ptrdiff_t>(mean_.size()), mean_.size(), square_.begin());
    return true;
  }

 private:
  std::vector<double> mean_, square_;
  double first_time_ = 0.0, last_time_ = 0.0, duration_ = 0.0;
  std::int64_t samples_ = 0;
};

}  // namespace dg
