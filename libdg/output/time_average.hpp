/// Means over time of a list of numbers, and the root mean squares of their fluctuations. Where they are asked for, the
/// skewness and the flatness of the fluctuations, too.
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
/// brought up to date as by West, Commun. ACM 22 (1979) 532, and third and fourth moments as by Pebay, Sandia report
/// SAND2008-6212, free of the cancellation of sums of powers.
class TimeAverage {
 public:
  /// `moments`: 2, or 4 for skewness and flatness as well.
  explicit TimeAverage(std::size_t size, int moments = 2)
      : mean_(size), square_(size), cube_(moments == 4 ? size : 0), fourth_(cube_.size()) {}

  std::size_t size() const { return mean_.size(); }
  bool has_skewness() const { return !cube_.empty(); }

  /// Lists of size() numbers in state(), behind the clock.
  std::size_t lists() const { return has_skewness() ? 4 : 2; }

  /// Precondition: as many values as there are numbers; times ascend.
  void add(double time, std::span<const double> values) {
    assert(values.size() == mean_.size());
    const double weight = has_begun() ? time - last_time_ : 0.0;
    if (!has_begun()) first_time_ = time;
    ++samples_;
    last_time_ = time;
    if (!(weight > 0.0)) return;
    if (has_skewness()) add_to_skewness(weight, values);
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

  /// <x'^3> / <x'^2>^(3/2) and <x'^4> / <x'^2>^2; 0 where nothing varies. Precondition of both: duration() > 0 and
  /// has_skewness().
  double skewness(std::size_t i) const {
    const double variance = square_[i] / duration_;
    return variance > 0.0 ? cube_[i] / duration_ / (variance * std::sqrt(variance)) : 0.0;
  }
  double flatness(std::size_t i) const {
    const double variance = square_[i] / duration_;
    return variance > 0.0 ? fourth_[i] / duration_ / (variance * variance) : 0.0;
  }

  /// Numbers of state() before the means: times of the first and the last sample, the time between, and how many.
  static constexpr std::size_t clock_numbers = 4;

  /// All there is to go on from, as numbers; empty before the first sample.
  std::vector<double> state() const {
    if (!has_begun()) return {};
    std::vector<double> state{first_time_, last_time_, duration_, static_cast<double>(samples_)};
    state.insert(state.end(), mean_.begin(), mean_.end());
    for (const std::vector<double>* list : {&square_, &cube_, &fourth_})
      state.insert(state.end(), list->begin(), list->end());
    return state;
  }

  /// Takes over what state() once gave; false, and nothing is changed, if it is of another size or no such numbers.
  bool restore(std::span<const double> state) {
    if (state.empty()) return true;
    if (state.size() != clock_numbers + lists() * mean_.size()) return false;
    const double first = state[0], last = state[1], duration = state[2], samples = state[3];
    if (!(first <= last && std::isfinite(last - first) && duration >= 0.0 && duration <= 2.0 * (last - first) &&
          samples >= 1.0 && samples < 1e15))
      return false;
    first_time_ = first;
    last_time_ = last;
    duration_ = duration;
    samples_ = static_cast<std::int64_t>(samples);
    auto next = state.begin() + clock_numbers;
    for (std::vector<double>* list : {&mean_, &square_, &cube_, &fourth_}) {
      std::copy_n(next, list->size(), list->begin());
      next += static_cast<std::ptrdiff_t>(list->size());
    }
    return true;
  }

 private:
  /// Of one more value, before the mean and the squares take it.
  void add_to_skewness(double weight, std::span<const double> values) {
    const double whole = duration_ + weight, a = duration_ / whole, b = weight / whole;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double d = values[i] - mean_[i], d2 = d * d;
      fourth_[i] +=
          d2 * d2 * whole * a * b * (a * a - a * b + b * b) + 6 * d2 * b * b * square_[i] - 4 * d * b * cube_[i];
      cube_[i] += d2 * d * whole * a * b * (a - b) - 3 * d * b * square_[i];
    }
  }

  std::vector<double> mean_, square_, cube_, fourth_;  ///< integrals over time of powers of what differs from the mean
  double first_time_ = 0.0, last_time_ = 0.0, duration_ = 0.0;
  std::int64_t samples_ = 0;
};

}  // namespace dg
