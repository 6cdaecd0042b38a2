/// A field that a function gives at many points at once, for a solver that asks point by point, from several threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "libdg/solver/solver.hpp"

namespace dg::app {

/// Values [point][variable] at points [point][coordinate] and a time, as many variables as the equations have. May
/// throw.
using ArrayFunction = std::function<std::vector<double>(std::span<const double> points, double t)>;

/// The solver is first given noting(), which keeps the points that it asks for, and then known(), which has the values
/// there. The function is called once for each time. Where it throws, the values before stay, and rethrow() throws.
template <int Dim>
class ArrayField : public std::enable_shared_from_this<ArrayField<Dim>> {
 public:
  using Point = std::array<double, Dim>;
  using Values = std::array<double, Dim + 2>;

  explicit ArrayField(ArrayFunction function) : function_(std::move(function)) {}

  /// A gas at rest, everywhere.
  GasField<Dim> noting() {
    return [self = this->shared_from_this()](auto... place) {
      const std::array<double, Dim + 1> at{place...};
      Point x;
      std::copy_n(at.begin(), Dim, x.begin());
      const std::scoped_lock lock(self->guard_);
      self->points_.push_back(x);
      Values rest{};
      rest.front() = rest.back() = 1.0;
      return rest;
    };
  }

  /// To be called after noting() was used; throws what the function throws at this time.
  GasField<Dim> known(double time) {
    std::sort(points_.begin(), points_.end());
    points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
    evaluate(time);
    rethrow();
    return [self = this->shared_from_this()](auto... place) {
      const std::array<double, Dim + 1> at{place...};
      Point x;
      std::copy_n(at.begin(), Dim, x.begin());
      return self->value(x, at.back());
    };
  }

  void rethrow() {
    if (const auto error = std::exchange(error_, nullptr)) std::rethrow_exception(error);
  }

 private:
  void evaluate(double time) {
    try {
      if (!points_.empty())  // as a rank may be that has no boundary
        values_ = function_(std::span(points_.front().data(), points_.size() * Dim), time);
    } catch (...) {
      if (!error_) error_ = std::current_exception();
    }
    time_.store(time, std::memory_order_release);
  }

  /// All threads ask for one time, and for the next one only after that.
  Values value(const Point& x, double time) {
    if (time_.load(std::memory_order_acquire) != time) {
      const std::scoped_lock lock(guard_);
      if (time_.load(std::memory_order_relaxed) != time) evaluate(time);
    }
    const auto found = std::lower_bound(points_.begin(), points_.end(), x) - points_.begin();
    Values all;
    std::copy_n(values_.begin() + found * (Dim + 2), Dim + 2, all.begin());
    return all;
  }

  ArrayFunction function_;
  std::mutex guard_;
  std::vector<Point> points_;
  std::vector<double> values_;
  std::atomic<double> time_ = std::numeric_limits<double>::quiet_NaN();
  std::exception_ptr error_;
};

}  // namespace dg::app
